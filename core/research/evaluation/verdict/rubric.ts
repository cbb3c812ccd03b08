/**
 * What judges score, from 1 (fails its reader) to 5 (nothing to add), and what each dimension weighs in the total (decisions/
 * Evaluation harness). The weights add up to 1. Critical are those whose failure no other dimension makes up for: a report
 * that is wrong, rests on nothing or hides its risks misleads, however well it reads.
 *
 * A change of the dimensions, their weights or their words takes a new version: what was judged by another one is a case of
 * its own.
 */
export const RUBRIC_VERSION = '1';

export const LOWEST_SCORE = 1;
export const HIGHEST_SCORE = 5;

/** Fewer valid judges decide nothing (research/Limits). */
export const FEWEST_JUDGES = 3;

interface DimensionRow {
  id: string;
  /** Exact decimal text. */
  weight: string;
  is_critical: boolean;
  /** For people. */
  title: string;
  /** What a judge is told of it: the ends of the scale and its middle. */
  anchors: string;
}

export const DIMENSIONS = [
  {
    id: 'factual_accuracy',
    weight: '0.25',
    is_critical: true,
    title: 'Factual accuracy',
    anchors:
      'Do the statements agree with the figures, periods and units that the report gives for them? 1: central statements contradict its own facts, or figures are made up. 3: slips that change no conclusion. 5: every figure, period and sign agrees.',
  },
  {
    id: 'source_integrity',
    weight: '0.20',
    is_critical: true,
    title: 'Source integrity',
    anchors:
      'Do the important statements rest on named evidence of an authority that fits them, and are conflicts and weak sources disclosed? 1: claims without any basis, or weak sources passed off as proof. 3: the main claims are backed, others are not. 5: what is fact, calculation and opinion is always clear, and each rests on the right evidence.',
  },
  {
    id: 'risk_balance',
    weight: '0.15',
    is_critical: true,
    title: 'Balance of risks',
    anchors:
      'Are the case against the share, its risks and what would prove the thesis wrong stated as seriously as the case for it? 1: one side alone. 3: both sides, but the weaker one is thin or generic. 5: specific risks with what would show them, and a confidence that fits.',
  },
  {
    id: 'reasoning',
    weight: '0.15',
    is_critical: false,
    title: 'Reasoning',
    anchors:
      'Do the rating and the thesis follow from the evidence? 1: they contradict it or come from nowhere. 3: plausible, with gaps. 5: each step follows, and disagreement is weighed.',
  },
  {
    id: 'completeness',
    weight: '0.15',
    is_critical: false,
    title: 'Completeness',
    anchors:
      'Does it cover results, price and valuation, catalysts and outlook, and say what is missing? 1: most is absent without a word. 3: the essentials, with gaps. 5: all of it, and every gap is disclosed. A disclosed gap is better than a guess.',
  },
  {
    id: 'clarity',
    weight: '0.10',
    is_critical: false,
    title: 'Clarity',
    anchors:
      'Could a private investor read and use it? 1: confusing or padded. 3: readable with effort. 5: plain, ordered and brief. Length alone earns nothing.',
  },
] as const satisfies readonly DimensionRow[];

export type Dimension = (typeof DIMENSIONS)[number]['id'];
export const DIMENSION_IDS: readonly Dimension[] = DIMENSIONS.map(({ id }) => id);
export const CRITICAL_DIMENSIONS: readonly Dimension[] = DIMENSIONS.filter(
  ({ is_critical }) => is_critical,
).map(({ id }) => id);
