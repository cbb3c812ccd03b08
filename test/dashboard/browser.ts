/** The built dashboard in a real browser, for tests. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as engine,
  type Locator,
  type Page,
} from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { unpackedChromium } from '../support/chromium.ts';
import { closeAtEnd } from '../support/kept-open.ts';
import { dashboardInDist } from '../support/program.ts';
import { releaseShared, openContext, takeShared, VIEWPORT } from './shared-context.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Ours and not the package's own: those end the browser with its first page and hide faults of the page's policy. */
const ARGUMENTS = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  // One process for all pages, started straight away: their separation from each other is not what is tried.
  '--no-zygote',
  '--renderer-process-limit=1',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Longest time that one test file waits for the build of another. */
const BUILD_WAIT_MS = 150_000;
/** Longest time that a browser takes to start on a busy machine. */
const BROWSER_WITHIN_MS = 120_000;
/** As long as a page may take on a busy machine to show what has changed. */
const SHOWN_WITHIN_MS = 45_000;

/**
 * The folder of the dashboard as it is in the tree: the one that is built already, where it is as new as its sources,
 * else one that is built once for a whole run of tests.
 */
export async function buildDashboard(): Promise<string> {
  const built = dashboardInDist();
  if (built !== null) return built;
  const run = process.env['MUNIM_TEST_RUN_DIR'];
  if (run === undefined) return await buildInto(path.join(ROOT, 'node_modules/.cache/dashboard-by-hand'));
  const outDir = path.join(run, 'dashboard');
  const done = `${outDir}.built`;
  try {
    // only one of the run's processes makes it
    await mkdir(`${outDir}.lock`);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    for (const end = Date.now() + BUILD_WAIT_MS; Date.now() < end; await sleep(100))
      if (existsSync(done)) return outDir;
    throw new Error('the dashboard was not built; the test file that built it tells why');
  }
  await buildInto(outDir);
  await writeFile(done, '');
  return outDir;
}

async function buildInto(outDir: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: path.join(ROOT, 'api/dashboard/vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

let ofProcess: Promise<Browser | null> | null = null;

/** The browser that all test files of this process share: each has contexts of its own, which share nothing. */
export async function browserOfProcess(): Promise<Browser | null> {
  const known = await ofProcess;
  if (ofProcess !== null && known?.isConnected() !== false) return known;
  ofProcess = openBrowser();
  const browser = await ofProcess;
  if (browser !== null) closeAtEnd(() => browser.close());
  return browser;
}

/** Chromium from its npm package; null where the package has none for this machine. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = await unpackedChromium();
  if (executablePath === null) return null;
  return await engine.launch({
    executablePath,
    args: ARGUMENTS,
    timeout: BROWSER_WITHIN_MS,
  });
}

/** One person at the dashboard, and everything the page complained about. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings of the console, uncaught errors, and requests to anybody but the server. */
  complaints: string[];
  close(): Promise<void>;
}

/** How a visit differs from others; with `apart` nothing of it is shared with another. */
export interface VisitOptions extends BrowserContextOptions {
  apart?: boolean;
}

/** Opens the browser of a person. One whose context differs in more than its size has one of its own, as has a second one. */
export async function visit(
  browser: Browser,
  world: TestApi,
  { apart = false, ...options }: VisitOptions = {},
): Promise<Visit> {
  const { viewport, ...rest } = options;
  const isPlain = !apart && Object.keys(rest).length === 0;
  const common = isPlain ? await takeShared(browser, world.url) : null;
  const context = common?.context ?? (await openContext(browser, world.url, options));
  const page = common?.page ?? (await context.newPage());
  if (common !== null) await page.setViewportSize(viewport ?? VIEWPORT);
  page.setDefaultTimeout(SHOWN_WITHIN_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // that nobody is signed in yet is asked and answered with 401; the browser logs it, as it does a worker that is blocked
    const isExpected = /status of 401|Service Worker registration blocked/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== world.url) complaints.push(`outside request: ${request.url()}`);
  });
  const close = async () => {
    if (common === null) await context.close();
    else if (common.isUsed) await releaseShared(common);
  };
  return { page, context, complaints, close };
}

