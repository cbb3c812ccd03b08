/** Runs of research and their reports, written straight into the database: as they are found there, however they came. */
import type { Core } from '../../core/assembly/index.ts';
import type { Publication } from '../../core/research/publication/index.ts';
import { sealPublication } from '../../core/research/publication/index.ts';
import { checkedReport } from './checked-report.ts';

type Database = Pick<Core, 'database'>;

export interface StoredRun {
  owner: string;
  instrumentId: string;
  status?: string;
  mode?: 'CURRENT' | 'OFFLINE';
  symbol?: string;
  name?: string;
  portfolioId?: string;
  /** When it was asked for. */
  at: Date;
  error?: string;
  requiredPct?: number;
  stages?: readonly StoredStage[];
}

export interface StoredStage {
  stage: string;
  status: string;
  detail?: string;
  model?: string;
  costUsd?: number;
}

const FINISHED = new Set(['COMPLETED', 'PARTIAL', 'FAILED', 'REVIEW_REQUIRED', 'CANCELLED']);
const DONE: readonly StoredStage[] = [
  { stage: 'ACQUIRE_NSE_FILINGS', status: 'COMPLETED', detail: '2 packets.' },
  { stage: 'LEDGER', status: 'COMPLETED', detail: '8 facts.' },
  { stage: 'BULL_CASE', status: 'COMPLETED', model: 'a-model', costUsd: 0.0123 },
  { stage: 'PUBLICATION_QA', status: 'COMPLETED' },
];

/** A run of a person. Its id comes back as people see it. */
export async function storeRun(
  { database }: Database,
  {
    owner,
    instrumentId,
    status = 'COMPLETED',
    mode = 'CURRENT',
    symbol = 'KAVERI',
    name = 'Kaveri Flowtech Limited',
    portfolioId,
    at,
    error,
    requiredPct = 100,
    stages = DONE,
  }: StoredRun,
): Promise<string> {
  const isFinished = FINISHED.has(status);
  return await database.asSystem('a run of research for a test', async (trx) => {
    const [row] = (await trx('research.ai_research_runs')
      .insert({
        owner_user_id: owner,
        route: 'V3',
        mode,
        status,
        as_of: at,
        stage: stages.at(-1)?.stage ?? null,
        error: error ?? null,
        symbol,
        instrument_id: instrumentId,
        subject: JSON.stringify({
          instrument_id: instrumentId,
          symbol,
          exchange: 'NSE',
          isin: 'INE012A01025',
          name,
          sector: 'Industrials',
          industry: 'Pumps',
          currency: 'INR',
        }),
        portfolio_id: portfolioId ?? null,
        accepted_on: at,
        estimated_cost_usd: 0.2,
        cost_usd: stages.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0),
        limits: JSON.stringify({
          max_cost_usd: 1,
          max_input_tokens: 48_000,
          max_output_tokens: 8000,
          timeout_sec: 60,
          max_retries: 1,
          peer_count: 5,
        }),
        verdict: requiredPct === 100 ? 'SUFFICIENT' : 'REVIEW_REQUIRED',
        required_pct: requiredPct,
        hash_mismatch: 0,
        unavailable: '[]',
        // Far ahead, so that no worker of the test takes it up.
        lease_until: status === 'running' ? new Date(at.getTime() + 86_400_000) : null,
        created_at: at,
        started_at: status === 'queued' ? null : at,
        updated_at: at,
        finished_at: isFinished ? at : null,
      })
      .returning('id')) as { id: string }[];
    const id = row?.id ?? '';
    if (stages.length > 0)
      await trx('research.ai_research_stages').insert(
        stages.map((one, index) => ({
          run_id: id,
          owner_user_id: owner,
          stage: one.stage,
          nr: index + 1,
          lifecycle: 'CONTEXT',
          status: one.status,
          attempts: one.status === 'PENDING' ? 0 : 1,
          detail: one.detail ?? null,
          provider: one.model === undefined ? null : 'provider_a',
          model: one.model ?? null,
          input_tokens: one.model === undefined ? null : 1200,
          output_tokens: one.model === undefined ? null : 340,
          cost_usd: one.costUsd ?? null,
        })),
      );
    return `ai-${id}`;
  });
}

