/** What axe-core finds wrong with a page that is open. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { becomes, counts } from './browser.ts';
import { titleAt } from './page-table.ts';

/** The part of an axe-core result that the tests use. */
interface Results {
  sounds: number;
  found: { id: string; html: string | undefined; failureSummary?: string }[];
}

/** WCAG 2.2 at level AA, and what is good practice beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that look at colours: a scheme changes nothing else of a page. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Makes axe-core known to a page; it is forgotten once another is loaded. Its results leave out the HTML, of right things too. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(`${await source}; axe.configure({ noHtml: true })`);
}

/** A promise that what moves or fades has arrived. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
    .map((one) => one.finished.catch(() => null))).then(() => done(null)))))`;
/** The title and heading of a page, and how many of its parts still load once these are there. */
const DRAWN = `(async () => {
  const title = document.title.split(' · ').slice(-2).join(' · ');
  const isHeaded = [...document.querySelectorAll('h1')].some((one) => one.checkVisibility());
  await ${SETTLED};
  const loading = document.querySelectorAll('[aria-busy=true], [aria-label=Loading]').length;
  await ${SETTLED};
  return { title, isHeaded, loading };
})()`;

/**
 * Waits until a page has drawn its data: its title ends with its name, and no part of it is still loading. A guide puts its
 * own title before that of Help.
 * @param name of the page; defaults to that of its address
 */
export async function isDrawn(page: Page, name = titleAt(new URL(page.url()).pathname)): Promise<void> {
  const drawn = { title: `${name} · Munim`, isHeaded: true, loading: 0 };
  await becomes<unknown>(async () => await page.evaluate(DRAWN), drawn);
}

/** Makes a page light or dark, as the system of its person would, and waits until it is. */
export async function inScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const scheme = `${SETTLED}.then(() => document.documentElement.getAttribute('data-mantine-color-scheme'))`;
  await becomes(() => page.evaluate<string>(scheme), colorScheme, 'scheme:');
}

/** The header and the menu around every page: checking them takes as long as checking a page. */
const FRAME = ['.mantine-AppShell-header', 'nav[aria-label="Pages"]'];

/** Takes the header and the menu from around an open page, and so from those that it goes to, until one is loaded anew. */
export async function withoutFrame(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll(${JSON.stringify(FRAME.join(', '))}).forEach((one) => one.remove())`,
  );
  for (const part of FRAME) await counts(page.locator(part), 0);
}

/**
 * Every violation of a page as a line: the rule, and the element with why.
 * @param ofColours alone: of the rules that another scheme can break in an unchanged page
 */
export async function violations(page: Page, { ofColours = false } = {}): Promise<string[]> {
  const runOnly = ofColours ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: TAGS };
  // Style sheets and recordings are not loaded again for the rules about sound: no page has any.
  const options = { runOnly, resultTypes: ['violations'], preload: false };
  const { sounds, found } = await page.evaluate<Results>(`(async () => {
    const sounds = document.querySelectorAll('audio, video').length;
    const { violations } = await axe.run(document, ${JSON.stringify(options)});
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) =>
        ({ id, html: document.querySelector(target[0])?.outerHTML, failureSummary })));
    return { sounds, found };
  })()`);
  if (sounds > 0)
    return [`sound: ${sounds} recordings; the rules about them need axe-core’s “preload” again`];
  return found.map(({ id, html = '', failureSummary = '' }) => {
    const why = failureSummary.split('\n').slice(1).join('; ').replace(/\s+/g, ' ');
    return `${id}: ${html.slice(0, 200)} -${why}`;
  });
}

export const PHONE = { width: 360, height: 740 };
/** Figures that are seen: what is written for a screen reader alone takes no room. */
const SEEN = `[...document.querySelectorAll('#main .figure')].filter((one) => {
  for (let at = one; at !== null; at = at.parentElement) if (at.offsetWidth <= 1) return false;
  return one.getClientRects().length > 0;
})`;
/** Figures of which a part does not show, or that reach beyond the screen, by their words. */
const CUT = `${SEEN}.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => one.textContent)`;
const BEYOND = `${SEEN}.filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.textContent)`;
/** The least height and width of what a finger presses, in pixels. */
const FINGER = 44;
/** Controls of a page and of what is around it that are smaller than a finger. One within a sentence is as high as the sentence. */
const SMALL = `[...document.querySelectorAll(
    '#main :is(button, select, summary, [role=tab], a.mantine-Button-root, .mantine-SegmentedControl-label),' +
    '#main :is(.mantine-Input-input, input:not(.mantine-Input-wrapper input, [type=hidden], [type=radio], [type=checkbox], [type=file])),' +
    'header :is(button, a), main nav > a:not(#main a), nav[aria-label="Main menu"] > *')]
  .filter((one) => one.checkVisibility() && one.closest('thead') === null && getComputedStyle(one).display !== 'inline')
  .map((one) => [(one.getAttribute('aria-label') ?? one.textContent ?? one.tagName).trim(), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && (Math.round(width) < ${FINGER} || Math.round(height) < ${FINGER}))
  .map(([name, { width, height }]) => name + ' ' + Math.round(width) + ' × ' + Math.round(height))`;
/** One look at a page: parts that load, its width, the figures that cannot be read, and what a finger misses. */
const LOOK = `({ busy: document.querySelectorAll('[aria-busy=true]').length,
  width: document.documentElement.scrollWidth, cut: ${CUT}, beyond: ${BEYOND}, small: ${SMALL} })`;

/**
 * Waits until the open page fits a phone: nothing hangs over its side, unfolded or not, no figure is cut, and what is pressed
 * is as large as a finger.
 */
export async function fitsPhone(page: Page, place: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.evaluate(`document.querySelectorAll('main details').forEach((one) => (one.open = true))`);
  const fine = { busy: 0, width: PHONE.width, cut: [], beyond: [], small: [] };
  await becomes<unknown>(async () => await page.evaluate(LOOK), fine, place);
}
