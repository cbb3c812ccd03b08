import type { Core } from '../../core/assembly/index.ts';
import type { CoverageRow } from '../../core/research/index.ts';
import type { Publication } from '../../core/research/publication/index.ts';
import { checkedReport } from './checked-report.ts';
import { publication } from './publication.ts';
import { storeComparison, storeReport, storeRun, type StoredStage } from './stored-dossier.ts';

/** A run with its report, coverage and comparison; what a test leaves out is usual. */
export interface StoredResearch {
  symbol?: string;
  name?: string;
  status?: 'queued' | 'running' | 'COMPLETED' | 'PARTIAL' | 'REVIEW_REQUIRED' | 'FAILED' | 'CANCELLED';
  error?: string;
  required_pct?: number;
  created_at?: string;
  /** What is stored of its report; null for none. Left out: a small report with the four required sections. */
  report?: Partial<Omit<Publication, 'payload_hash'>> | { payload: object } | null;
  coverage?: readonly Partial<CoverageRow>[];
  /** The baseline that is compared with, by its id, and what came of it. */
  compared?: { baseline: string | null; classification: string; reasons: string[] };
  stages?: readonly StoredStage[];
}

const STAGES: readonly StoredStage[] = [
  { stage: 'ACQUIRE_NSE_FILINGS', status: 'COMPLETED' },
  { stage: 'LEDGER', status: 'COMPLETED' },
  { stage: 'FINISH', status: 'COMPLETED' },
];

/** Puts a run with its report into the database. @returns its id, such as ai-3. */
export async function storeResearch(
  core: Pick<Core, 'database'>,
  owner: string,
  instrumentId: string,
  given: StoredResearch = {},
): Promise<string> {
  const { symbol, name, status, error, required_pct: requiredPct, report = {}, compared } = given;
  const at = new Date(given.created_at ?? '2026-03-02T06:00:00.000Z');
  const id = await storeRun(core, {
    owner,
    instrumentId,
    at,
    stages: given.stages ?? STAGES,
    ...(symbol === undefined ? {} : { symbol }),
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
    ...(requiredPct === undefined ? {} : { requiredPct }),
  });
  if (report !== null) {
    const payload =
      'payload' in report
        ? report.payload
        : publication({ sections: checkedReport().draft.sections, ...report, run_id: id });
    const { qa } = payload as Partial<Publication>;
    await storeReport(core, id, { owner, payload, qa: qa?.status ?? 'UNAVAILABLE', at });
  }
  if (given.coverage !== undefined) await storeCoverage(core, owner, id, given.coverage);
  if (compared !== undefined) {
    const { baseline: baselineId, ...rest } = compared;
    await storeComparison(core, id, { owner, baselineId, at, ...rest });
  }
  return id;
}

/** Rows of coverage without evidence; what a test gives of each stands instead. */
async function storeCoverage(
  { database }: Pick<Core, 'database'>,
  owner: string,
  id: string,
  rows: readonly Partial<CoverageRow>[],
): Promise<void> {
  await database.asSystem('coverage for a test', async (trx) => {
    await trx('research.ai_research_coverage').insert(
      rows.map((row, at) => {
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
        const { obligation, section, family, is_required, is_covered, reason } = content;
        return {
          run_id: id.replace('ai-', ''),
          owner_user_id: owner,
          nr: at + 1,
          content: JSON.stringify(content),
          obligation,
          section,
          family,
          is_required,
          is_covered,
          reason,
        };
      }),
    );
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
