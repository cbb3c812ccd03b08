import { existsSync } from 'node:fs';
import path from 'node:path';
import send from 'koa-send';
import { Problem, DAY_MS } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';

const YEAR_MS = 365 * DAY_MS;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Munim</title>
<h1>The dashboard is not built yet</h1>
<p>Run <code>npm run build</code> in the project folder and load this page again. The API and the chat work already.</p>`;

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
 * file beside one, koa-send picks what the browser takes.
 */
export function dashboardFiles(dir = builtDashboard()) {
  return async (ctx: ApiContext): Promise<void> => {
    ctx.state.route = 'dashboard';
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Problem(405, 'METHOD_NOT_ALLOWED', 'This address can only be read.');
    }
    if (ctx.path === '/ws/live') {
      ctx.set('Upgrade', 'websocket');
      throw new Problem(426, 'UPGRADE_REQUIRED', 'This address is a WebSocket.');
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
    ctx.set('Cache-Control', isAsset ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
    try {
      const sent = await send(ctx, isPage ? '/index.html' : ctx.path, { root: dir });
      if (sent === undefined) throw missing();
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 404 || status === 400 || status === 403) throw missing();
      throw error;
    }
    if (ctx.fresh) ctx.status = 304;
  };
}

function missing(): Problem {
  return new Problem(
    404,
    'FILE_NOT_FOUND',
    'There is no such file. Load the dashboard again; it may have been updated.',
  );
}
