/** A page that is used by its keys alone, for tests. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { becomes } from './browser.ts';

/** Runs in the page: the name of the element that has the focus. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element.id === 'main') return 'main';
  const label = element.labels && element.labels[0] ? element.labels[0].textContent : element.textContent;
  return (element.getAttribute('aria-label') || label).trim().slice(0, 80);
})()`;

export interface Keys {
  /** Name of the element that has the focus. */
  readonly focused: () => Promise<string>;
  /** Waits for the focus, which follows what appears a moment later. */
  readonly focusIsOn: (name: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses Tab until the control has the focus; fails when that takes more than `most`. */
  readonly tabTo: (name: RegExp, most: number) => Promise<void>;
}

export function keysOf(page: Page): Keys {
  const focused = () => page.evaluate<string>(FOCUSED);
  const press = (key: string) => page.keyboard.press(key);
  return {
    focused,
    focusIsOn: (name) => becomes(focused, name, 'focus:'),
    press,
    type: (text) => page.keyboard.type(text),
    async tabTo(name, most) {
      for (let presses = 0; presses <= most; presses += 1) {
        if (name.test(await focused())) return;
        if (presses < most) await press('Tab');
      }
      assert.fail(`${name.source} is more than ${most} presses away; the focus is on "${await focused()}"`);
    },
  };
}