/** Opens a page as somebody who is signed in: their cookie comes from the API. @param address the overview unless told */
export async function signIn({ page, context }: Visit, world: TestApi, address = '/'): Promise<void> {
  const { cookie } = await world.signedIn();
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie ?? '') ?? assert.fail('no session');
  await context.addCookies([{ name, value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/**
 * Goes to a page by its keys. Both are sent before an answer to the first is waited for: the page waits a moment for the
 * second, however long this process is kept from sending it.
 */
export async function jump({ keyboard }: Page, key: string): Promise<void> {
  await Promise.all([keyboard.press('g'), keyboard.press(key)]);
}

/** Goes to an address as a link of the page does: nothing is loaded anew, which takes a third of a second of processor time. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    history.pushState(null, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
}

/** Closes the messages that stand over the lower right of the page, and over what is to be pressed there. */
export async function closeMessages(page: Page): Promise<void> {
  const crosses = page.getByRole('button', { name: 'Close message' });
  // No more than four are shown: when one goes, one that waits may come.
  for (const end = Date.now() + SHOWN_WITHIN_MS; (await crosses.count()) > 0; await sleep(20)) {
    await crosses
      .first()
      .dispatchEvent('click', undefined, { timeout: 500 })
      .catch(() => undefined);
    if (Date.now() > end) assert.fail('messages stay, however often they are closed');
  }
}

/** Longest time that a list takes to open before it is asked again. */
const LIST_OPENS_WITHIN_MS = 1_000;

/**
 * Chooses from a list. A dialog moves the focus to its first field a moment after it opens, which closes a list that was
 * opened before: it is then opened again, as a person would.
 */
export async function choose(list: Locator, option: string | RegExp): Promise<void> {
  const wanted = list.page().getByRole('option', { name: option });
  for (const end = Date.now() + SHOWN_WITHIN_MS; ;) {
    await list.click();
    try {
      return await wanted.click({ timeout: LIST_OPENS_WITHIN_MS });
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Chooses a segment of a control. A dialog that is still opening may miss the first click: then it clicks again. */
export async function pick(place: Locator, word: string): Promise<void> {
  const choice = place.getByRole('radio', { name: word, exact: true });
  for (const end = Date.now() + SHOWN_WITHIN_MS; ; await sleep(50)) {
    await place.getByText(word, { exact: true }).click();
    if (await choice.isChecked()) return;
    if (Date.now() > end) assert.fail(`“${word}” was pressed and is not chosen`);
  }
}

/** Waits until the words of an element are so: a page that is told of a change shows it a moment later. */
export async function shows(place: Locator, words: RegExp): Promise<void> {
  await settles(
    async () => await place.innerText({ timeout: SHOWN_WITHIN_MS }),
    (text) => words.test(text),
    (text) => `not ${words} but ${JSON.stringify(text)}`,
  );
}

/** Waits until there are so many of it. */
export async function counts(place: Locator, count: number): Promise<void> {
  await settles(
    async () => await place.count(),
    (found) => found === count,
    (found) => `not ${count} but ${found} of ${String(place)}`,
  );
}

/** Waits until what is read of a page is this. */
export async function becomes<Read>(read: () => Promise<Read>, right: Read, where = ''): Promise<void> {
  await settles(
    read,
    (found) => isDeepStrictEqual(found, right),
    (found) => `${where} not ${JSON.stringify(right)} but ${JSON.stringify(found)}`,
  );
}

/** Waits until nothing of a page hangs over its side: one that was made narrow is laid out a moment later. */
export async function fits(page: Page): Promise<void> {
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await becomes(async () => await page.evaluate<number>(over), 0, 'pixels over the side:');
}

async function settles<Read>(
  read: () => Promise<Read>,
  isSo: (found: Read) => boolean,
  otherwise: (found: Read) => string,
): Promise<void> {
  const end = Date.now() + SHOWN_WITHIN_MS;
  // Soon at first, then less often: each look is a question to the page.
  for (let pauseMs = 15; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
    const found = await read();
    if (isSo(found)) return;
    if (Date.now() > end) assert.fail(otherwise(found));
    await sleep(pauseMs);
  }
}
