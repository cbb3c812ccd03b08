import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { becomes, go } from './browser.ts';
import { openSignedIn } from './opening.ts';

describe('the menu on a low screen', function () {
  let close: () => Promise<void>;
  let page: Page;

  before(async function () {
    ({ page, close } = await openSignedIn(this, { height: 600 }));
  });
  after(() => close?.());

  const menu = () => page.getByRole('navigation', { name: 'Pages' });
  /** The line of the page that is shown: its name, and whether all of it can be seen in the menu. */
  const current = () =>
    page.evaluate<[string, boolean] | null>(`(() => {
      const line = document.querySelector('nav [aria-current="page"]');
      if (line === null) return null;
      const { top, bottom, left } = line.getBoundingClientRect();
      const isAt = (y) => line.contains(document.elementFromPoint(left + 20, y));
      return [line.textContent, isAt(top + 2) && isAt(bottom - 2)];
    })()`);
  const isInView = (name: string): Promise<void> => becomes(current, [name, true]);
  const scrolled = () => page.evaluate<number>('scrollY');

  it('keeps the line of the page in view, also where its group unfolds, and leaves the page at its top', async () => {
    await isInView('Overview');
    for (const [address, name] of [
      ['/settings', 'Settings'],
      ['/', 'Overview'],
      ['/activity', 'Activity'],
      ['/portfolios', 'Portfolios'],
      ['/options/features', 'Features'],
    ] as const) {
      await go(page, address);
      await isInView(name);
      assert.equal(await scrolled(), 0);
    }
  });

  it('shows it after the page is loaded anew, and after the window became lower', async () => {
    await go(page, '/settings');
    await page.reload();
    await isInView('Settings');
    await page.setViewportSize({ width: 1280, height: 400 });
    await isInView('Settings');
    await page.setViewportSize({ width: 1280, height: 600 });
  });

  it('stays as somebody scrolled it', async () => {
    await go(page, '/');
    await isInView('Overview');
    await menu().hover();
    await page.mouse.wheel(0, 2_000);
    await becomes(async () => (await current())?.[1], false);
    await menu().getByRole('button', { name: 'Plans' }).press('Enter');
    await menu().getByRole('link', { name: 'Calendar' }).waitFor();
    assert.deepEqual(await current(), ['Overview', false]);
  });
});
