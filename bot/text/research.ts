import type { FormattedString } from '@grammyjs/parse-mode';
import type { DossierView, ResearchRunView } from '../../core/research/index.ts';
import { bold, type Line, lines, link } from './lines.ts';
import { moment } from './times.ts';

/** Gaps that a card tells with what to do; the dashboard has them all. */
const MOST_GAPS = 5;

export const STATUS_WORDS: Readonly<Record<ResearchRunView['status'], string>> = {
  queued: 'waits for its turn',
  running: 'is under way',
  COMPLETED: 'completed',
  PARTIAL: 'evidence is enough, no report written',
  REVIEW_REQUIRED: 'evidence is not enough',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

export const isUnderWay = ({ status }: Pick<ResearchRunView, 'status'>): boolean =>
  status === 'queued' || status === 'running';

export const modeWords = ({ mode, cutoff }: Pick<ResearchRunView, 'mode' | 'cutoff'>): string =>
  cutoff === null ? mode.toLowerCase() : `historical, as of ${moment(cutoff)}`;

/** A run as a card: how far it is, or what it found and lacks. */
export function researchCard(dossier: DossierView, publicUrl: string | null): FormattedString {
  const { run, subject, totals, coverage } = dossier;
  const gaps = coverage.filter(({ is_covered }) => !is_covered);
  const path = `/research/ai/${run.run_id}`;
  const failed = dossier.stages.filter(({ status }) => status === 'FAILED' || status === 'BLOCKED');
  const found: Line[] =
    run.verdict === null
      ? []
      : [
          `Evidence: ${run.verdict === 'SUFFICIENT' ? 'enough' : 'not enough'}${
            run.required_pct === null ? '' : ` (${Math.round(run.required_pct)}% of what is required)`
          }`,
          [
            counted(totals.packets, 'source'),
            counted(totals.facts, 'fact'),
            counted(totals.conflicts, 'conflict'),
          ].join(', '),
        ];
  return lines(
    bold(`Research of ${subject.name ?? run.symbol}`),
    `${run.run_id}, ${run.symbol}, ${modeWords(run)}: ${STATUS_WORDS[run.status]}`,
    isUnderWay(run) &&
      `${run.stages_done} of ${run.stages} stages${run.stage_title === null ? '' : `, now: ${run.stage_title}`}`,
    run.cancel_requested && isUnderWay(run) && 'It stops when the current stage ends.',
    found,
    run.error,
    gaps.length > 0 && [
      '',
      bold('Gaps'),
      ...gaps.slice(0, MOST_GAPS).map((row) => `• ${row.title}: ${row.detail}`),
    ],
    gaps.length > MOST_GAPS && `and ${gaps.length - MOST_GAPS} more`,
    isUnderWay(run) && failed.map(({ title, detail }) => `⚠ ${title}: ${detail ?? 'failed'}`),
    '',
    publicUrl === null
      ? `The whole dossier is in the dashboard: ${path}`
      : link('Open the dossier', `${publicUrl}${path}`),
  );
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;

/** The newest runs in a line each. */
export function researchList(runs: readonly ResearchRunView[], total: number): FormattedString {
  return lines(
    bold('AI research'),
    total === 0 && 'No research yet. To start one, send /research TCS.',
    runs.map((run) => `${run.run_id} ${run.symbol} (${modeWords(run)}): ${STATUS_WORDS[run.status]}`),
    total > runs.length && `These are the newest of ${total}.`,
  );
}