/** Changes how far a stage of a run is, as a worker does. */
export async function putStage(
  { database }: Database,
  runId: string,
  { stage, ...change }: { stage: string; status: string; detail?: string },
): Promise<void> {
  await database.asSystem('a stage of a test', async (trx) => {
    await trx('research.ai_research_stages')
      .where({ run_id: rowOf(runId), stage })
      .update(change);
  });
}

/** Ends a run, as a worker does. */
export async function endRun({ database }: Database, runId: string, status: string, at: Date): Promise<void> {
  await database.asSystem('the end of a run of a test', async (trx) => {
    await trx('research.ai_research_runs')
      .where({ id: rowOf(runId) })
      .update({ status, finished_at: at, updated_at: at, lease_until: null });
  });
}

/** Stores what is to be the report of a run, whatever it is. */
export async function storeReport(
  { database }: Database,
  runId: string,
  {
    owner,
    payload,
    qa = 'PASS',
    struck = [],
    at,
  }: {
    owner: string;
    payload: object;
    qa?: string;
    /** What was taken out of the words of models, whatever is stored as that. */
    struck?: unknown;
    at: Date;
  },
): Promise<void> {
  await database.asSystem('a report for a test', async (trx) => {
    const row = {
      run_id: rowOf(runId),
      owner_user_id: owner,
      schema_version: 'schema_version' in payload ? payload.schema_version : '1.0',
      payload_json: JSON.stringify(payload),
      payload_hash: 'payload_hash' in payload ? payload.payload_hash : `sha256:${'1'.repeat(64)}`,
      qa_status: qa,
      struck: JSON.stringify(struck),
      created_at: at,
    };
    await trx('research.ai_research_reports').insert(row).onConflict(['run_id', 'owner_user_id']).merge();
  });
}

export interface StoredThesis {
  owner: string;
  instrumentId: string;
  at: Date;
}

/** Pins a run, in place of the one that was pinned before. */
export async function storeBaseline(
  { database }: Database,
  runId: string,
  { owner, instrumentId, at }: StoredThesis,
): Promise<string> {
  return await database.asSystem('a baseline for a test', async (trx) => {
    await trx('research.ai_thesis_baselines')
      .where({ owner_user_id: owner, instrument_id: instrumentId, is_active: true })
      .update({ is_active: false, replaced_at: at });
    const [row] = (await trx('research.ai_thesis_baselines')
      .insert({ run_id: rowOf(runId), owner_user_id: owner, instrument_id: instrumentId, created_at: at })
      .returning('id')) as { id: string }[];
    return row?.id ?? '';
  });
}

/** How a run compares with a baseline. */
export async function storeComparison(
  { database }: Database,
  runId: string,
  of: { owner: string; baselineId: string | null; classification: string; reasons: string[]; at: Date },
): Promise<void> {
  await database.asSystem('a comparison for a test', async (trx) => {
    await trx('research.ai_thesis_comparisons').insert({
      run_id: rowOf(runId),
      owner_user_id: of.owner,
      baseline_id: of.baselineId,
      classification: of.classification,
      reasons: JSON.stringify(of.reasons),
      created_at: of.at,
    });
  });
}

export interface StoredOutcome {
  horizon_days: 5 | 20 | 60;
  from_day: string;
  to_day: string;
  return_pct: number | null;
  reason: string | null;
  benchmark: string | null;
  benchmark_return_pct: number | null;
  benchmark_reason: string | null;
}

export async function storeOutcomes(
  { database }: Database,
  runId: string,
  { owner, outcomes, at }: { owner: string; outcomes: readonly StoredOutcome[]; at: Date },
): Promise<void> {
  await database.asSystem('outcomes for a test', async (trx) => {
    await trx('research.ai_thesis_outcomes').insert(
      outcomes.map((one) => ({ ...one, run_id: rowOf(runId), owner_user_id: owner, evaluated_at: at })),
    );
  });
}

const rowOf = (runId: string): string => runId.slice('ai-'.length);

