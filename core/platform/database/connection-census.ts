import type pg from 'pg';
import { createCache } from '../cache/index.ts';
import { systemTimers } from '../clock.ts';
import type { HeldConnection } from './held-connection.ts';
import type { Log } from '../log.ts';

/** Connections of the server as one process sees them. */
interface ConnectionCensus {
  /** Connections available to all roles without special rights. */
  most: number;
  open: number;
  /** Connections of Munim, and its processes. */
  munim: number;
  processes: number;
  /** Most connections of one process. */
  perProcess: number;
}

/** Reads from the server itself, since a pooler shows only its own connections. */
export async function readConnections(
  client: Pick<pg.ClientBase, 'query'>,
  perProcess: number,
): Promise<ConnectionCensus> {
  const { rows } = await client.query<Omit<ConnectionCensus, 'perProcess'>>(
    `select (select sum(case name when 'max_connections' then setting::int else -setting::int end)::int from pg_settings
             where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')) as most,
       count(*)::int as open,
       count(*) filter (where application_name like 'munim%')::int as munim,
       count(*) filter (where application_name ~ '^munim:[a-z+]+:[0-9]+$' and datname = current_database())::int as processes
     from pg_stat_activity where backend_type = 'client backend'`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the server did not count its connections');
  return { ...found, processes: Math.max(1, found.processes), perProcess };
}

/** The census in one line, with advice if the processes may open more connections than are available. */
export function connectionWords(census: ConnectionCensus): { line: string; advice: string | null } {
  const { most, open, munim, processes, perProcess } = census;
  const wanted = processes * perProcess;
  const left = most - (open - munim);
  const line = `${open} of ${most} in use, ${Math.max(0, most - open)} free; Munim uses ${munim}, and at most ${wanted} (${processes} × ${perProcess})`;
  if (wanted <= left) return { line, advice: null };
  return {
    line,
    advice: `Munim may want ${wanted} connections, and ${Math.max(0, left)} are left for it. Lower DATABASE_CONNECTIONS, run fewer processes, raise max_connections, or put pgbouncer in front (DATABASE_DIRECT_URL).`,
  };
}

const KEPT_MS = 1000;

/** The census in words for monitoring, at most a second old. Null if the server gave none. */
export function createConnectionCensus(
  held: Pick<HeldConnection, 'session'>,
  perProcess: number,
  log: Log,
): () => Promise<string | null> {
  const kept = createCache<string | null>({ most: 1, keptMs: KEPT_MS, now: () => systemTimers.now() });
  return async () =>
    await kept.read('', '', async () => {
      try {
        const { line, advice } = connectionWords(
          await readConnections((await held.session()).client, perProcess),
        );
        return advice === null ? line : `${line}. ${advice}`;
      } catch (error) {
        log.debug({ err: error }, 'connections could not be counted');
        return null;
      }
    });
}
