/** Files that another app shared with the installed one. The service worker stores them until the Import page opens them. */

const CACHE = 'munim-shared';

/** Takes the files and deletes them from the store. Empty if none arrived, or this browser has no store on this address. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(CACHE);
  const answers = (await cache.matchAll()).map(async (answer) => {
    const name = decodeURIComponent(answer.headers.get('X-Name') ?? 'file');
    return new File([await answer.blob()], name, { type: answer.headers.get('Content-Type') ?? '' });
  });
  const files = await Promise.all(answers);
  await forgetSharedFiles();
  return files;
}

export async function forgetSharedFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}
