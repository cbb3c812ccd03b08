import { type Mode, rupeesOf, rupeesOrNull } from '../records/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import type { DailyQuery, DailyView, DayView } from './daily-view.ts';
import { COUNTED } from './performance-reads.ts';
import { completeness } from './reasons.ts';

/** The results that charts are drawn from (portfolio/Measurement rules 5). A trade whose result is unknown is in no sum. */
export interface Daily {
  read(userId: string, query: DailyQuery): Promise<DailyView>;
  /** @param day in India */
  ofDay(userId: string, mode: Mode, day: string): Promise<DayView>;
}

export function createDaily(store: OptionsStore): Daily {
  return {
    read: async (userId, query) =>
      await store.read(userId, async (workspace) => {
        const { mode, strategy = null, from = null } = query;
        const rows = await readDays(workspace, { mode, strategy, from });
        const closed = rows.reduce((sum, one) => sum + one.closed, 0);
        const known = rows.reduce((sum, one) => sum + one.known, 0);
        let soFar = 0;
        return {
          mode,
          strategy,
          from,
          days: rows.map((row) => {
            soFar += row.net ?? 0;
            return {
              day: row.day,
              net: rupeesOrNull(row.net),
              cumulative_net: rupeesOf(soFar),
              closed: row.closed,
              unknown: row.closed - row.known,
            };
          }),
          state: completeness(known, closed),
          net: known === 0 ? null : rupeesOf(soFar),
          closed,
          unknown: closed - known,
        };
      }),
    ofDay: async (userId, mode, day) =>
      await store.read(userId, async (workspace) => {
        const rows = await readTrades(workspace, mode, day);
        const known = rows.filter(({ net }) => net !== null);
        let soFar = 0;
        const trades = rows.map(({ net, ...row }) => {
          soFar += net ?? 0;
          return { ...row, net: rupeesOrNull(net), cumulative_net: rupeesOf(soFar) };
        });
        return {
          mode,
          day,
          trades,
          net: known.length === 0 ? null : rupeesOf(soFar),
          unknown: rows.length - known.length,
        };
      }),
  };
}

async function readDays(
  workspace: Workspace,
  { mode, strategy, from }: { mode: Mode; strategy: string | null; from: string | null },
): Promise<{ day: string; closed: number; known: number; net: number | null }[]> {
  const conditions = [
    ...(strategy === null ? [] : ['and strategy = :strategy']),
    ...(from === null ? [] : ['and day >= :from']),
  ];
  return await workspace.select(
    `select day, count(*) as closed, count(realised_net_e4) as known, sum(realised_net_e4) as net
     ${COUNTED} ${conditions.join(' ')} group by day order by day`,
    { mode, ...(strategy === null ? {} : { strategy }), ...(from === null ? {} : { from }) },
  );
}

async function readTrades(
  workspace: Workspace,
  mode: Mode,
  day: string,
): Promise<{ at: string; tag: string; strategy: string; net: number | null }[]> {
  return await workspace.select(
    `select at, tag, strategy, realised_net_e4 as net ${COUNTED} and day = :day order by at, record_id`,
    { mode, day },
  );
}
