/**
 * The service worker: opens the dashboard without a network, takes files that other apps share, and shows push messages. It
 * never stores an answer of the API.
 */
import { kindOf, MOST_SHARED, noticeOf, pageAddress, SHARED_MS, type Shell } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written before this file by the build. */
declare const MUNIM_SHELL: Shell;

const { version, entry, files } = MUNIM_SHELL;
const { origin } = self.location;
const FILES = 'munim-files-';
const OWN = `${FILES}${version}`;
/** Holds shared files until the person decides about them on the Import page. */
const SHARED = 'munim-shared';
/** Each page holds a lock with this name and the address of its entry script. */
const PAGE_LOCK = 'munim-page:';
const SHELL = '/index.html';
/** How long a page may wait for the server before the stored shell opens: an address at home may not answer at all. */
const NETWORK_MS = 4000;
/** Status codes of a proxy whose server is down. */
const SERVER_DOWN = new Set([502, 504]);

async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  await cache.addAll(files);
  // a server that is updated in between, or a login page of a proxy, may have answered with another page
  const page = await cache.match(SHELL);
  if (page === undefined || !(await page.text()).includes(entry)) {
    await caches.delete(OWN);
    throw new Error('The page belongs to another version.');
  }
  // pages of the old version keep working: its files stay while one is open
  await self.skipWaiting();
}

/** Deletes the files of versions that no open page uses. */
async function deleteUnused(): Promise<void> {
  const { held = [] } = await self.navigator.locks.query();
  const used = held.flatMap(({ name = '' }) =>
    name.startsWith(PAGE_LOCK) ? name.slice(PAGE_LOCK.length) : [],
  );
  for (const name of await caches.keys()) {
    if (!name.startsWith(FILES) || name === OWN) continue;
    const cache = await caches.open(name);
    const found = await Promise.all(used.map(async (script) => await cache.match(script)));
    if (found.every((one) => one === undefined)) await caches.delete(name);
  }
}

async function activate(): Promise<void> {
  await deleteUnused();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage({ entry });
}

/** The stored page, marked: with the mark it shows the kept overview and does not wait for the server once more. */
async function marked(shell: Response): Promise<Response> {
  const headers = new Headers(shell.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response((await shell.text()).replace('<html', '<html data-stored'), { headers });
}

async function page(request: Request): Promise<Response> {
  const shell = await (await caches.open(OWN)).match(SHELL);
  if (shell === undefined) return await fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, NETWORK_MS, null));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  return answer === null || SERVER_DOWN.has(answer.status) ? await marked(shell) : answer;
}

async function file(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(OWN)).put(request, answer.clone());
  return answer;
}

/** True while shared files wait for a decision. Deletes those that waited too long. */
async function hasShared(): Promise<boolean> {
  if (!(await caches.has(SHARED))) return false;
  const [first] = await (await caches.open(SHARED)).matchAll();
  // files that are being stored now
  if (first === undefined) return false;
  const age = Date.now() - Number(first.headers.get('X-At'));
  // also if the clock of the device was turned back
  if (age >= 0 && age < SHARED_MS) return true;
  await caches.delete(SHARED);
  return false;
}

/** Stores the files of a form; none of them if they are too many or too large. */
async function store(request: Request): Promise<void> {
  const form = await request.formData();
  const sent = form.getAll('files').filter((one) => one instanceof File);
  const bytes = sent.reduce((sum, { size }) => sum + size, 0);
  if (sent.length === 0 || sent.length > MOST_SHARED.files || bytes > MOST_SHARED.bytes) return;
  const shared = await caches.open(SHARED);
  const at = String(Date.now());
  await Promise.all(
    sent.map(async (one, index) => {
      const headers = { 'Content-Type': one.type, 'X-Name': encodeURIComponent(one.name), 'X-At': at };
      await shared.put(`/shared/${index}`, new Response(one, { headers }));
    }),
  );
}

/** Opens the Import page, which asks about the files, or for them again if they could not be stored. */
async function share(request: Request): Promise<Response> {
  // what is on the screen stays what is read: a second share does not take its place
  const isWaiting = await hasShared();
  if (!isWaiting) await store(request).catch(() => caches.delete(SHARED));
  return Response.redirect(`/data/import?shared${isWaiting ? '=again' : ''}`, 303);
}

/** Opens a page in a window of the dashboard, or in a new one. */
async function open(path: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  try {
    if (window === undefined) throw new Error('No window is open.');
    await window.focus().catch(() => undefined);
    if (window.url !== `${origin}${path}`) await window.navigate(path);
  } catch {
    // also if another version of the worker controls that window
    await self.clients.openWindow(path);
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, mode, referrer, headers } = request;
  const asked = { method, url, mode, referrer, site: headers.get('Sec-Fetch-Site') };
  switch (kindOf({ ...asked, isPartial: headers.has('Range') }, origin, files)) {
    case 'PAGE':
      event.respondWith(page(request));
      return event.waitUntil(Promise.all([deleteUnused(), hasShared()]));
    case 'FILE':
      return event.respondWith(file(request));
    case 'SHARED':
      return event.respondWith(share(request));
    case 'REFUSED':
      return event.respondWith(Response.redirect('/data/import?shared', 303));
  }
});
self.addEventListener('push', (event) => {
  const { title, options, unread } = noticeOf(event.data?.text() ?? null, origin);
  event.waitUntil(self.registration.showNotification(title, options));
  // not every browser has icons with numbers, and a person may refuse them
  const { navigator }: { navigator: Partial<WorkerNavigator> } = self;
  if (unread !== null)
    event.waitUntil(navigator.setAppBadge?.(unread).catch(() => undefined) ?? Promise.resolve());
});
// a button of a notification does the same as a press on it: it only opens a page
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = (event.notification.data ?? {}) as { path?: unknown };
  event.waitUntil(open(pageAddress(path, origin) ?? '/notifications'));
});
