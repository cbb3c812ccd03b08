import type { Knex } from 'knex';
import { dayAfter, istInstant, type PageQuery, pageWindow } from '../../platform/index.ts';
import type { Mode } from '../records/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import type { TradeAsked } from './journal-view.ts';

/** Which trades a list has. Days are IST dates, both ends included. */
interface TradeFilter {
  strategy?: string | undefined;
  mode?: string | undefined;
  /** Those with money and of a rehearsal, without those beside the market. */
  withoutShadow?: boolean;
  exit_reason?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A trade as the journal keeps it: one row for each mode and tag, of the report that counts. */
export interface StoredTrade {
  mode: Mode;
  tag: string;
  close_time: string;
  day: string;
  payload_json: string;
  operator_notes: string | null;
  notes_updated_at: string | null;
  narrative_debrief: string | null;
  narrative_source: string | null;
  event_risk_at_entry: string;
}
const STORED =
  'j.mode, j.tag, j.close_time, j.day, j.payload_json, j.operator_notes, j.notes_updated_at, j.narrative_debrief, j.narrative_source, j.event_risk_at_entry';

/** The trade that a person names: of several modes the most real one, unless they say which. */
export const storedTrade = async (
  workspace: Workspace,
  { tag, mode }: TradeAsked,
): Promise<StoredTrade | undefined> =>
  (
    await workspace.select<StoredTrade>(
      `select ${STORED} from trade_journal j
       where j.owner_user_id = :owner and j.tag = :tag ${mode === undefined ? '' : 'and j.mode = :mode'}
       order by case j.mode when 'LIVE' then 0 when 'DRY_RUN' then 1 else 2 end limit 1`,
      { tag, ...(mode === undefined ? {} : { mode }) },
    )
  )[0];

/** The report that counts, without what only the journal tells. */
export interface CountedTrade {
  tag: string;
  at: string;
  strategy: string;
  mode: Mode;
  underlying: string;
  opened_at: string;
  exit_reason: string;
  realised_gross_e4: number | null;
  realised_costs_e4: number | null;
  realised_net_e4: number | null;
  reasons_json: string;
}

/**
 * What is read of each trade: its row of the journal, or the report that counts. A cross join keeps its order in SQLite,
 * which would otherwise go through all trades and hold the page against each.
 */
const READS = {
  journal: {
    columns: STORED,
    join: 'cross join trade_journal j where j.owner_user_id = :owner and j.mode = p.mode and j.tag = p.tag',
  },
  counted: {
    columns:
      'c.tag, c.at, c.strategy, c.mode, c.underlying, c.opened_at, c.exit_reason, c.realised_gross_e4, c.realised_costs_e4, c.realised_net_e4, c.reasons_json',
    join: 'cross join closed_trades c where c.owner_user_id = :owner and c.mode = p.mode and c.tag = p.tag and c.is_counted = 1',
  },
} as const;

interface TradePage<T> {
  rows: T[];
  page: number;
  page_size: number;
  total: number;
}

/** Counts that are kept: one for each list that somebody pages through. */
const MOST_KEPT = 1_000;

/** Pages of closed trades, the newest first: each trade once (portfolio/Measurement rules 4). */
interface TradePages {
  journal(userId: string, filter: TradeFilter, page: PageQuery): Promise<TradePage<StoredTrade>>;
  counted(userId: string, filter: TradeFilter, page: PageQuery): Promise<TradePage<CountedTrade>>;
}

export function createTradePages(store: OptionsStore): TradePages {
  const counts = new Map<string, { revision: number; total: number }>();

  async function totalOf(userId: string, where: Where): Promise<number> {
    // Before the count: what changes meanwhile makes it one of an older revision.
    const revision = await store.revision(userId);
    const key = `${userId} ${where.sql} ${JSON.stringify(where.values)}`;
    const kept = counts.get(key);
    if (kept?.revision === revision) return kept.total;
    const total = await store.read(userId, async (workspace) => {
      const [found] = await workspace.select<{ total: number }>(
        `select count(*) as total from trade_journal where ${where.sql}`,
        where.values,
      );
      return found?.total ?? 0;
    });
    counts.delete(key);
    if (counts.size >= MOST_KEPT) counts.delete(counts.keys().next().value ?? '');
    counts.set(key, { revision, total });
    return total;
  }

  async function read<T extends object>(
    userId: string,
    { columns, join }: (typeof READS)[keyof typeof READS],
    filter: TradeFilter,
    query: PageQuery,
  ): Promise<TradePage<T>> {
    const { page, page_size, offset } = pageWindow(query);
    const where = whereOf(filter);
    const total = await totalOf(userId, where);
    const size = Math.min(page_size, Math.max(0, total - offset));
    if (size === 0) return { rows: [], page, page_size, total };
    // Counted from the nearer end: the way there is the cost of a page.
    const behind = total - offset - size;
    const [order, skip] = behind < offset ? ['asc', behind] : ['desc', offset];
    const rows = await store.read(
      userId,
      async (workspace) =>
        await workspace.select<T>(
          `select ${columns} from (
             select close_time, tag, mode from trade_journal where ${where.sql}
             order by close_time ${order}, tag ${order}, mode ${order} limit ${size} offset ${skip}) as p
           ${join}
           order by p.close_time desc, p.tag desc, p.mode desc`,
          where.values,
        ),
    );
    return { rows, page, page_size, total };
  }

  return {
    journal: async (userId, filter, query) => await read<StoredTrade>(userId, READS.journal, filter, query),
    counted: async (userId, filter, query) => await read<CountedTrade>(userId, READS.counted, filter, query),
  };
}

interface Where {
  sql: string;
  values: Record<string, Knex.Value>;
}

function whereOf({ strategy, mode, withoutShadow, exit_reason, from, to }: TradeFilter): Where {
  const given: [sql: string, name: string, value: string | undefined][] = [
    ['strategy = :strategy', 'strategy', strategy],
    ['mode = :mode', 'mode', mode],
    ['exit_reason = :exit', 'exit', exit_reason],
    ['close_time >= :from', 'from', from && istInstant(from, '00:00').toISOString()],
    ['close_time < :before', 'before', to && istInstant(dayAfter(to), '00:00').toISOString()],
  ];
  const wanted = given.filter(([, , value]) => value !== undefined);
  return {
    sql: [
      'owner_user_id = :owner',
      ...wanted.map(([sql]) => sql),
      ...(withoutShadow === true ? [`mode <> 'SHADOW'`] : []),
    ].join(' and '),
    values: Object.fromEntries(wanted.map(([, name, value]) => [name, value ?? ''])),
  };
}
