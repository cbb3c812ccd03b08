import { dayInWords, type DbTransaction, istDate } from '../../../platform/index.ts';
import { inOneLine, inWords, type Judgement, judgementOf, wholePercent } from '../../publication/index.ts';
import { ComparisonModel, CoverageModel, FactModel, PacketModel, ResearchRunModel } from '../models.ts';
import { runIdOf } from '../run-id.ts';
import type { ResearchStatus } from '../status.ts';
import { reportOf } from './report-reads.ts';

/** What a person is told when a run has ended. */
interface EndNotice {
  run_id: string;
  symbol: string;
  status: ResearchStatus;
  verdict: ResearchRunModel['verdict'];
  title: string;
  /** Plain text: what the report says, what is missing, and what to do next. */
  body: string;
}

/** Writes it down in the transaction that ends the run, so that it is told exactly once, whatever happens in between. */
export type TellEnd = (trx: DbTransaction, userId: string, notice: EndNotice) => Promise<void>;

type Ended = Exclude<ResearchStatus, 'queued' | 'running'>;

/** Gaps that are told; the dossier has them all. */
const MOST_GAPS = 4;
/** A paragraph of sixty words fits; what a model made endless does not. */
const LONGEST_SUMMARY = 500;
const LONGEST_LINE = 300;

const TITLES: Readonly<Record<Ended, string>> = {
  COMPLETED: 'the report is ready',
  PARTIAL: 'the report is ready, but not as a PDF',
  REVIEW_REQUIRED: 'the report is not approved',
  FAILED: 'it failed',
  CANCELLED: 'it was cancelled',
};

/** What to do about it. A required section that lacks evidence says so itself. */
const NEXT: Readonly<Record<Ended, (symbol: string, runId: string) => string>> = {
  COMPLETED: (_, runId) => `Next: read it with /research ${runId}.`,
  PARTIAL: (_, runId) => `Next: read it with /research ${runId}, and try its PDF again later.`,
  REVIEW_REQUIRED: (symbol) =>
    `Next: add the missing evidence named above, then ask again with /research ${symbol}.`,
  FAILED: (symbol) => `Next: ask again with /research ${symbol}.`,
  CANCELLED: (symbol) => `To ask again, send /research ${symbol}.`,
};
const ADVICE = 'Advisory only; not advice to trade.';

/** The notice of a run, of what its transaction has written by now: the report and its comparison among it. */
export async function endNotice(
  trx: DbTransaction,
  id: string,
  end: { status: Ended; error: string | null },
): Promise<EndNotice | null> {
  const run = await ResearchRunModel.query(trx).findById(id);
  if (run === undefined) return null;
  const { status } = end;
  const { symbol, subject, verdict, cutoff } = run;
  const isJudged = status !== 'FAILED' && status !== 'CANCELLED';
  const lines = [
    cutoff === null ? '' : `Based on what was known by ${dayInWords(istDate(cutoff))}.`,
    ...(isJudged ? await judgedLines(trx, run, end) : []),
    status === 'FAILED' ? short(end.error ?? '') : '',
    NEXT[status](symbol, runIdOf(id)),
    isJudged ? ADVICE : '',
  ];
  return {
    run_id: runIdOf(id),
    symbol,
    status,
    verdict,
    title: `Research of ${subject.name ?? symbol}: ${TITLES[status]}`,
    body: lines.filter((line) => line !== '').join('\n'),
  };
}

/** What a run that came to a report has to say. */
async function judgedLines(
  trx: DbTransaction,
  run: ResearchRunModel,
  { status, error }: { status: Ended; error: string | null },
): Promise<string[]> {
  const { stored, problem } = await reportOf(trx, run.id);
  const judged = stored === null ? null : judgementOf(stored);
  const gaps = await gapsOf(trx, run.id);
  return [
    status === 'REVIEW_REQUIRED'
      ? 'The report is complete but not approved: the evidence for a required section is too weak.'
      : '',
    judged === null ? (problem ?? '') : decisionWords(judged, status),
    await coverageWords(trx, run),
    judged === null ? '' : short(inOneLine(judged.summary), LONGEST_SUMMARY),
    await comparisonWords(trx, run.id),
    judged === null ? '' : qaWords(judged),
    status === 'PARTIAL' ? short(error ?? '') : '',
    ...gaps,
  ];
}

function decisionWords({ rating, action, confidence }: Judgement, status: Ended): string {
  const sure = confidence === null ? '' : `, confidence ${wholePercent(confidence * 100)}`;
  return `${status === 'COMPLETED' ? 'Rating' : 'Rating of the draft'}: ${inWords(rating)}. Action: ${inWords(action)}${sure}.`;
}

async function coverageWords(
  trx: DbTransaction,
  { id: run_id, required_pct }: ResearchRunModel,
): Promise<string> {
  if (required_pct === null) return '';
  const packets = await PacketModel.query(trx).where({ run_id }).resultSize();
  const facts = await FactModel.query(trx).where({ run_id }).resultSize();
  return `Coverage: ${wholePercent(required_pct)} of what a report needs, from ${counted(packets, 'source')} and ${counted(facts, 'fact')}.`;
}

/** How it stands against the baseline; nothing where there was none. */
async function comparisonWords(trx: DbTransaction, run_id: string): Promise<string> {
  const [row] = await ComparisonModel.query(trx)
    .alias('comparison')
    .join('research.ai_thesis_baselines as baseline', 'baseline.id', 'comparison.baseline_id')
    .where('comparison.run_id', run_id)
    .limit(1)
    .select('comparison.classification', 'baseline.run_id as baseline_run_id')
    .castTo<(Pick<ComparisonModel, 'classification'> & { baseline_run_id: string })[]>();
  return row === undefined
    ? ''
    : `Against the baseline ${runIdOf(row.baseline_run_id)}: ${inWords(row.classification).toLowerCase()}.`;
}

function qaWords({ qa }: Judgement): string {
  if (qa === null || qa.status === 'PASS') return '';
  const { blocking_defects: defects, status } = qa;
  const [first] = defects;
  const more = defects.length > 1 ? ` (and ${defects.length - 1} more)` : '';
  return `Not QA approved (${status})${first === undefined ? '.' : `: ${short(inOneLine(first.message))}${more}`}`;
}

async function gapsOf(trx: DbTransaction, run_id: string): Promise<string[]> {
  const gaps = await CoverageModel.query(trx)
    .where({ run_id, is_required: true, is_covered: false })
    .orderBy('nr');
  return [
    ...gaps.slice(0, MOST_GAPS).map(({ content }) => `• ${content.title}: ${short(content.detail)}`),
    gaps.length > MOST_GAPS ? `and ${counted(gaps.length - MOST_GAPS, 'more gap')}` : '',
  ];
}

/** Never half of a character that takes two code units. */
function short(text: string, longest = LONGEST_LINE): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;
