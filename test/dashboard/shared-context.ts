/** The context of a browser that the test files of a process share, one after the other. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * Runs in the page before its own code: an offer to take something back, which stands for ten seconds, stands for two
 * minutes. A person is quick enough for it, a busy machine may not be.
 */
const LASTING_OFFERS = `{
  const plain = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => plain(work, ms === 10_000 ? 120_000 : ms, ...rest);
}`;

/** The window where a visit asks for no other. */
export const VIEWPORT = { width: 1280, height: 860 };
/** What all visits have in common, so that they can share a context. */
const CONTEXT: BrowserContextOptions = {
  viewport: VIEWPORT,
  // What moves costs a third of the processor time, for which nobody looks.
  reducedMotion: 'reduce',
  // A service worker and its caches would outlive the visit.
  serviceWorkers: 'block',
};

/**
 * A context that one file after the other uses, emptied in between: its scripts are loaded and compiled once, which is
 * most of what it costs to load a page. Only from one and the same address, though (see `openDashboard`). A visit leaves no
 * script in its page that runs before the next one’s, and routes no socket: neither can be taken back here.
 */
export interface SharedContext {
  context: BrowserContext;
  browser: Browser;
  url: string;
  isUsed: boolean;
  /** The page of each visit in turn: a new one would have a process of its own, and compile everything anew. */
  page: Page;
}
let shared: SharedContext | null = null;

/** A context of its own for one visit. @param url address of the server */
export async function openContext(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...CONTEXT, baseURL: url, ...options });
  await context.addInitScript(LASTING_OFFERS);
  return context;
}

/** The shared context as nobody has used it; null where somebody does. */
export async function takeShared(browser: Browser, url: string): Promise<SharedContext | null> {
  if (shared !== null && (shared.browser !== browser || shared.url !== url)) {
    if (shared.isUsed) return null;
    await shared.context.close();
    shared = null;
  }
  if (shared === null) {
    const context = await openContext(browser, url, {});
    shared = { context, browser, url, isUsed: false, page: await context.newPage() };
  }
  if (shared.isUsed) return null;
  shared.isUsed = true;
  return shared;
}

/** Events that visits listen to. Playwright itself listens to the others. */
const EVENTS = ['console', 'download', 'filechooser', 'pageerror', 'request', 'websocket'] as const;

/** Takes from the shared context everything that a visit left in it, but for the files in its cache. */
export async function releaseShared(one: SharedContext): Promise<void> {
  const { context, page } = one;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  // A case that failed may hold a request for ever.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page of the server's, but none of the app: nothing of the visit runs on, and the process stays.
  await page.goto('/healthz');
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate('sessionStorage.clear()');
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,service_workers,cache_storage';
  await session.send('Storage.clearDataForOrigin', { origin: one.url, storageTypes });
  await session.detach();
  one.isUsed = false;
}

/** Closes every page of a browser; what is shared stays for the next file. */
export async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) {
    if (context !== shared?.context) await context.close();
    else if (shared.isUsed) await releaseShared(shared);
  }
}
