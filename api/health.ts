import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '../core/assembly/index.ts';
import { whatIsOff } from '../core/research/index.ts';
import {
  backgroundTimers,
  createConnectionCensus,
  createLocalRateLimit,
  type DatabaseCheck,
  momentInWords,
  Problem,
} from '../core/platform/index.ts';
import { isLoopback } from './address.ts';
import type { ApiContext } from './context.ts';
import type { Metrics } from './metrics.ts';
import { createOptionsState } from './options-state.ts';

/** What one address may ask of /readyz and /metrics: far more than whoever watches a server asks. */
const ASKED = { name: 'health', points: 1000, seconds: 10 };

/** Answers /healthz, /readyz and /metrics, which need no session; false for any other path. */
export function createHealth(
  core: Core,
  metrics: Metrics,
  check: Pick<DatabaseCheck, 'state'>,
): (ctx: ApiContext) => Promise<boolean> {
  const limit = createLocalRateLimit(ASKED);
  const { database, config, log } = core;
  const connections = createConnectionCensus(database.held, config.DATABASE_CONNECTIONS, log);
  const options = createOptionsState(async () => await core.options.store.check(), backgroundTimers);

  const startedAt = momentInWords(core.clock.now());

  return async (ctx) => {
    switch (ctx.path) {
      case '/healthz':
        // Without a limit: whoever restarts a server that does not answer must not be kept away by another's questions.
        allowReading(ctx);
        ctx.state.route = '/healthz';
        ctx.status = core.outage() === null ? 200 : 503;
        ctx.type = 'text/plain';
        ctx.body = `${core.outage() ?? 'ok'}\n`;
        return true;
      case '/readyz': {
        allowReading(ctx);
        ctx.state.route = '/readyz';
        await limit.spend(ctx.state.address);
        const found = Object.entries({
          ...(await check.state()),
          announcements: core.listener.connected ? null : 'not connected; it tries again every second',
        });
        // Its absence takes nothing from the portfolio: it is named, and the server stays ready.
        const away = await options();
        ctx.status = found.every(([, wrong]) => wrong === null) ? 200 : 503;
        ctx.set('Cache-Control', 'no-store');
        ctx.type = 'text/plain';
        const research = whatIsOff(core.config);
        // An unreachable database has nothing to count, and the caller does not wait for it twice.
        const counted = ctx.status === 200 ? await connections() : null;
        const lines = counted === null ? [] : [['connections', counted]];
        // It names files and counts, which are not for strangers.
        const isShown = isTrusted(ctx, core.config.METRICS_TOKEN);
        const backups = isShown ? await backupLine(core) : [];
        // A start that could not show it would not have come so far; `npm run doctor` tries it again.
        const separation = isShown
          ? [['separation', `held when it was tried at the start, ${startedAt}`]]
          : [];
        ctx.body = [
          ...found,
          ...lines,
          ['options', away],
          ['ai research', research],
          ...separation,
          ...backups,
        ]
          .map(([part, wrong]) => `${part}: ${wrong ?? 'ok'}\n`)
          .join('');
        return true;
      }
      case '/metrics':
        allowReading(ctx);
        ctx.state.route = '/metrics';
        await limit.spend(ctx.state.address);
        if (!isTrusted(ctx, core.config.METRICS_TOKEN)) {
          ctx.set('WWW-Authenticate', 'Bearer');
          throw new Problem(
            401,
            'UNAUTHENTICATED',
            'Metrics are available on this machine only, or with the METRICS_TOKEN.',
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

async function backupLine({ backups }: Pick<Core, 'backups'>): Promise<[string, string][]> {
  const { lines } = await backups.read();
  return [['backups', lines.map(({ text }) => text).join(' ')]];
}

function allowReading(ctx: ApiContext): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('Allow', 'GET, HEAD');
  throw new Problem(405, 'METHOD_NOT_ALLOWED', 'This address is read-only. Use GET or HEAD.');
}

/** True for a direct request from this machine or with the token. A request through a proxy may be a stranger's. */
function isTrusted(ctx: ApiContext, token: string | null): boolean {
  const direct =
    ctx.req.headers['x-forwarded-for'] === undefined && ctx.req.headers['forwarded'] === undefined;
  if (direct && isLoopback(ctx.req.socket.remoteAddress ?? '')) return true;
  const given = /^Bearer (.+)$/.exec(ctx.req.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
