import { DAY_MS, istDate, istInstant } from '../../platform/index.ts';
import type { Workspace } from '../store/index.ts';
import type { Level } from './level.ts';
import { LOOK_BACK_MS, type Transition, transitionsFrom } from './level-machine.ts';
import type { LevelReason, Sample } from './window.ts';

export interface LevelRow {
  broker: string;
  since: string;
  level: Level;
  reasons_json: string;
}

export const reasonsIn = (row: Pick<LevelRow, 'reasons_json'>): LevelReason[] =>
  JSON.parse(row.reasons_json) as LevelReason[];

/** The first and the last moment of an IST day, as texts; the last one is that of the next day's beginning. */
export function boundsOf(day: string): { from: string; to: string } {
  const start = istInstant(day, '00:00');
  return { from: start.toISOString(), to: new Date(start.getTime() + DAY_MS).toISOString() };
}

export async function readLevels(workspace: Workspace, from: string, to: string): Promise<LevelRow[]> {
  return await workspace
    .rows<LevelRow>('broker_health_levels')
    .where('since', '>=', from)
    .where('since', '<', to)
    .orderBy(['broker', 'since'])
    .select('broker', 'since', 'level', 'reasons_json');
}

/** Samples of a broker in the order of time; those of one moment by their ids. */
export async function readSamples(
  workspace: Workspace,
  broker: string,
  from: string,
  to: string,
): Promise<Sample[]> {
  return await workspace
    .rows<Sample>('broker_health_samples')
    .where('broker', broker)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy(['at', 'record_id'])
    .select('at', 'is_ok', 'latency_ms', 'quote_age_s');
}

/**
 * Works out a broker's levels anew from a moment on until the end of its day, and writes what has changed.
 * @param from the earliest sample that is new
 */
export async function renewLevels(
  workspace: Workspace,
  broker: string,
  from: string,
  now: Date,
  isTrading: (at: Date) => boolean,
): Promise<void> {
  const day = boundsOf(istDate(new Date(from)));
  const lookBack = new Date(Date.parse(from) - LOOK_BACK_MS).toISOString();
  const samples = await readSamples(workspace, broker, lookBack < day.from ? day.from : lookBack, day.to);
  const known = (await readLevels(workspace, day.from, day.to)).filter((row) => row.broker === broker);
  const until = Math.min(now.getTime(), Date.parse(day.to));
  const before = known.findLast(({ since }) => since < from) ?? null;
  const fresh = transitionsFrom(samples, from, before, until, isTrading);
  const stale = known.filter(({ since }) => since >= from);
  if (isSame(fresh, stale)) return;
  if (stale.length > 0)
    await workspace
      .rows('broker_health_levels')
      .where('broker', broker)
      .where('since', '>=', from)
      .where('since', '<', day.to)
      .delete();
  await workspace.insert(
    'broker_health_levels',
    fresh.map(({ since, level, reasons }) => ({
      broker,
      since,
      level,
      reasons_json: JSON.stringify(reasons),
    })),
  );
}

const isSame = (fresh: readonly Transition[], rows: readonly LevelRow[]): boolean =>
  fresh.length === rows.length &&
  fresh.every(
    ({ since, level, reasons }, nr) =>
      rows[nr]?.since === since &&
      rows[nr].level === level &&
      rows[nr].reasons_json === JSON.stringify(reasons),
  );
