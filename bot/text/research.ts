import type { FormattedString } from '@grammyjs/parse-mode';
import { type DossierView, inWords, type ResearchRunView, wholePercent } from '../../core/research/index.ts';
import { bold, inline, type Line, lines, link } from './lines.ts';
import { count } from './numbers.ts';
import { clipped, heading } from './passage.ts';
import { costWords } from './research-cost.ts';
import { decidedLines, gapLines } from './research-report.ts';
import { isUnderWay, shownReport } from './research-shown.ts';
import { dayOf, moment } from './times.ts';

const MOST_FAILED_STAGES = 3;
const LONGEST_NAME = 90;
const LONGEST_DETAIL = 150;
const LONGEST_ERROR = 600;

type Status = ResearchRunView['status'];

const STATUS_WORDS: Readonly<Record<Status, string>> = {
  queued: 'waits for its turn',
  running: 'under way',
  COMPLETED: 'completed',
  PARTIAL: 'report without PDF',
  REVIEW_REQUIRED: 'draft, not approved',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};
/** Of runs that ended before reports were written. */
const WITHOUT_REPORT: Readonly<Partial<Record<Status, string>>> = {
  PARTIAL: 'evidence is enough, no report',
  REVIEW_REQUIRED: 'evidence is not enough, no report',
};

/** @param hasReport whether there is a report, as far as it is known. */
export const statusWords = ({ status }: Pick<ResearchRunView, 'status'>, hasReport = true): string =>
  (hasReport ? undefined : WITHOUT_REPORT[status]) ?? STATUS_WORDS[status];

/** Of a run in a list, which tells whether there is a report. */
export const listedStatus = (run: ResearchRunView): string => statusWords(run, run.qa_status !== null);

const modeWords = ({ mode, cutoff }: Pick<ResearchRunView, 'mode' | 'cutoff'>): string =>
  cutoff === null ? mode.toLowerCase() : `historical, as of ${moment(cutoff)}`;

/** A run as a card: how far it is, what its report says, or what it found and lacks. It fits one message. */
export function researchCard(
  dossier: DossierView,
  { publicUrl, message }: { publicUrl: string | null; message: string | null },
): FormattedString {
  const { run, subject, report_problem: problem } = dossier;
  const path = `/research/ai/${run.run_id}`;
  const shown = shownReport(dossier);
  const body = isUnderWay(run)
    ? underWayLines(dossier)
    : shown === null
      ? evidenceLines(dossier)
      : decidedLines(dossier, shown);
  return lines(
    heading(`Research of ${clipped(subject.name ?? run.symbol, LONGEST_NAME)}`),
    `${run.run_id}, ${clipped(run.symbol, 40)}, ${modeWords(run)}: ${statusWords(run, shown !== null || problem !== null)}`,
    body,
    '',
    shown !== null && 'Advisory only; not advice to trade.',
    publicUrl === null
      ? `The whole dossier is in the dashboard: ${path}`
      : link('Open the dossier', `${publicUrl}${path}`),
    message,
  );
}

function underWayLines({ run, cost, stages }: DossierView): Line[] {
  const failed = stages.filter(({ status }) => status === 'FAILED' || status === 'BLOCKED');
  const isAsking = stages.some(({ provider }) => provider !== null);
  return [
    run.stage_title !== null &&
      `Stage ${Math.min(run.stages_done + 1, run.stages)} of ${run.stages}: ${run.stage_title}`,
    isAsking && `Cost so far: ${costWords(cost, { limit: true })}`,
    run.cancel_requested && 'It stops when the current stage ends.',
    ...failed
      .slice(0, MOST_FAILED_STAGES)
      .map(({ title, detail }) => `⚠ ${title}: ${clipped(detail ?? 'failed', LONGEST_DETAIL)}`),
    failed.length > MOST_FAILED_STAGES && `⚠ and ${count(failed.length - MOST_FAILED_STAGES, 'more stage')}`,
  ];
}

/** What a run without a report found and lacks. */
function evidenceLines(dossier: DossierView): Line[] {
  const { run, totals, report_problem: problem } = dossier;
  const found =
    run.verdict !== null && run.required_pct !== null
      ? [
          `Evidence: ${run.verdict === 'SUFFICIENT' ? 'enough' : 'not enough'} (${wholePercent(run.required_pct)} of what is required)`,
          [
            count(totals.packets, 'source'),
            count(totals.facts, 'fact'),
            count(totals.conflicts, 'conflict'),
          ].join(', '),
        ]
      : [];
  return [problem, ...found, run.error !== null && clipped(run.error, LONGEST_ERROR), ...gapLines(dossier)];
}

/** A page of runs, the newest first, in two lines each. */
export function researchList(
  runs: readonly ResearchRunView[],
  { total, from, symbol }: { total: number; from: number; symbol: string | null },
): FormattedString {
  const of = symbol === null ? '' : ` of ${symbol}`;
  return lines(
    bold(`AI research${of}`),
    total === 0 &&
      (symbol === null
        ? 'No research yet. To start, send /research and a symbol, such as /research TCS.'
        : `No research of ${symbol} yet. To start, send /research ${symbol}.`),
    ...runs.flatMap((run) => [
      inline(bold(clipped(run.symbol, 40)), listedRating(run)),
      `${run.run_id}, ${listedStatus(run)}, ${dayOf(run.created_at)}`,
    ]),
    total > runs.length && `${from + 1} to ${from + runs.length} of ${total}`,
  );
}

function listedRating({ rating, qa_status: qa }: ResearchRunView): string {
  if (rating === null) return '';
  return `: ${inWords(rating)}${qa === 'FAIL' || qa === 'UNAVAILABLE' ? ', not QA approved' : ''}`;
}
