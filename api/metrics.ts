import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Core } from '../core/assembly/index.ts';
import { IDENTITIES } from '../core/quality/index.ts';
import { type DatabaseCheck, unexpectedErrors } from '../core/platform/index.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** A count that the database could not give. */
const UNKNOWN = -1;

/** The figures of one server, kept in a registry of its own. */
export function createMetrics(core: Core, check: Pick<DatabaseCheck, 'waiting'>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'munim_http_request_seconds',
    help: 'Request duration, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const sockets = new Gauge({ name: 'munim_live_sockets', help: 'Open live sockets', registers });
  const frames = new Counter({
    name: 'munim_live_frames_total',
    help: 'Frames sent to live sockets',
    labelNames: ['type'] as const,
    registers,
  });
  new Gauge({
    name: 'munim_database_connections',
    help: 'Connections in the system pool, and work that waits for one of any pool',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { totalCount, idleCount } = core.database.systemPool;
      this.set({ state: 'open' }, totalCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waited_for' }, core.database.waiting());
    },
  });
  new Gauge({
    name: 'munim_listener_connected',
    help: '1 while notifications from other processes arrive',
    registers,
    collect() {
      this.set(core.listener.connected ? 1 : 0);
    },
  });
  new Gauge({
    name: 'munim_deliveries_waiting',
    help: 'Notifications waiting for delivery',
    registers,
    async collect() {
      this.set((await check.waiting()).deliveries ?? UNKNOWN);
    },
  });
  new Gauge({
    name: 'munim_jobs_waiting',
    help: 'Scheduled runs that are due or running',
    registers,
    async collect() {
      this.set((await check.waiting()).jobs ?? UNKNOWN);
    },
  });
  new Gauge({
    name: 'munim_books_audit_findings',
    help: 'Pairs of figures in books that should agree and differ, by identity; -1 while the database is away',
    labelNames: ['identity'] as const,
    registers,
    async collect() {
      const { differences } = await check.waiting();
      for (const { code } of IDENTITIES)
        this.set({ identity: code }, differences === null ? UNKNOWN : (differences[code] ?? 0));
    },
  });
  new Gauge({
    name: 'munim_unexpected_errors',
    help: 'Errors since the start that no rule foresaw, by where they came up; each failed only itself',
    labelNames: ['in'] as const,
    registers,
    collect() {
      for (const [place, count] of unexpectedErrors()) this.set({ in: place }, count);
    },
  });
  return { registry, requests, sockets, frames };
}
