import type { Context } from '../../platform/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Level } from '../broker-health/index.ts';
import { type EnvelopeView, marketMoment, standingOf, toEnvelopeView } from '../envelope/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import { brokersNow, decide } from './decide.ts';
import { type EventRow, type PermissionRows, readPermissionRows } from './permission-rows.ts';
import type { PermissionView } from './permission-shape.ts';

/** All guards of a workspace at one moment, and what they mean for each strategy. */
export interface SafetyView {
  /** False for a workspace in which nothing was ever reported. */
  has_records: boolean;
  envelope: EnvelopeView;
  brokers: { broker: string; level: Level | null; last_sample_at: string | null }[];
  events: EventRow[];
  mismatches: number;
  strategies: PermissionView[];
}

export type Safety = (userId: string) => Promise<SafetyView>;

/** Strategies that are shown; the card of a chat holds no more. */
const MOST_STRATEGIES = 20;
/** Before anybody named one. */
const NO_STRATEGY = '';

export function createSafety(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  store: OptionsStore,
  calendar: Calendar,
): Safety {
  return async (userId) =>
    await store.read(userId, async (workspace) => {
      const now = clock.now();
      const at = { ...marketMoment(calendar, now), capital: config.PHASE1_CAPITAL };
      const names = await strategiesOf(workspace);
      const read = new Map<string, PermissionRows>();
      for (const name of [NO_STRATEGY, ...names])
        read.set(name, await readPermissionRows(workspace, name, now));
      const any = read.get(NO_STRATEGY);
      if (any === undefined) throw new Error('the guards were not read');
      return {
        has_records: await hasRecords(workspace),
        envelope: toEnvelopeView(standingOf(any.envelope, config.PHASE1_CAPITAL, at), now),
        brokers: brokersNow(any, {}, at).map(({ broker, level, lastSampleAt }) => ({
          broker,
          level,
          last_sample_at: lastSampleAt,
        })),
        events: any.events,
        mismatches: any.mismatches?.count ?? 0,
        strategies: names.flatMap((strategy) => {
          const rows = read.get(strategy);
          return rows === undefined ? [] : [decide(rows, { strategy }, at)];
        }),
      };
    });
}

/** Whether anything was ever reported. */
export async function hasRecords(workspace: Workspace): Promise<boolean> {
  const rows = await workspace.select(
    'select 1 as one from ingest_records where owner_user_id = :owner limit 1',
  );
  return rows.length > 0;
}

/** True if a person has an open option position. */
export async function hasOpenPositions(workspace: Workspace): Promise<boolean> {
  const rows = await workspace.select(
    'select 1 as one from positions where owner_user_id = :owner and is_open = 1 limit 1',
  );
  return rows.length > 0;
}

/** Strategies that were promoted, or have trades: the last promoted and the last opened first. */
async function strategiesOf(workspace: Workspace): Promise<string[]> {
  const rows = await workspace.select<{ strategy: string }>(
    `select strategy, max(since) as last from (
       select strategy, since from go_live where owner_user_id = :owner
       union all select strategy, opened_at from positions where owner_user_id = :owner and is_open = 1
       union all select * from (select strategy, at from executions where owner_user_id = :owner
         order by day desc, at desc limit 200) fills
       union all select * from (select strategy, at from closed_trades where owner_user_id = :owner and is_counted = 1
         and mode = 'LIVE' order by at desc limit 200) closed) known
     group by strategy order by last desc, strategy limit :most`,
    { most: MOST_STRATEGIES },
  );
  return rows.map(({ strategy }) => strategy);
}
