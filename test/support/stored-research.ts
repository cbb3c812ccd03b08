import { istDate } from '../../core/platform/index.ts';
import type { Core } from '../../core/core.ts';
import type { CoverageRow } from '../../core/research/index.ts';
import type { Publication } from '../../core/research/publication/index.ts';
import { publication } from './publication.ts';
import { stagesOf } from '../../core/research/runs/index.ts';

/** A run as it stands in the database, whoever put it there. */
export interface StoredRun {
  symbol?: string;
  name?: string | null;
  status?: 'queued' | 'running' | 'COMPLETED' | 'PARTIAL' | 'REVIEW_REQUIRED' | 'FAILED' | 'CANCELLED';
  error?: string | null;
  required_pct?: number | null;
  created_at?: string;
  /** What is stored of its report; null for none. Left out: a small report that keeps to the form. */
  report?: Partial<Omit<Publication, 'payload_hash'>> | { payload: object } | null;
  coverage?: readonly Partial<CoverageRow>[];
  /** The baseline that is compared with, by its id, and what came of it. */
  compared?: {
    baseline: string | null;
    classification: 'INSUFFICIENT_EVIDENCE' | 'STRENGTHENING' | 'UNCHANGED' | 'WEAKENING';
    reasons?: string[];
  };
  /** Stages that are done, of the first six; the rest waits. */
  done?: number;
  cost_usd?: string;
}

const LIMITS = {
  max_cost_usd: 1,
  max_input_tokens: 48_000,
  max_output_tokens: 8_000,
  timeout_sec: 60,
  max_retries: 1,
  peer_count: 6,
};

/** Puts a run with its report into the database. @returns its id, such as ai-3. */
export async function storeResearch(
  core: Pick<Core, 'database'>,
  owner: string,
  instrumentId: string,
  given: StoredRun = {},
): Promise<string> {
  const { symbol = 'KAVERI', status = 'COMPLETED', created_at = '2026-03-02T06:00:00.000Z' } = given;
  const { name = 'Kaveri Flowtech Limited', report = {}, required_pct = 100 } = given;
  const isOver = status !== 'queued' && status !== 'running';
  return await core.database.asSystem('a run of research for a test', async (trx) => {
    const [run] = (await trx('research.ai_research_runs')
      .insert({
        owner_user_id: owner,
        route: 'V3',
        mode: 'CURRENT',
        as_of: created_at,
        status,
        stage: isOver ? 'FINISH' : null,
        error: given.error ?? null,
        symbol,
        instrument_id: instrumentId,
        subject: JSON.stringify({
          instrument_id: instrumentId,
          symbol,
          exchange: 'NSE',
          isin: null,
          name,
          sector: null,
          industry: null,
          currency: 'INR',
          former_isins: [],
          former_symbols: [],
        }),
        accepted_on: istDate(new Date(created_at)),
        estimated_cost_usd: 0,
        cost_usd: given.cost_usd ?? 0,
        limits: JSON.stringify(LIMITS),
        verdict: required_pct === null ? null : required_pct === 100 ? 'SUFFICIENT' : 'REVIEW_REQUIRED',
        required_pct,
        created_at,
        started_at: created_at,
        updated_at: created_at,
        finished_at: isOver ? created_at : null,
      })
      .returning('id')) as { id: string }[];
    const id = run?.id ?? '';
    const of = { run_id: id, owner_user_id: owner };
    const stages = stagesOf([{ name: 'nse_filings' }, { name: 'nse_archive' }]);
    await trx('research.ai_research_stages').insert(
      stages.map((stage, at) => ({
        ...of,
        ...stage,
        status: isOver || at < (given.done ?? 0) ? 'COMPLETED' : 'PENDING',
        ...(given.cost_usd === undefined || at > 4
          ? {}
          : { provider: 'provider_a', model: 'a-model', cost_usd: 0.01 }),
      })),
    );
    if (report !== null) await storeReport(trx, of, report);
    if (given.coverage !== undefined)
      await trx('research.ai_research_coverage').insert(
        given.coverage.map((row, at) => coverageRow(of, row, at)),
      );
    if (given.compared !== undefined) {
      const { baseline, classification, reasons = [] } = given.compared;
      await trx('research.ai_thesis_comparisons').insert({
        ...of,
        baseline_id: baseline,
        classification,
        reasons: JSON.stringify(reasons),
        created_at,
      });
    }
    return `ai-${id}`;
  });
}

type Trx = Parameters<Parameters<Core['database']['asSystem']>[1]>[0];
type Of = { run_id: string; owner_user_id: string };

async function storeReport(trx: Trx, of: Of, report: NonNullable<StoredRun['report']>): Promise<void> {
  const payload =
    'payload' in report ? report.payload : publication({ ...report, run_id: `ai-${of.run_id}` });
  const { schema_version = '1.0', qa } = payload as Partial<Publication>;
  await trx('research.ai_research_reports').insert({
    ...of,
    schema_version,
    payload_json: JSON.stringify(payload),
    payload_hash: `sha256:${'0'.repeat(64)}`,
    qa_status: qa?.status ?? 'UNAVAILABLE',
    struck: '[]',
    created_at: '2026-03-02T06:00:00.000Z',
  });
}

function coverageRow(of: Of, row: Partial<CoverageRow>, at: number): Record<string, unknown> {
  const content = {
    obligation: `obligation-${at}`,
    title: `Obligation ${at}`,
    section: 'financial_performance',
    family: 'FINANCIAL_STATEMENTS',
    is_required: true,
    minimum: 'COMPANY',
    achieved: null,
    is_covered: false,
    reason: 'no_source_family',
    detail: 'No filing was found.',
    fact_ids: [],
    before: { is_covered: false, reason: 'no_source_family' },
    ...row,
  };
  return {
    ...of,
    obligation: content.obligation,
    nr: at + 1,
    section: content.section,
    family: content.family,
    is_required: content.is_required,
    is_covered: content.is_covered,
    reason: content.reason,
    content: JSON.stringify(content),
  };
}

/** Pins a stored run. @returns the id of the baseline. */
export async function storeBaseline(
  core: Pick<Core, 'database'>,
  owner: string,
  { run, instrument, at = '2026-02-01T06:00:00.000Z' }: { run: string; instrument: string; at?: string },
): Promise<string> {
  return await core.database.asSystem('a baseline for a test', async (trx) => {
    await trx('research.ai_thesis_baselines')
      .where({ owner_user_id: owner, instrument_id: instrument, is_active: true })
      .update({ is_active: false, replaced_at: at });
    const [row] = (await trx('research.ai_thesis_baselines')
      .insert({
        run_id: run.replace('ai-', ''),
        owner_user_id: owner,
        instrument_id: instrument,
        portfolio_id: null,
        is_active: true,
        created_at: at,
      })
      .returning('id')) as { id: string }[];
    return row?.id ?? '';
  });
}

/** A report of the first version. */
export const LEGACY_REPORT = {
  schema_version: '1.0',
  rating: 'HOLD',
  action: 'WATCH',
  confidence: 0.4,
  thesis: 'Growth at Kaveri Ltd. slows to 3.5% next year. The price has that in it.',
  bull: ['Cash is plenty.'],
  bear: ['Orders fell.'],
  catalysts: [],
  risks: ['Steel'],
  invalidations: ['Orders recover'],
} as const;
