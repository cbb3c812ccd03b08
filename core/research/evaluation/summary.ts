import type { Evaluated, JudgingCost } from './evaluation.ts';
import type { Outcome } from './outcome.ts';
import { DIMENSIONS, type Vote } from './verdict/index.ts';

const VOTES: Readonly<Record<Vote, string>> = {
  LEFT: 'prefers the candidate',
  RIGHT: 'prefers the reference',
  NEITHER: 'prefers neither',
};
const PREFERRED: Readonly<Record<Vote, string>> = {
  LEFT: 'Most judges prefer the candidate.',
  RIGHT: 'Most judges prefer the reference.',
  NEITHER: 'Most judges would rely on both equally.',
};
const WIDTH = 20;

/** What a person reads of an evaluation on the terminal. */
export function summaryOf({ outcome, cost, isKnown }: Evaluated): string[] {
  const { verdict, reasons, tier, majority, notes } = outcome;
  const [first, ...more] = reasons;
  return [
    `${verdict}: ${first?.message ?? `the candidate meets every limit of the tier ${tier}.`}`,
    ...more.map(({ message }) => `  Also: ${message}`),
    ...(isKnown
      ? [
          'These reports were already judged with this tier and seed, so that verdict is shown and no judge was asked. Use another --seed to judge them again.',
        ]
      : []),
    ...notes,
    ...outcome.gate.defects.map(
      ({ report, code, path, message }) =>
        `  ${report === 'left' ? 'Candidate' : 'Reference'}: ${code}${path === '' ? '' : ` at ${path}`}: ${message}`,
    ),
    ...tableOf(outcome),
    ...outcome.judges.flatMap(judgeLines),
    ...(majority.preferred === null ? [] : [PREFERRED[majority.preferred]]),
    costLine(cost),
  ];
}

function tableOf({ medians, totals, limits }: Outcome): string[] {
  if (medians === null || totals === null) return [];
  const row = (title: string, ...cells: readonly (number | string | null | undefined)[]): string =>
    [title.padEnd(WIDTH), ...cells.map((cell) => String(cell ?? '').padStart(10))].join('').trimEnd();
  return [
    '',
    row('Medians, 1 to 5', 'candidate', 'reference', 'least', 'weight'),
    ...DIMENSIONS.map(({ id, title, weight, is_critical }) =>
      row(title, medians.left[id], medians.right[id], is_critical ? limits['critical_minimum'] : '', weight),
    ),
    row('Total', totals.left, totals.right, limits['total_minimum']),
    '',
  ];
}

function judgeLines({ judge_id, vote, is_excluded, invalid }: Outcome['judges'][number]): string[] {
  if (invalid.length > 0)
    return invalid.map(({ ordering, reason }) => `Judge ${judge_id} is not valid (${ordering}): ${reason}`);
  if (is_excluded)
    return [
      `Judge ${judge_id} has no vote because it preferred the report in the same position both times. Its scores still count.`,
    ];
  return vote === null ? [] : [`Judge ${judge_id} ${VOTES[vote]}.`];
}

function costLine({ judgements, input_tokens, output_tokens, cost_usd }: JudgingCost): string {
  if (judgements === 0) return 'No judge was asked, so the judging cost nothing.';
  const tokens = (count: number | null): string =>
    count === null ? 'an unknown number of' : count.toLocaleString('en-IN');
  if (input_tokens === null && output_tokens === null && cost_usd === null)
    return `The cost of the judging (${judgements} answers) is unknown.`;
  const cost = cost_usd === null ? 'an unknown amount' : `$${cost_usd.toFixed(4)}`;
  return `The judging (${judgements} answers) took ${tokens(input_tokens)} tokens in and ${tokens(output_tokens)} out: ${cost} at list prices. This is not part of the cost of either report.`;
}
