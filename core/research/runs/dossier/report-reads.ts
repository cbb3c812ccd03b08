import { ValidationError } from 'yup';
import type { DbTransaction } from '../../../platform/index.ts';
import { figureWords, inSlices } from '../../port/index.ts';
import {
  promotedFields,
  type Publication,
  readReportInSteps,
  type StoredReport,
} from '../../publication/index.ts';
import {
  BaselineModel,
  ComparisonModel,
  OutcomeModel,
  ReportModel,
  type ResearchRunModel,
} from '../models.ts';
import { runIdOf } from '../run-id.ts';
import { candidateWords, iso } from './dossier-rows.ts';
import { toRemovedView } from './removed-words.ts';
import type { BaselineView, FigureWordsView, ReportPart } from './report-view.ts';

/** Comparisons that a dossier shows; older ones stay on record. */
const MOST_COMPARISONS = 20;

const MISSHAPEN = 'The stored report cannot be read, so it is not shown. Its evidence is below.';

/** What is stored of a run's report. */
type StoredOrNot =
  | { stored: StoredReport | null; problem: null }
  | { stored: null /** For people. */; problem: string };

/** The report of a run; one that does not keep to its form is never read in part. A large one holds nobody up. */
export async function reportOf(trx: DbTransaction, runId: string): Promise<StoredOrNot> {
  const row = await ReportModel.query(trx).findById(runId).select('payload_json');
  return await readStored(row?.payload_json);
}

/** What is stored as the report of a run, as it is; undefined where nothing is. */
export async function payloadOf(trx: DbTransaction, runId: string): Promise<unknown> {
  return (await ReportModel.query(trx).findById(runId).select('payload_json'))?.payload_json;
}

/** The same of a payload that was read already, without holding others up. */
export async function readStored(payload: unknown): Promise<StoredOrNot> {
  if (payload === undefined) return { stored: null, problem: null };
  try {
    return { stored: await inSlices(readReportInSteps(payload)), problem: null };
  } catch (error) {
    if (!ValidationError.isError(error)) throw error;
    return { stored: null, problem: MISSHAPEN };
  }
}

/** Names what is stored of a run's report; null where nothing is. It reads a hundred times less than the report itself. */
export async function reportHashOf(trx: DbTransaction, runId: string): Promise<string | null> {
  const row = await ReportModel.query(trx).findById(runId).select('payload_hash');
  return row?.payload_hash ?? null;
}

/** The figures of a report for reading, a conflict beside the fact that it is about. */
function figureWordsOf({ facts, conflicts }: Pick<Publication, 'facts' | 'conflicts'>): FigureWordsView[] {
  const candidates = new Map(conflicts.map((one) => [one.fact_id, candidateWords(one.candidates)]));
  return facts.map((fact) => ({
    fact_id: fact.fact_id,
    value_text: figureWords(fact),
    candidates: candidates.get(fact.fact_id) ?? [],
  }));
}

export const toBaselineView = ({
  run_id,
  portfolio_id,
  is_active,
  created_at,
  replaced_at,
}: BaselineModel): BaselineView => ({
  run_id: runIdOf(run_id),
  portfolio_id,
  is_active,
  created_at: created_at.toISOString(),
  replaced_at: iso(replaced_at),
});

type Compared = ComparisonModel & { baseline_run_id: string | null };

/** What the database has of a run's report, and of what came of it. */
interface ReportRows {
  /** Undefined where there is none. */
  payload: unknown;
  /** What was taken out of the words of models, as it is stored. */
  struck: unknown;
  baselines: BaselineModel[];
  comparisons: Compared[];
  outcomes: OutcomeModel[];
}

export async function readReportRows(
  trx: DbTransaction,
  run: Pick<ResearchRunModel, 'id' | 'instrument_id'>,
): Promise<ReportRows> {
  const row = await ReportModel.query(trx).findById(run.id).select('payload_json', 'struck');
  const baselines = await BaselineModel.query(trx)
    .where({ instrument_id: run.instrument_id })
    .orderBy('id', 'desc');
  const comparisons = await ComparisonModel.query(trx)
    .alias('comparison')
    .join('research.ai_research_runs as run', 'run.id', 'comparison.run_id')
    .leftJoin('research.ai_thesis_baselines as baseline', 'baseline.id', 'comparison.baseline_id')
    .where('run.instrument_id', run.instrument_id)
    .orderBy('comparison.id', 'desc')
    .limit(MOST_COMPARISONS)
    .select('comparison.*', 'baseline.run_id as baseline_run_id')
    .castTo<Compared[]>();
  const outcomes = await OutcomeModel.query(trx).where({ run_id: run.id }).orderBy('horizon_days');
  return { payload: row?.payload_json, struck: row?.struck, baselines, comparisons, outcomes };
}

/**
 * What was published, with the fields at the top that the read of a dossier promotes, and what came of it. It works on
 * rows alone, so that no transaction waits for it.
 */
export async function toReportPart({
  payload,
  struck,
  baselines,
  comparisons,
  outcomes,
}: ReportRows): Promise<ReportPart> {
  const { stored, problem } = await readStored(payload);
  const publication = stored?.version === '2.0' ? stored.publication : null;
  const promoted = stored === null ? null : promotedFields(stored);
  return {
    report: publication,
    legacy_report: stored?.version === '1.0' ? stored.report : null,
    report_problem: problem,
    why_this_rating: promoted?.why_this_rating ?? null,
    valuation_basis: promoted?.valuation_basis ?? null,
    segment_views: promoted?.segment_views ?? null,
    peer_set: promoted?.peer_set ?? null,
    claims: publication?.claims ?? [],
    figure_words: publication === null ? [] : figureWordsOf(publication),
    sources: publication?.sources ?? [],
    removed: publication === null ? null : toRemovedView(struck),
    thesis_baselines: baselines.map(toBaselineView),
    comparisons: comparisons.map(({ run_id, baseline_run_id, classification, reasons, created_at }) => ({
      run_id: runIdOf(run_id),
      baseline_run_id: baseline_run_id === null ? null : runIdOf(baseline_run_id),
      classification,
      reasons,
      created_at: created_at.toISOString(),
    })),
    outcomes: outcomes.map((one) => ({
      horizon_days: one.horizon_days,
      from_day: one.from_day,
      to_day: one.to_day,
      return_pct: one.return_pct,
      reason: one.reason,
      benchmark: one.benchmark,
      benchmark_return_pct: one.benchmark_return_pct,
      benchmark_reason: one.benchmark_reason,
      evaluated_at: one.evaluated_at.toISOString(),
    })),
  };
}
