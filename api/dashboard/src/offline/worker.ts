/** The page's side of the service worker: registration, new versions, and missing features of the browser. */
import { missingForApp } from './missing.ts';

/** The service worker looks for locks with this name to know which files are in use. */
const PAGE_LOCK = 'munim-page:';
const HOUR_MS = 3_600_000;

let isOutdated = false;
let failure: string | null = null;
const listeners = new Set<() => void>();

function note(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: whether a newer version of the dashboard is installed, and why the worker is not. */
export const appState = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isOutdated: (): boolean => isOutdated,
  failure: (): string | null => failure,
};

/** True if the service worker opened this page from this device because the server did not answer. */
export const isStoredPage = (): boolean => 'stored' in document.documentElement.dataset;

/** Registers the service worker after the page has loaded. Does nothing if the browser lacks a feature for it. */
export function registerWorker(): void {
  if (missingForApp(globalThis) !== null) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register());
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  // held as long as the page is open
  void navigator.locks?.request(
    `${PAGE_LOCK}${entry}`,
    { mode: 'shared' },
    () => new Promise(() => undefined),
  );
  workers.addEventListener('message', ({ data }: MessageEvent<{ entry?: string } | null>) => {
    if (data?.entry !== undefined) note(() => (isOutdated = data.entry !== entry));
  });
  try {
    const registration = await workers.register('/sw.js');
    let asked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < HOUR_MS) return;
      asked = Date.now();
      // without a network there is nothing new
      registration.update().catch(() => undefined);
    });
  } catch (error) {
    // offline, a certificate that is not trusted, or storage that is switched off
    const reason = error instanceof Error ? error.message : String(error);
    note(() => (failure = reason));
  }
}
