import { DAY_MS, daysBetween, istDate } from '../platform/index.ts';
import type { CapacityLimit, CapacityView, Growth } from './view.ts';

/**
 * A longer run has hung: it counts as failed, and its late writes are fenced or have a natural key. Jobs with more work
 * set a longer limit in the schedule.
 */
export const LONGEST_RUN_MINUTES = 10;

/** Jobs that work per person, with their labels. `served` reads the people of a run from its record. */
export const JOBS_OF_PEOPLE: readonly { job: string; label: string; served?: RegExp }[] = [
  { job: 'hourly_portfolio_snapshot', label: 'Hourly values', served: /^(\d+) recorded/ },
  { job: 'support_alert_monitor', label: 'Alerts' },
  { job: 'hourly_portfolio_update', label: 'Hourly messages' },
  { job: 'morning_portfolio_report', label: 'Morning report' },
  { job: 'eod_portfolio_report', label: 'Evening report' },
  { job: 'daily_beta_enrichment', label: 'Betas' },
  { job: 'daily_dividend_enrichment', label: 'Dividends' },
  { job: 'daily_corporate_actions', label: 'Corporate actions' },
  { job: 'daily_books_audit', label: 'Audit of books' },
  { job: 'daily_goal_snapshot', label: 'Goals' },
];

/** A finished run. */
export interface MeasuredRun {
  job: string;
  finished_at: Date;
  ms: number;
  /** Line of the run's record. */
  reason: string | null;
}

export interface MeasuredTable {
  /** Name with its schema. */
  name: string;
  /** The database's own estimate; null before it analysed the table. */
  rows: number | null;
  bytes: number;
}

/** Measurements of the server. */
export interface Measured {
  now: Date;
  people: number;
  /** Newest first. */
  runs: readonly MeasuredRun[];
  tables: readonly MeasuredTable[];
  /** Symbols held, by the database's own estimate. */
  symbols: number | null;
  database_bytes: number;
  /** Oldest recorded sizes of the last days by table; the database has an empty name. */
  earlier: readonly { name: string; day: string; bytes: number }[];
  memory: { used: number; most: number };
  connections: { used: number; most: number };
  /** Free bytes on the disk of the database, or why they are unknown. */
  disk: { free: number } | { unknown: string };
}

/** With fewer people, memory and time are mostly the program's own. */
const FEWEST_PEOPLE = 20;
const LARGEST_TABLES = 8;
const DAYS_A_YEAR = 365;
/** Connections do not grow by themselves: they run out first only if few are left. */
const NEARLY_USED_PCT = 80;
const NOT_ANALYSED = 'The database has not analysed this table yet.';
const COUNTED = [
  ['Transactions', 'portfolio.transactions'],
  ['Hourly values', 'portfolio.snapshots'],
  ['Holdings', 'portfolio.holdings'],
  ['Closes', 'portfolio.price_history'],
] as const;

/** Load, limits and growth of the server, and the most used limit. Unknown figures are null with a reason. */
export function capacityOf(measured: Measured): CapacityView {
  const { now, people, tables, symbols } = measured;
  const database = growthOf(measured, '', measured.database_bytes);
  const limits = [
    ...JOBS_OF_PEOPLE.map((job) => jobLimit(measured, job)),
    memoryLimit(measured),
    connectionLimit(measured),
    diskLimit(measured, database),
  ].toSorted((a, b) => (b.used_pct ?? -1) - (a.used_pct ?? -1));
  const first =
    limits.find(({ kind, used_pct }) => (used_pct ?? -1) >= (kind === 'CONNECTIONS' ? NEARLY_USED_PCT : 0)) ??
    null;
  const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]));
  return {
    measured_at: now.toISOString(),
    people,
    counts: [
      ...COUNTED.map(([label, name]) => estimate(label, rowsOf.get(name) ?? null)),
      estimate('Symbols held', symbols),
    ],
    database,
    tables: tables
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, LARGEST_TABLES)
      .map(({ name, rows, bytes }) => ({ name, rows, ...growthOf(measured, name, bytes) })),
    limits,
    first: first?.name ?? null,
  };
}

const estimate = (label: string, rows: number | null) => ({
  label,
  rows,
  reason: rows === null ? NOT_ANALYSED : null,
});

function growthOf({ now, earlier }: Measured, name: string, bytes: number): Growth {
  const before = earlier.find((one) => one.name === name);
  const days = before === undefined ? 0 : daysBetween(before.day, istDate(now));
  if (before === undefined || days < 1)
    return {
      bytes,
      bytes_a_day: null,
      days: null,
      reason: 'Growth is known from the second night on, when sizes are recorded.',
    };
  return { bytes, bytes_a_day: Math.round((bytes - before.bytes) / days), days, reason: null };
}

