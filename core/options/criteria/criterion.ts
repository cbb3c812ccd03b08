import * as yup from 'yup';
import {
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';

const UNITS = ['COUNT', 'RUPEES', 'PERCENT', 'SCORE'] as const;
type Unit = (typeof UNITS)[number];

const COMPARISONS = ['AT_LEAST', 'ABOVE', 'AT_MOST'] as const;
type Comparison = (typeof COMPARISONS)[number];

/** One thing that a decision needs, with what it is and what it has to be. What is unknown has not passed. */
export const criterionView = view({
  code: text,
  title: text,
  value: numberOrNull,
  limit: number,
  unit: oneOf(...UNITS),
  comparison: oneOf(...COMPARISONS),
  /** Null where it is unknown, and `reason` says why. */
  passed: yup.boolean().nullable().defined(),
  /** Value and limit in a sentence. */
  words: text,
  /** Why the value is unknown, or what stands behind it. */
  reason: textOrNull,
});
export type Criterion = ViewOf<typeof criterionView>;

interface Asked {
  code: string;
  title: string;
  limit: number;
  unit: Unit;
}

const digits = (value: number, least: number, most: number): string =>
  Math.abs(value).toLocaleString('en-IN', { minimumFractionDigits: least, maximumFractionDigits: most });

/** `−₹1,250.50`, `3.25%`, `0.041`, `34`. */
function shown(value: number, unit: Unit): string {
  const sign = value < 0 ? '−' : '';
  switch (unit) {
    case 'RUPEES':
      return `${sign}₹${Number.isInteger(value) ? digits(value, 0, 0) : digits(value, 2, 2)}`;
    case 'PERCENT':
      return `${sign}${digits(value, 0, 2)}%`;
    case 'SCORE':
      return `${sign}${digits(value, 0, 4)}`;
    case 'COUNT':
      return `${sign}${digits(value, 0, 0)}`;
  }
}

const NEEDED: Readonly<Record<Comparison, (limit: string) => string>> = {
  AT_LEAST: (limit) => `at least ${limit} needed`,
  ABOVE: (limit) => `more than ${limit} needed`,
  AT_MOST: (limit) => (limit === '0' ? 'none allowed' : `at most ${limit} allowed`),
};

function judged(
  asked: Asked,
  comparison: Comparison,
  value: number | null,
  passed: boolean | null,
  reason: string | null,
): Criterion {
  const { code, title, limit, unit } = asked;
  const is = value === null ? 'Unknown' : shown(value, unit);
  const words = `${is}; ${NEEDED[comparison](shown(limit, unit))}.`;
  return { code, title, value, limit, unit, comparison, passed, words, reason };
}

export const atLeast = (asked: Asked, value: number, reason: string | null = null): Criterion =>
  judged(asked, 'AT_LEAST', value, value >= asked.limit, reason);
export const above = (asked: Asked, value: number, reason: string | null = null): Criterion =>
  judged(asked, 'ABOVE', value, value > asked.limit, reason);
export const atMost = (asked: Asked, value: number, reason: string | null = null): Criterion =>
  judged(asked, 'AT_MOST', value, value <= asked.limit, reason);

/** What cannot be known. It has not passed. */
export const unknown = (asked: Asked, comparison: Comparison, reason: string): Criterion =>
  judged(asked, comparison, null, null, reason);
