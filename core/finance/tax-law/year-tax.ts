import { type Amount, AMOUNT_ONE, FIXED_ONE, nearestFixed } from '../../platform/fixed-point.ts';
import type { Term } from './term.ts';

/** A gain of one year under the rule that `rulesFor` found for it. */
export interface GainOfYear {
  term: Term;
  /** Percentage points, 0 or more. */
  rate_pct: number;
  /** Rupees; below zero a loss. */
  gain: Amount;
}

interface YearTax {
  /** Gains less losses of each term as they were realised, before one offsets the other. */
  short_term_gain: Amount;
  long_term_gain: Amount;
  /** Rupees, rounded half up to the paisa. */
  tax: Amount;
}

const PAISA = AMOUNT_ONE / 100n;
/** One paisa of an amount times percentage points as a `Fixed`. */
const PAISA_OF_PRODUCT = PAISA * FIXED_ONE * 100n;

/**
 * The tax on the gains of one financial year. Losses offset gains of the same year, first those that are taxed highest:
 * long-term losses against long-term gains, then short-term losses against gains of either term. A loss under a rule that
 * exempts gains (0 %) offsets nothing. Throws a RangeError for a rate that is not a number of 0 or more.
 *
 * The yearly exemption is left out, because it belongs to the person, whose other sales may use it; so is cess, which comes
 * after all other income. Losses are not carried to the next year.
 */
export function yearTax(gains: readonly GainOfYear[]): YearTax {
  const sums: Record<Term, Amount> = { SHORT: 0n, LONG: 0n };
  const losses: Record<Term, Amount> = { SHORT: 0n, LONG: 0n };
  const taxed: { term: Term; rate: bigint; left: Amount }[] = [];
  for (const { term, rate_pct, gain } of gains) {
    const rate = nearestFixed(String(rate_pct));
    if (rate === null || rate < 0n) throw new RangeError(`${rate_pct} is not a rate of tax.`);
    sums[term] += gain;
    if (rate === 0n) continue;
    if (gain < 0n) losses[term] -= gain;
    else taxed.push({ term, rate, left: gain });
  }
  taxed.sort((a, b) => (a.rate < b.rate ? 1 : a.rate > b.rate ? -1 : 0));
  // Long-term losses first: what they cannot offset is lost, while short-term losses still find other gains.
  offset(
    taxed.filter(({ term }) => term === 'LONG'),
    losses.LONG,
  );
  offset(taxed, losses.SHORT);
  const product = taxed.reduce((sum, { left, rate }) => sum + left * rate, 0n);
  const tax = ((product + PAISA_OF_PRODUCT / 2n) / PAISA_OF_PRODUCT) * PAISA;
  return { short_term_gain: sums.SHORT, long_term_gain: sums.LONG, tax };
}

function offset(taxed: readonly { left: Amount }[], loss: Amount): void {
  let rest = loss;
  for (const gain of taxed) {
    const used = rest < gain.left ? rest : gain.left;
    gain.left -= used;
    rest -= used;
  }
}
