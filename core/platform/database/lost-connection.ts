import type pg from 'pg';

/**
 * Keeps a process alive when Postgres ends one of its connections between two statements. A client says so by an
 * `error` event, which ends the process where nobody listens; a pool listens only while a client is idle in it. Whoever
 * holds the client learns of it by the next statement, which is refused.
 */
export function survivesLostConnections(from: pg.Client | pg.Pool): void {
  if ('totalCount' in from) from.on('connect', (client) => client.on('error', () => undefined));
  else from.on('error', () => undefined);
}
