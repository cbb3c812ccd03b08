/** Decisions of the service worker, without caches and events. */

/** Files of the first page, written into `/sw.js` by the build. */
export interface Shell {
  /** Hash of the list and its contents. */
  version: string;
  /** Address of the script that starts the page. */
  entry: string;
  files: readonly string[];
}

interface Asked {
  method: string;
  url: string;
  mode: string;
  /** Address of the page that sends the request. Empty for a share of the system, and for a page that hides its address. */
  referrer: string;
  /** `Sec-Fetch-Site`: `none` for a share of the system. Null in browsers that hide it from workers. */
  site: string | null;
  /** True if only a part of a file is requested. */
  isPartial: boolean;
}

/** Address that receives files shared by other apps; the manifest names it as well. */
const SHARE_TARGET = '/import/shared';
/** As many as the Import page takes at once, together as large as the largest file that the server takes. */
export const MOST_SHARED = { files: 200, bytes: 64 * 1024 * 1024 };
/** Shared files wait this long for the Import page. Another person may use the browser later. */
export const SHARED_MS = 10 * 60_000;
/** Addresses of the server that are no pages of the dashboard. */
const OF_SERVER = /^\/(?:api|ws|healthz|readyz|metrics)(?:\/|$)/;

const isPage = (path: string): boolean => !OF_SERVER.test(path) && !/\.[^/]*$/.test(path);

/**
 * How the worker answers a request: PAGE from the network, or the stored shell if the network fails; FILE from the cache
 * first; SHARED stores the files of a form; REFUSED stores nothing, because another site sent the form. Null leaves the
 * request to the browser: the API, sockets, changes, downloads and other origins.
 */
export function kindOf(
  { method, url, mode, referrer, site, isPartial }: Asked,
  origin: string,
  files: readonly string[],
): 'PAGE' | 'FILE' | 'SHARED' | 'REFUSED' | null {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return null;
  if (method === 'POST') {
    if (mode !== 'navigate' || pathname !== SHARE_TARGET) return null;
    const isElsewhere = /^https?:/.test(referrer) && new URL(referrer).origin !== origin;
    return isElsewhere || site === 'cross-site' || site === 'same-site' ? 'REFUSED' : 'SHARED';
  }
  if (method !== 'GET' || isPartial) return null;
  if (mode === 'navigate') return isPage(pathname) ? 'PAGE' : null;
  return pathname.startsWith('/assets/') || files.includes(pathname) ? 'FILE' : null;
}

/** Path and query of a page of this dashboard; null for another origin, the API, or an unreadable address. */
export function pageAddress(address: unknown, origin: string): string | null {
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return null;
  const { origin: named, pathname, search } = new URL(address, origin);
  return named === origin && isPage(pathname) ? `${pathname}${search}` : null;
}

interface Notice {
  title: string;
  /** The number on the icon of the app; null if the message has none. */
  unread: number | null;
  options: {
    body: string;
    tag?: string;
    silent: boolean;
    icon: string;
    badge: string;
    data: { path: string };
  };
}

const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : fallback;

const objectOr = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * The notification of a push message, in the form of Declarative Web Push. Unreadable data gives a plain notification:
 * browsers withdraw the permission after pushes that show nothing.
 */
export function noticeOf(data: string | null, origin: string): Notice {
  let message: unknown = null;
  try {
    message = JSON.parse(data ?? '');
  } catch {
    // shown as the plain notification
  }
  const { notification, app_badge: unread } = objectOr(message);
  const { title, body, navigate, tag, silent } = objectOr(notification);
  return {
    title: textOr(title, 'Munim'),
    unread: Number.isSafeInteger(unread) && Number(unread) >= 0 ? Number(unread) : null,
    options: {
      body: textOr(body, title === undefined ? 'Open Munim to see what is new.' : ''),
      ...(typeof tag === 'string' && tag !== '' ? { tag } : {}),
      silent: silent === true,
      icon: '/icons/app-192.png',
      badge: '/icons/badge-96.png',
      data: { path: pageAddress(navigate, origin) ?? '/notifications' },
    },
  };
}
