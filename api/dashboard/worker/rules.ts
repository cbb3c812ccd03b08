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
  /** True if only a part of a file is requested. */
  isPartial: boolean;
}

/** Address that receives files shared by other apps; the manifest names it as well. */
const SHARE_TARGET = '/import/shared';
/** Addresses of the server that are no pages of the dashboard. */
const OF_SERVER = /^\/(?:api|ws|healthz|readyz|metrics)(?:\/|$)/;

const isPage = (path: string): boolean => !OF_SERVER.test(path) && !/\.[^/]*$/.test(path);

/**
 * How the worker answers a request: PAGE from the network, or the stored shell if the network fails; FILE from the cache
 * first; SHARED stores the files of a form. Null leaves the request to the browser: the API, sockets, changes, downloads and
 * other origins.
 */
export function kindOf(
  { method, url, mode, isPartial }: Asked,
  origin: string,
  files: readonly string[],
): 'PAGE' | 'FILE' | 'SHARED' | null {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return null;
  if (method === 'POST') return mode === 'navigate' && pathname === SHARE_TARGET ? 'SHARED' : null;
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
