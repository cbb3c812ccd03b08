import { type DossierView, inWords, wholePercent } from '../../core/research/index.ts';
import { bold, type Line } from './lines.ts';
import { percent } from './numbers.ts';
import { clipped, passage, point } from './passage.ts';
import { costWords } from './research-cost.ts';
import { activeBaseline, coverageOf, type ShownReport, type Statement } from './research-shown.ts';
import { dayOf } from './times.ts';

/** A card is one message: these bounds together stay under 4,096 characters. */
const MOST_POINTS = 3;
const MOST_REASONS = 2;
const LONGEST_WHY = 420;
const LONGEST_POINT = 120;
const LONGEST_CATALYST = 80;
const LONGEST_ERROR = 200;

/** The words under which nothing may be published (research/Evidence acquisition rules 12). */
export const DRAFT = 'DRAFT - NOT APPROVED FOR PUBLICATION';

/** That a report is a draft, how far its evidence reaches, and what its checks found. */
export function approvalLines(dossier: DossierView, shown: ShownReport): Line[] {
  const { run } = dossier;
  const pct = coverageOf(dossier);
  const qa = shown.publication?.qa ?? null;
  const defects = qa?.blocking_defects ?? [];
  return [
    run.status !== 'COMPLETED' && bold(DRAFT),
    pct === null ? 'Coverage: unknown' : `Coverage: ${wholePercent(pct)} of what a report needs`,
    qa === null
      ? 'QA: none (a report of the first version)'
      : qa.status === 'PASS'
        ? 'QA: PASS'
        : bold(`Not QA approved: ${qa.status}`),
    ...defects.slice(0, MOST_POINTS).map(({ message }) => point(message, LONGEST_POINT)),
    defects.length > MOST_POINTS && `and ${defects.length - MOST_POINTS} more defects`,
  ];
}

/** How much checks took out of the words of models; nothing of what that was. */
function removedWords(removed: DossierView['removed']): Line {
  if (removed === null || removed.total === 0) return false;
  const { total, unsupported } = removed;
  const others = total - unsupported;
  const unusable = `${others === 1 ? '1 reference or text' : `${others} references or texts`} that could not be used`;
  if (unsupported === 0) return `${unusable} ${others === 1 ? 'was' : 'were'} removed.`;
  const statements =
    unsupported === 1
      ? '1 statement was removed because nothing supports it'
      : `${unsupported} statements were removed because nothing supports them`;
  return others === 0
    ? `${statements}.`
    : `${statements}, and so ${others === 1 ? 'was' : 'were'} ${unusable}.`;
}

const NOTHING_SAID = { horizon: null, override_reason: null };

/** Rating and action with how sure the report is of them, and why the rating is not the committee’s where it is not. */
export function decisionLines({ rating, action, confidence, publication }: ShownReport): Line[] {
  const { horizon, override_reason: override } = publication?.decision ?? NOTHING_SAID;
  return [
    bold(`Rating: ${inWords(rating)}`),
    bold(`Action: ${inWords(action)}`),
    confidence === null ? 'Confidence: unknown' : `Confidence: ${wholePercent(confidence * 100)}`,
    horizon !== null && `Horizon: ${clipped(horizon, 40)}`,
    override !== null && passage(override, LONGEST_POINT),
  ];
}

/** What a run with a report came to. */
export function decidedLines(dossier: DossierView, shown: ShownReport): Line[] {
  const { run } = dossier;
  return [
    ...approvalLines(dossier, shown),
    removedWords(dossier.removed),
    run.error !== null && clipped(run.error, LONGEST_ERROR),
    '',
    ...decisionLines(shown),
    '',
    bold('Why this rating'),
    passage(shown.why, LONGEST_WHY),
    ...strongest('For', shown.bull),
    ...strongest('Against', shown.bear),
    ...listed('Next catalysts', shown.catalysts, MOST_POINTS, LONGEST_CATALYST),
    ...baselineLines(dossier),
    ...outcomeLines(dossier),
    ...gapLines(dossier),
    ...costLines(dossier),
  ];
}

/** They come in the order of the report, the strongest first. */
const strongest = (title: string, statements: readonly Statement[]): Line[] =>
  listed(
    title,
    statements.map(({ statement }) => statement),
    MOST_POINTS,
    LONGEST_POINT,
  );

function listed(title: string, texts: readonly string[], most: number, longest: number): Line[] {
  if (texts.length === 0) return ['', bold(title), 'The report names none.'];
  return [
    '',
    bold(title),
    ...texts.slice(0, most).map((text) => point(text, longest)),
    texts.length > most && `and ${texts.length - most} more`,
  ];
}

/** How a run stands against the baseline of its share. */
function baselineLines({ run, thesis_baselines: baselines, comparisons }: DossierView): Line[] {
  const active = activeBaseline(baselines, run);
  if (active?.run_id === run.run_id)
    return ['', `This is the baseline of ${clipped(run.symbol, 40)}, pinned ${dayOf(active.created_at)}.`];
  const compared = comparisons.find(({ run_id }) => run_id === run.run_id);
  if (compared === undefined)
    return [
      '',
      active === null
        ? 'Baseline: none is pinned.'
        : `Baseline: ${active.run_id}, pinned ${dayOf(active.created_at)}. This run is not compared with it.`,
    ];
  const { baseline_run_id: id, classification, reasons } = compared;
  return [
    '',
    bold(`Against the baseline${id === null ? '' : ` ${id}`}: ${inWords(classification)}`),
    ...reasons.slice(0, MOST_REASONS).map((reason) => point(reason, LONGEST_POINT)),
  ];
}

/** How the share did since, as far as that is measured. */
function outcomeLines({ outcomes }: DossierView): Line[] {
  const known = outcomes.filter(({ return_pct }) => return_pct !== null);
  return known.map((one) => {
    const beside =
      one.benchmark === null || one.benchmark_return_pct === null
        ? ''
        : ` (${clipped(one.benchmark, 20)} ${percent(one.benchmark_return_pct)})`;
    return `After ${one.horizon_days} sessions: ${percent(one.return_pct)}${beside}`;
  });
}

function costLines({ cost, stages }: DossierView): Line[] {
  if (stages.length === 0) return [];
  if (!stages.some(({ provider }) => provider !== null))
    return ['', 'No model was asked: the report rests on the facts alone.'];
  return ['', `Cost: ${costWords(cost)}`];
}

/** What the evidence lacks, the required first, with what to do about it; else what the sections say is missing. */
export function gapLines({ coverage, report }: Pick<DossierView, 'coverage' | 'report'>): Line[] {
  const uncovered = coverage
    .filter(({ is_covered }) => !is_covered)
    .toSorted((one, other) => Number(other.is_required) - Number(one.is_required))
    .map(({ title, detail }) => `${title}: ${detail}`);
  const gaps =
    uncovered.length > 0
      ? uncovered
      : (report?.sections ?? []).flatMap(({ title, gaps: own }) => own.map((gap) => `${title}: ${gap}`));
  return gaps.length === 0 ? [] : listed('Gaps', gaps, MOST_POINTS, LONGEST_POINT);
}
