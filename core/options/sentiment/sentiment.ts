import { DAY_MS, invalid, pageWindow } from '../../platform/index.ts';
import { rupeesOf } from '../records/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import type { SentimentLatest, SentimentPage, SentimentQuery, SentimentView } from './sentiment-view.ts';

/** A snapshot that is older than this says nothing of an analysis. */
const CONTEXT_MS = DAY_MS;

/** What the reported analyses felt about the market. */
export interface Sentiment {
  latest(userId: string): Promise<SentimentLatest>;
  /** Newest first. @throws Problem 422 for a span that ends before it begins */
  history(userId: string, query: SentimentQuery): Promise<SentimentPage>;
}

interface Row {
  record_id: string;
  at: string;
  underlying: string;
  sentiment: number | null;
  verdict: string;
  probability_up: number;
  model: string | null;
  snapshot_at: string | null;
  spot_e4: number | null;
  atm_iv: number | null;
  iv_rank: number | null;
  skew: number | null;
}

/** Analyses, each with the last snapshot of its underlying before it. */
const SELECT = `select a.record_id, a.at, a.underlying, a.sentiment, a.verdict, a.probability_up, a.model,
     s.at as snapshot_at, s.spot_e4, s.atm_iv, s.iv_rank, s.skew
   from market_analyses a left join iv_snapshots s on s.owner_user_id = a.owner_user_id and s.record_id = (
     select i.record_id from iv_snapshots i
     where i.owner_user_id = a.owner_user_id and i.underlying = a.underlying and i.at <= a.at
     order by i.at desc, i.record_id desc limit 1)`;

export function createSentiment(store: OptionsStore): Sentiment {
  return {
    latest: async (userId) =>
      await store.read(userId, async (workspace) => {
        const rows = await workspace.select<Row>(
          `${SELECT} where a.owner_user_id = :owner and not exists (
             select 1 from market_analyses b where b.owner_user_id = a.owner_user_id and b.underlying = a.underlying
               and (b.at > a.at or b.at = a.at and b.record_id > a.record_id))
           order by a.underlying`,
        );
        return {
          items: rows.map(viewOf),
          reason:
            rows.length === 0
              ? 'No market analysis has been reported. Send records of the kind market_analysis.'
              : null,
        };
      }),
    history: async (userId, query) =>
      await store.read(userId, async (workspace) => await historyOf(workspace, query)),
  };
}

async function historyOf(workspace: Workspace, query: SentimentQuery): Promise<SentimentPage> {
  const { page, page_size, offset } = pageWindow(query);
  const { underlying, from, to } = query;
  if (from !== undefined && to !== undefined && from > to)
    throw invalid([{ field: 'from', message: 'from must not be after to.' }]);
  const given = [
    ['a.underlying = :underlying', 'underlying', underlying],
    ['a.day >= :from', 'from', from],
    ['a.day <= :to', 'to', to],
  ] as const;
  const wanted = given.filter(([, , value]) => value !== undefined);
  const where = ['a.owner_user_id = :owner', ...wanted.map(([sql]) => sql)].join(' and ');
  const values = Object.fromEntries(wanted.map(([, name, value]) => [name, value ?? '']));
  const [count] = await workspace.select<{ total: number }>(
    `select count(*) as total from market_analyses a where ${where}`,
    values,
  );
  const rows = await workspace.select<Row>(
    `${SELECT} where ${where} order by a.at desc, a.record_id desc limit ${page_size} offset ${offset}`,
    values,
  );
  return { items: rows.map(viewOf), page, page_size, total: count?.total ?? 0 };
}

function viewOf(row: Row): SentimentView {
  const isNear = row.snapshot_at !== null && Date.parse(row.at) - Date.parse(row.snapshot_at) <= CONTEXT_MS;
  return {
    analysis_id: row.record_id,
    at: row.at,
    underlying: row.underlying,
    sentiment: row.sentiment,
    verdict: row.verdict,
    probability_up: row.probability_up,
    model: row.model,
    context:
      isNear && row.snapshot_at !== null && row.spot_e4 !== null
        ? {
            at: row.snapshot_at,
            spot: rupeesOf(row.spot_e4),
            atm_iv: row.atm_iv,
            iv_rank: row.iv_rank,
            skew: row.skew,
          }
        : null,
    reasons: {
      sentiment: row.sentiment === null ? 'The analysis reported no sentiment.' : null,
      context: isNear ? null : `No snapshot of ${row.underlying} was reported in the 24 hours before.`,
    },
  };
}
