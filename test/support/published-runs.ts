import type { Core } from '../../core/assembly/index.ts';
import { type Publication } from '../../core/research/publication/index.ts';
import { publication } from './publication.ts';

/** What a run is beside its share; a moment is ISO-8601. */
export interface StoredRun {
  instrument_id: string;
  symbol?: string;
  status?: string;
  mode?: 'CURRENT' | 'OFFLINE' | 'HISTORICAL';
  as_of?: string;
  finished_at?: string;
  portfolio_id?: string | null;
  exchange?: 'NSE' | 'NYSE' | null;
  currency?: string;
  /** What is stored as its report: a payload, whatever that is; null for none. */
  report?: unknown;
}

/** A report of that moment, with other decisions and facts where they are given. */
export function reportOf(
  as_of: string,
  {
    decision = {},
    ...given
  }: Partial<Omit<Publication, 'payload_hash' | 'decision'>> & {
    decision?: Partial<Publication['decision']>;
  } = {},
): Publication {
  const usual = publication({ as_of, ...given });
  return publication({ ...given, as_of, decision: { ...usual.decision, ...decision } });
}

/**
 * A run as the worker leaves it, written without its stages and evidence. One that has ended has a report of its moment
 * unless another payload, or null, is given.
 * @returns its id, as in `ai-7`.
 */
export async function storeRun(
  { database }: Pick<Core, 'database'>,
  owner: string,
  given: StoredRun,
): Promise<string> {
  const {
    instrument_id,
    symbol = 'KAVERI',
    status = 'COMPLETED',
    mode = 'CURRENT',
    as_of = '2026-03-02T06:00:00.000Z',
    finished_at = as_of,
    portfolio_id = null,
    exchange = 'NSE',
    currency = 'INR',
  } = given;
  const isOver = !['queued', 'running'].includes(status);
  const isReported = isOver && !['FAILED', 'CANCELLED'].includes(status);
  const report = 'report' in given ? given.report : isReported ? reportOf(as_of) : null;
  return await database.asSystem('a stored run of research for a test', async (trx) => {
    const [run] = (await trx('research.ai_research_runs')
      .insert({
        owner_user_id: owner,
        route: 'V2',
        mode,
        cutoff: mode === 'HISTORICAL' ? as_of : null,
        as_of: isOver ? as_of : null,
        status,
        symbol,
        instrument_id,
        subject: JSON.stringify({
          instrument_id,
          symbol,
          exchange,
          isin: null,
          name: `${symbol} Limited`,
          sector: null,
          industry: null,
          currency,
          former_isins: [],
          former_symbols: [],
        }),
        portfolio_id,
        accepted_on: as_of.slice(0, 10),
        estimated_cost_usd: 0,
        limits: JSON.stringify({ max_cost_usd: 1 }),
        created_at: as_of,
        updated_at: finished_at,
        finished_at: isOver ? finished_at : null,
      })
      .returning('id')) as { id: string }[];
    const id = run?.id ?? '';
    if (report !== null)
      await trx('research.ai_research_reports').insert({
        run_id: id,
        owner_user_id: owner,
        schema_version: '2.0',
        payload_json: JSON.stringify(report),
        payload_hash: 'a hash',
        qa_status: 'PASS',
        created_at: finished_at,
      });
    return `ai-${id}`;
  });
}
