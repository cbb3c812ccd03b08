import { type DbTransaction, istDate } from '../../../platform/index.ts';
import { CoverageModel, FactModel, PacketModel, ResearchRunModel } from '../models.ts';
import { runIdOf } from '../run-id.ts';
import type { ResearchStatus } from '../status.ts';

/** What a person is told when a run has ended. */
export interface EndNotice {
  run_id: string;
  symbol: string;
  status: ResearchStatus;
  verdict: ResearchRunModel['verdict'];
  title: string;
  /** Plain text: the verdict, what is missing, and what to do next. */
  body: string;
}

/** Writes it down in the transaction that ends the run, so that it is told exactly once, whatever happens in between. */
export type TellEnd = (trx: DbTransaction, userId: string, notice: EndNotice) => Promise<void>;

type Ended = Exclude<ResearchStatus, 'queued' | 'running'>;

/** Gaps that are told; the dossier has them all. */
const MOST_GAPS = 4;

const OUTCOMES: Readonly<Record<Ended, string>> = {
  COMPLETED: 'the report is ready',
  PARTIAL: 'the evidence is enough',
  REVIEW_REQUIRED: 'the evidence is not enough',
  FAILED: 'it failed',
  CANCELLED: 'it was cancelled',
};

/** What to do about it. A required section that lacks evidence says so itself. */
const NEXT: Readonly<Record<Ended, (symbol: string) => string>> = {
  COMPLETED: () => 'Next: read the dossier.',
  PARTIAL: () => 'Next: read the facts in the dossier. This version writes no report yet.',
  REVIEW_REQUIRED: (symbol) => `Next: do what the gaps say, then ask again with /research ${symbol}.`,
  FAILED: (symbol) => `Next: ask again with /research ${symbol}.`,
  CANCELLED: (symbol) => `To ask again, send /research ${symbol}.`,
};

/** The notice of a run, of what its transaction has written by now. */
export async function endNotice(
  trx: DbTransaction,
  id: string,
  { status, error }: { status: Ended; error: string | null },
): Promise<EndNotice | null> {
  const run = await ResearchRunModel.query(trx).findById(id);
  if (run === undefined) return null;
  const of = { run_id: id };
  const packets = await PacketModel.query(trx).where(of).resultSize();
  const facts = await FactModel.query(trx).where(of).resultSize();
  const gaps = await CoverageModel.query(trx)
    .where({ ...of, is_required: true, is_covered: false })
    .orderBy('nr');
  const { symbol, subject, verdict, required_pct, cutoff } = run;
  const isJudged = required_pct !== null && status !== 'FAILED' && status !== 'CANCELLED';
  const lines = [
    cutoff === null ? '' : `What was known by ${istDate(cutoff)}.`,
    isJudged
      ? `${Math.round(required_pct)}% of what a report needs is covered, by ${counted(packets, 'source')} and ${counted(facts, 'fact')}.`
      : '',
    status === 'FAILED' ? (error ?? '') : '',
    ...(isJudged
      ? gaps.slice(0, MOST_GAPS).map(({ content }) => `• ${content.title}: ${content.detail}`)
      : []),
    NEXT[status](symbol),
  ];
  return {
    run_id: runIdOf(id),
    symbol,
    status,
    verdict,
    title: `Research of ${subject.name ?? symbol}: ${OUTCOMES[status]}`,
    body: lines.filter((line) => line !== '').join('\n'),
  };
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;
