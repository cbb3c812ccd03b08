import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '../core/core.ts';
import { pendingMigrations, Problem } from '../core/platform/index.ts';
import { isLoopback } from './address.ts';
import type { ApiContext } from './context.ts';
import type { Metrics } from './metrics.ts';

const PATIENCE_MS = 2000;

/** Answers /healthz, /readyz and /metrics, which need no session; false for any other path. */
export function createHealth(core: Core, metrics: Metrics): (ctx: ApiContext) => Promise<boolean> {
  const checks: [part: string, check: () => Promise<string | null>][] = [
    [
      'database',
      async () => {
        await core.database.systemPool.query('select 1');
        return null;
      },
    ],
    [
      'migrations',
      async () => {
        const pending = await pendingMigrations(core.database.urls.ownerUrl);
        return pending.length === 0 ? null : `behind by ${pending.length}: run npm run migrate`;
      },
    ],
    [
      'announcements',
      async () => (core.listener.connected ? null : 'not connected; it tries again every second'),
    ],
  ];

  return async (ctx) => {
    switch (ctx.path) {
      case '/healthz':
        allowReading(ctx);
        ctx.state.route = '/healthz';
        ctx.status = core.outage() === null ? 200 : 503;
        ctx.type = 'text/plain';
        ctx.body = `${core.outage() ?? 'ok'}\n`;
        return true;
      case '/readyz': {
        allowReading(ctx);
        ctx.state.route = '/readyz';
        const found = await Promise.all(
          checks.map(async ([part, check]) => ({ part, wrong: await withinPatience(check) })),
        );
        ctx.status = found.every(({ wrong }) => wrong === null) ? 200 : 503;
        ctx.set('Cache-Control', 'no-store');
        ctx.type = 'text/plain';
        ctx.body = found.map(({ part, wrong }) => `${part}: ${wrong ?? 'ok'}\n`).join('');
        return true;
      }
      case '/metrics':
        allowReading(ctx);
        ctx.state.route = '/metrics';
        if (!mayReadMetrics(ctx, core.config.METRICS_TOKEN)) {
          ctx.set('WWW-Authenticate', 'Bearer');
          throw new Problem(
            401,
            'UNAUTHENTICATED',
            'Metrics are for this machine itself, or with the token of METRICS_TOKEN.',
          );
        }
        ctx.set('Cache-Control', 'no-store');
        ctx.set('Content-Type', metrics.registry.contentType);
        ctx.body = await metrics.registry.metrics();
        return true;
      default:
        return false;
    }
  };
}

function allowReading(ctx: ApiContext): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('Allow', 'GET, HEAD');
  throw new Problem(405, 'METHOD_NOT_ALLOWED', 'This address can only be read.');
}

/** Null when the part is well, else one line about what is wrong. Own words of errors stay in the log. */
async function withinPatience(check: () => Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const slow = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, 'no answer in time');
    });
    return await Promise.race([check(), slow]);
  } catch {
    return 'cannot be reached';
  } finally {
    clearTimeout(timer);
  }
}

/** Loopback means a direct connection: a proxy on this machine speaks for strangers. */
function mayReadMetrics(ctx: ApiContext, token: string | null): boolean {
  const direct =
    ctx.req.headers['x-forwarded-for'] === undefined && ctx.req.headers['forwarded'] === undefined;
  if (direct && isLoopback(ctx.req.socket.remoteAddress ?? '')) return true;
  const given = /^Bearer (.+)$/.exec(ctx.req.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
