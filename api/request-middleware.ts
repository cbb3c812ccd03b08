import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { countUnexpected, type Log, withWaitBudget } from '../core/platform/index.ts';
import { answerProblem, toProblem } from './errors.ts';
import type { ApiContext } from './context.ts';
import type { Metrics } from './metrics.ts';

/** A request id of a proxy of our own is carried on; it must be short and plain, since it is logged. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** The id of a request: one of its own, or the one that the proxy in front gave it. */
export function requestIdOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const given = trustProxy ? headers['x-request-id'] : undefined;
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

interface RequestMiddlewareOptions {
  log: Log;
  metrics: Metrics;
  headers: readonly [string, string][];
  trustProxy: boolean;
}

/** What surrounds every request: its id, headers, the one place where errors become answers, its log line and timing. */
export function createRequestMiddleware({ log, metrics, headers, trustProxy }: RequestMiddlewareOptions) {
  return async (ctx: ApiContext, next: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    const requestId = requestIdOf(ctx.req, trustProxy);
    const { state, res } = ctx;
    state.requestId = requestId;
    state.principal = null;
    state.route = null;
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of headers) res.setHeader(name, value);
    res.once('close', () => {
      const ms = performance.now() - start;
      const { method, path } = ctx;
      const { statusCode } = res;
      metrics.requests.observe({ method, route: state.route ?? 'other', status: statusCode }, ms / 1000);
      const line = {
        req: requestId,
        method,
        path,
        status: res.writableFinished ? statusCode : 499,
        ms: Math.round(ms * 100) / 100,
        user: state.principal?.userId,
        token: state.principal?.token?.id,
        address: state.address,
      };
      if (QUIET.has(path)) log.debug(line, 'request');
      else log.info(line, 'request');
    });
    try {
      await withWaitBudget(next);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status >= 500) {
        if (problem.status === 500) countUnexpected('request');
        log.error(
          { req: requestId, method: ctx.method, path: ctx.path, err: problem.cause ?? error },
          'request failed',
        );
      }
      if (res.headersSent) {
        // Half an answer is out: breaking the connection is the only way left to say that it failed.
        ctx.respond = false;
        res.destroy();
        return;
      }
      answerProblem(ctx, problem);
    }
  };
}
