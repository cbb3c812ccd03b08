import { createReadStream, existsSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';

const YEAR_SECONDS = 365 * 86_400;
/** Names as the build gives them: none is hidden, leads out of the folder or has to be decoded. */
const FILE_PATH = /^(?:\/[\w-][\w.-]*)+$/;
/** What the build leaves beside a file, the smaller one first. */
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Munim</title>
<h1>The dashboard is not built yet</h1>
<p>Run <code>npm run build</code> in the project folder and load this page again. The API and the chat work already.</p>`;

const WORKER = '/sw.js';
/** Address to which other apps share files with the installed one. The server gets them only if no service worker runs. */
const SHARE_TARGET = '/import/shared';
/** Replaces a service worker: it deletes the stored files, then itself. */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('munim-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** Where the build puts the dashboard, seen from the sources as well as from the compiled files. */
function builtDashboard(): string {
  const here = import.meta.dirname;
  const compiled = path.resolve(here, '../dashboard');
  return path.basename(path.resolve(here, '..')) === 'dist'
    ? compiled
    : path.resolve(here, '../dist/dashboard');
}

/**
 * The dashboard's files. Files under /assets carry their hash in the name and never change; everything else is asked
 * for anew each time. A path without an extension is a page of the app itself. Where the build left a brotli or gzip
 * file beside one, the browser gets the smallest that it takes.
 * @param hasWorker false, or a build without one, removes the service worker from browsers, where a broken one would stay.
 */
export function dashboardFiles(dir = builtDashboard(), hasWorker = true) {
  return async (ctx: ApiContext): Promise<void> => {
    ctx.state.route = 'dashboard';
    if (ctx.method === 'POST' && ctx.path === SHARE_TARGET) {
      // the body is not read: the page asks for the file again
      ctx.status = 303;
      ctx.set('Location', '/data/import?shared');
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Problem(405, 'METHOD_NOT_ALLOWED', 'This address is read-only. Use GET or HEAD.');
    }
    if (ctx.path === '/ws/live') {
      ctx.set('Upgrade', 'websocket');
      throw new Problem(426, 'UPGRADE_REQUIRED', 'This address accepts WebSocket connections only.');
    }
    const isAsset = ctx.path.startsWith('/assets/');
    const isPage = !isAsset && !path.posix.basename(ctx.path).includes('.');
    if (!existsSync(path.join(dir, 'index.html'))) {
      if (!isPage) throw missing();
      ctx.status = 503;
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = NOT_BUILT;
      return;
    }
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    const isRemoved = ctx.path === WORKER && !hasWorker;
    if (isRemoved || !(await sendFile(ctx, dir, isPage ? '/index.html' : ctx.path))) {
      if (ctx.path !== WORKER) throw missing();
      ctx.type = 'text/javascript; charset=utf-8';
      ctx.body = NO_WORKER;
    }
    if (ctx.fresh) ctx.status = 304;
  };
}

/** Answers with a file of the folder; false where there is none. */
async function sendFile(ctx: ApiContext, dir: string, name: string): Promise<boolean> {
  if (!FILE_PATH.test(name)) return false;
  let file = path.join(dir, name);
  let found: Stats | null = null;
  for (const [coding, ending] of PACKED) {
    if (ctx.acceptsEncodings(coding, 'identity') !== coding) continue;
    found = await statOfFile(file + ending);
    if (found === null) continue;
    ctx.set('Content-Encoding', coding);
    file += ending;
    break;
  }
  found ??= await statOfFile(file);
  if (found === null) return false;
  ctx.length = found.size;
  ctx.lastModified = found.mtime;
  ctx.type = path.extname(name);
  ctx.body = createReadStream(file);
  return true;
}

/** Null for what is no file, or not there. */
async function statOfFile(file: string): Promise<Stats | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

function missing(): Problem {
  return new Problem(
    404,
    'FILE_NOT_FOUND',
    'File not found. Reload the dashboard; it may have been updated.',
  );
}
