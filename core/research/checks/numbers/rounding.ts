import type { Amount } from './amounts.ts';

/** The values that a printed number stands for. */
interface Interval {
  low: number;
  high: number;
  /** Whether the ends themselves are meant. */
  includesLow: boolean;
  includesHigh: boolean;
}

const LEAD = String.raw`(?:\s+(?:a|an|the|just|only))?\s*[(₹$~-]*(?:Rs\.?|INR|USD|US\$)?\s*$`;
const ABOUT = new RegExp(
  String.raw`(?:~|\b(?:about|around|roughly|approximately|approx\.?|some|circa|near|in the region of|in the order of|or so))${LEAD}`,
  'i',
);
const OVER = new RegExp(
  String.raw`\b(?:over|more than|above|at least|exceeding|exceeds|exceeded|in excess of|upwards of|north of|not less than|no less than|surpassing|topping|topped|crossed|past|greater than|higher than)${LEAD}`,
  'i',
);
const UNDER = new RegExp(
  String.raw`\b(?:nearly|almost|close to|just under|less than|below|under|not quite|fewer than|shy of|approaching|sub)-?${LEAD}`,
  'i',
);

/** How the words before a number round it. */
export function approximationBefore(before: string): 'ABOUT' | 'OVER' | 'UNDER' | null {
  const near = before.slice(-40);
  if (OVER.test(near)) return 'OVER';
  if (UNDER.test(near)) return 'UNDER';
  return ABOUT.test(near) ? 'ABOUT' : null;
}

/** Half a unit of the last printed digit on either side; with a word such as "over", one unit of the last significant digit. */
export function intervalOf(
  { value, digit, significant }: Pick<Amount, 'value' | 'digit' | 'significant'>,
  approximation: ReturnType<typeof approximationBefore>,
): Interval {
  // A binary fraction that stands for a decimal one may miss it by the last bit.
  const slack = 2e-15 * Math.max(value, digit);
  if (approximation === 'OVER')
    return { low: value - slack, high: value + significant - slack, includesLow: true, includesHigh: false };
  if (approximation === 'UNDER')
    return { low: value - significant + slack, high: value + slack, includesLow: false, includesHigh: true };
  const half = (approximation === 'ABOUT' ? significant : digit) / 2;
  return { low: value - half - slack, high: value + half + slack, includesLow: true, includesHigh: true };
}

export const holds = ({ low, high, includesLow, includesHigh }: Interval, value: number): boolean =>
  (value > low || (includesLow && value === low)) && (value < high || (includesHigh && value === high));