/** A report with every part that a dossier shows. What a test gives stands instead. */
export function wholeReport(given: Partial<Omit<Publication, 'payload_hash'>> = {}): Publication {
  const { draft } = checkedReport();
  const [results, ...others] = draft.sources;
  if (results === undefined) throw new Error('a report without sources');
  return sealPublication({
    ...draft,
    mode: 'CURRENT',
    qa: { status: 'PASS', blocking_defects: [] },
    thesis:
      'Kaveri sells pumps to farms and cities, and orders grow faster than its rivals’. Debt is low at 0.2x of equity. Margins have room.',
    segment_views: [
      {
        name: 'Agricultural pumps',
        revenue_share_pct: 68,
        thesis: 'The core of the business, with steady replacement demand.',
        catalysts: ['The irrigation programme of two states'],
        risks: ['A weak monsoon'],
      },
      {
        name: 'City water',
        thesis: 'Small today. It grows with city tenders, which are paid late.',
        risks: ['Working capital'],
      },
    ],
    peer_set: [
      {
        symbol: 'DEEP',
        name: 'Deep Pumps',
        rating: 'HOLD',
        return_1y_pct: -12.4,
        rationale: 'Same customers, weaker balance sheet.',
      },
      {
        symbol: 'NARMADA',
        name: 'Narmada Engineering',
        rating: 'UNDERWEIGHT',
        return_1y_pct: null,
        rationale: 'Listed last year, so it has no return of a year.',
      },
    ],
    catalysts: [
      'Results of Q2 FY2027',
      'New plant at Hosur opens in August 2026',
      'Demand may 20 percent of it be replaced',
      'The tender of Pune’s water board',
    ],
    risks: ['Steel becomes dearer', 'City tenders are paid late'],
    invalidations: ['Revenue falls for two quarters', 'Net debt rises above equity'],
    committee: {
      disagreement: 'The bears doubt that the margin lasts.',
      coverage_note: 'All four required sections are covered.',
      why_not: 'Not BUY, because the price has run ahead of earnings.',
      thesis_requirements: ['Margins stay above 12%', 'Orders keep growing'],
    },
    conflicts: [
      {
        fact_id: 'revenue.consolidated.fy2026',
        title: 'Revenue from operations',
        period: { key: 'FY2026', start: '2025-04-01', end: '2026-03-31' },
        candidates: [
          {
            value: '11200000000',
            value_high: null,
            unit: 'INR',
            source_id: results.source_id,
            authority: 'FILING',
            published_at: '2026-06-01T10:00:00.000Z',
          },
          {
            value: '11190000000',
            value_high: null,
            unit: 'INR',
            source_id: 'exchange_actions:list',
            authority: 'REGULATOR',
            published_at: null,
          },
        ],
        chosen: 0,
        rule: 'HIGHER_AUTHORITY',
        note: 'The list is rounded.',
      },
    ],
    sources: [{ ...results, url: 'https://example.com/results' }, ...others.map(noLink)],
    ...given,
  });
}

/** An address that must never become a link. */
const noLink = <T extends { url: string | null }>(source: T): T => ({
  ...source,
  url: 'javascript:alert(1)',
});

/** A report of the first version, without the newer fields. */
export const OLD_REPORT = {
  rating: 'HOLD',
  action: 'WATCH',
  confidence: 0.45,
  thesis: 'Kaveri Ltd. earns well on pumps. Growth is slow.',
  bull: ['Cash is plenty'],
  bear: ['Growth is slow'],
  catalysts: ['A new product', 'A larger plant'],
  risks: ['Competition'],
  invalidations: ['Margins below 8%'],
} as const;

/** The same with mistakes, as checks of publication report them. */
export const BLOCKED_QA: Publication['qa'] = {
  status: 'FAIL',
  blocking_defects: [
    {
      code: 'UNSUPPORTED_NUMBER',
      path: 'sections.0.paragraphs.0',
      message: '“₹1,320 crore” is not a cited figure: the nearest is ₹1,120 crore.',
    },
    {
      code: 'MISSING_SECTION',
      path: '',
      message: 'The required section guidance_and_outlook is missing.',
    },
  ],
};