interface Use {
  used: number;
  most: number;
  measured_at: Date;
  evidence: string;
  people_fit?: number | null;
  days_left?: number | null;
  reason?: string | null;
}

type Named = Pick<CapacityLimit, 'kind' | 'name' | 'label' | 'unit'>;

const known = (named: Named, { used, most, measured_at, evidence, ...rest }: Use): CapacityLimit => ({
  ...named,
  used: Math.round(used),
  most,
  used_pct: Math.round((used / most) * 1000) / 10,
  people_fit: rest.people_fit ?? null,
  days_left: rest.days_left ?? null,
  measured_at: measured_at.toISOString(),
  evidence,
  reason: rest.reason ?? null,
});

const unknown = (named: Named, reason: string): CapacityLimit => ({
  ...named,
  used: null,
  most: null,
  used_pct: null,
  people_fit: null,
  days_left: null,
  measured_at: null,
  evidence: null,
  reason,
});

/** Time of a run for all people against its time limit, by the median of its last runs. */
function jobLimit({ runs, people }: Measured, { job, label, served }: (typeof JOBS_OF_PEOPLE)[number]) {
  const named: Named = { kind: 'JOB', name: job, label, unit: 'ms' };
  const own = runs.flatMap((run) => {
    if (run.job !== job) return [];
    const count = served === undefined ? people : Number(served.exec(run.reason ?? '')?.[1] ?? 0);
    return count === 0 ? [] : [{ ...run, count, each: run.ms / count }];
  });
  const [last] = own;
  if (last === undefined) return unknown(named, 'No run of the last 7 days has finished.');
  const each = own.map((run) => run.each).toSorted((a, b) => a - b)[own.length >> 1] ?? 0;
  const most = LONGEST_RUN_MINUTES * 60_000;
  const counted = served === undefined ? 'as many people as today' : `${last.count} people`;
  return known(named, {
    used: each * people,
    most,
    measured_at: last.finished_at,
    evidence: `The last run took ${seconds(last.ms)} for ${counted}. Median of ${own.length} runs: ${milliseconds(each)} a person. A run may take ${LONGEST_RUN_MINUTES} minutes.`,
    ...fitting(people, most / each),
  });
}

function memoryLimit({ memory: { used, most }, people, now }: Measured): CapacityLimit {
  return known(
    { kind: 'MEMORY', name: 'memory', label: 'Memory of this process', unit: 'bytes' },
    {
      used,
      most,
      measured_at: now,
      evidence: `Measured now, the program’s own part included. The limit is the machine’s memory, or that of its container.`,
      ...fitting(people, (most / used) * people),
    },
  );
}

/** With few people, the fixed part of a cost hides the cost per person. */
function fitting(people: number, fit: number): Pick<Use, 'people_fit' | 'reason'> {
  if (people >= FEWEST_PEOPLE) return { people_fit: Math.floor(fit) };
  const reason = `With fewer than ${FEWEST_PEOPLE} people this is mostly the program’s own, so the number of people that fit is unknown.`;
  return { people_fit: null, reason };
}

function connectionLimit({ connections: { used, most }, now }: Measured): CapacityLimit {
  return known(
    { kind: 'CONNECTIONS', name: 'connections', label: 'Database connections', unit: 'connections' },
    {
      used,
      most,
      measured_at: now,
      evidence: 'Open now, of all processes on this database server.',
      reason: 'Connections grow with processes, not with people.',
    },
  );
}

/** Growth of a year against the free disk. */
function diskLimit({ disk, now }: Measured, { bytes_a_day: daily, days, reason }: Growth): CapacityLimit {
  const named: Named = { kind: 'DISK', name: 'disk', label: 'Disk, for a year of growth', unit: 'bytes' };
  if ('unknown' in disk) return unknown(named, disk.unknown);
  if (daily === null || disk.free === 0) return unknown(named, reason ?? 'The disk is full.');
  return known(named, {
    used: Math.max(0, daily) * DAYS_A_YEAR,
    most: disk.free,
    measured_at: now,
    evidence: `The free room on the disk of DATA_DIR now, and the growth of the database over ${days} days.`,
    days_left: daily > 0 ? Math.floor(disk.free / daily) : null,
    reason: daily > 0 ? null : `The database did not grow over ${days} days.`,
  });
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** Sizes are compared with the oldest record of this many days. */
export const GROWTH_DAYS = 14;
/** Runs of this period are measured. */
export const RUNS_MS = 7 * DAY_MS;
