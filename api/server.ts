import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { Core } from '../core/assembly/index.ts';
import { createDatabaseCheck } from '../core/platform/index.ts';
import { comesThroughProxy, isLoopback, limitKey } from './address.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  createLimitedServer,
  trackUnusedConnections,
} from './connection-limits.ts';
import type { ApiContext, ApiState } from './context.ts';
import { dashboardFiles } from './dashboard-files.ts';
import { createDispatch } from './dispatch.ts';
import { createRequestMiddleware } from './request-middleware.ts';
import { createHealth } from './health.ts';
import { legacyAddresses } from './legacy-addresses.ts';
import { createHostCheck } from './host.ts';
import { createLive, type Heartbeat } from './live.ts';
import { createMetrics } from './metrics.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes/index.ts';
import { securityHeaders } from './security-headers.ts';
import { answerMalformed } from './malformed-requests.ts';

export interface ApiOptions {
  host?: string;
  /** 0 picks a free port. */
  port?: number;
  /** The table of routes; tests may hand in their own. */
  routes?: readonly Route[];
  /** Requests a minute of one user, 3000 unless told. */
  requestsPerMinute?: number;
  /** Checks each answer against its declared schema, and fails the request where they differ. */
  checkResponses?: boolean;
  /** Where the built dashboard is. */
  dashboardDir?: string;
  /** When live sockets are asked for a sign of life: every 30 seconds unless told. */
  heartbeat?: Heartbeat;
  /** Longest wait for requests under way when the server closes. */
  closeWithinMs?: number;
  /** How long connections may be silent and how many there may be, where not as usual. */
  connections?: Partial<ConnectionLimits>;
}

export interface Api {
  /** Starts listening; answers the address. @throws EADDRINUSE and the like, from Node. */
  listen(): Promise<{ url: string; port: number }>;
  /** Takes no new requests, finishes those under way, closes sockets; after the deadline it cuts what is left. */
  close(): Promise<void>;
}

/** Connections that wait to be accepted, as far as the system allows: one for which there is no room tries again a second later. */
const BACKLOG = 4096;
const CLOSE_WITHIN_MS = 10_000;

/** The HTTP door: routes of the table, the dashboard's files, the live socket, health and metrics. */
export async function createApi(core: Core, options: ApiOptions = {}): Promise<Api> {
  const { config, log } = core;
  const origins = { publicUrl: config.PUBLIC_URL, trustProxy: config.TRUST_PROXY };
  const { held, isPooled, limits, urls } = core.database;
  const check = createDatabaseCheck(isPooled ? urls.ownerUrl : held, log, limits.check);
  const metrics = createMetrics(core, check);
  const app = new Koa<ApiState>({ proxy: config.TRUST_PROXY, maxIpsCount: 1 });
  const headers = securityHeaders(config.PUBLIC_URL?.startsWith('https:') === true);
  const checkHost = createHostCheck(config);
  const health = createHealth(core, metrics, check);
  const files = dashboardFiles(options.dashboardDir, config.SERVICE_WORKER_ENABLED);
  const use = (handle: (ctx: ApiContext, next: () => Promise<void>) => Promise<void>) =>
    app.use(handle as unknown as Koa.Middleware<ApiState>);

  use(createRequestMiddleware({ log, metrics, headers, trustProxy: config.TRUST_PROXY }));
  use(async (ctx, next) => {
    checkHost(ctx.req);
    Object.assign(ctx.state, whereFrom(ctx, config.TRUST_PROXY));
    if (!(await health(ctx))) await next();
  });
  use(legacyAddresses);
  for (const handle of createDispatch({
    core,
    routes: options.routes ?? ROUTES,
    origins,
    requestsPerMinute: options.requestsPerMinute ?? 3000,
    checkResponses: options.checkResponses ?? false,
  })) {
    use(handle);
  }
  use(files);
  app.silent = true;

  const connections = { ...CONNECTION_LIMITS, ...options.connections };
  const handle = app.callback();
  app.listen = ((...args: Parameters<Server['listen']>) =>
    createLimitedServer((req, res) => void handle(req, res), {
      limits: connections,
      behindProxy: config.TRUST_PROXY,
      log,
    }).listen(...args)) as typeof app.listen;
  const live = createLive(core, {
    origins,
    checkHost,
    metrics,
    most: Math.floor(connections.most / 2),
    ...(options.heartbeat === undefined ? {} : { heartbeat: options.heartbeat }),
  });
  const { ws } = live.attach(app);
  let server: Server | null = null;
  let closeUnused = (): void => undefined;

  return {
    async listen() {
      const listening = app.listen(options.port ?? config.PORT, options.host ?? config.HOST, BACKLOG);
      server = listening;
      closeUnused = trackUnusedConnections(listening);
      // It repeats the errors of the HTTP server, which are heard below; unheard they would end the process.
      ws.server?.on('error', () => undefined);
      ws.server?.on('headers', (own: string[], req: IncomingMessage) => live.sign(own, req));
      listening.on('clientError', answerMalformed(log));
      await new Promise<void>((resolve, reject) => {
        listening.once('listening', resolve);
        listening.once('error', reject);
      });
      const { address, family, port } = listening.address() as AddressInfo;
      const host =
        address === '::' || address === '0.0.0.0'
          ? 'localhost'
          : family === 'IPv6'
            ? `[${address}]`
            : address;
      return { url: `http://${host}:${port}`, port };
    },
    async close() {
      const listening = server;
      server = null;
      const deadline = options.closeWithinMs ?? CLOSE_WITHIN_MS;
      if (listening !== null) {
        const closed = new Promise<void>((resolve) => listening.close(() => resolve()));
        // A connection that was busy just now is idle a moment later.
        const sweep = setInterval(() => {
          listening.closeIdleConnections();
          closeUnused();
        }, 20);
        const cut = setTimeout(() => listening.closeAllConnections(), deadline);
        await live.close(Math.min(deadline, 2000));
        await closed;
        clearTimeout(cut);
        clearInterval(sweep);
      } else {
        await live.close(0);
      }
      metrics.registry.clear();
      await check.close();
    },
  };
}

/** Where a request came from. Strangers behind a proxy that is not trusted are never taken for this machine. */
function whereFrom(ctx: ApiContext, trustProxy: boolean): Pick<ApiState, 'address' | 'isHere'> {
  if (trustProxy) return { address: limitKey(ctx.ip), isHere: false };
  const remote = ctx.req.socket.remoteAddress ?? '';
  const isHere = isLoopback(remote) && !comesThroughProxy(ctx.headers);
  const address = limitKey(remote);
  return { address: isHere || !isLoopback(remote) ? address : `${address} through a proxy`, isHere };
}
