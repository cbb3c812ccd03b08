/**
 * Files that another app shared with the installed one: the service worker stores them, for some minutes, until the person
 * decides about them on the Import page.
 */

const CACHE = 'munim-shared';

/** The files that wait. Empty if none arrived, or this browser has no store on this address. */
export async function sharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return [];
  const answers = (await (await caches.open(CACHE)).matchAll()).map(async (answer) => {
    const name = decodeURIComponent(answer.headers.get('X-Name') ?? 'file');
    return new File([await answer.blob()], name, { type: answer.headers.get('Content-Type') ?? '' });
  });
  return await Promise.all(answers);
}

export async function forgetSharedFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}
