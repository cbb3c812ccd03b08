import { type Decimal, decimal, grouped } from '../platform/index.ts';
import { type Payment, together } from './payments.ts';

/** What a payment may turn out to be: an announced dividend or a coupon that falls due. */
export interface Expected {
  /** Its event's name. */
  source_reference: string;
  currency: string;
  /** The payment is looked for from some days before `from` to `until`. */
  from: string;
  until: string;
  amount_per_unit: Decimal;
  quantity: Decimal;
}

/**
 * A payment is some event's if it has from 60 % to 101 % of what was expected: tax at the source takes up to a third from
 * those who live abroad, and more than was announced is something else.
 */
const LEAST_PART = decimal('0.6');
const MOST_PART = decimal('1.01');
/** Rounded to paise on both sides. */
const EXACT = decimal('0.005');

/**
 * Finds for each payment the expected event that it is: of those of its currency whose window holds its day, one with the
 * very amount before one that is some tax away, then the earliest. Payments of one day that come to the very amount
 * together, such as those of two accounts, are taken together. Each event is used once; both lists ascend by day, so a
 * payment looks at its own window only.
 * @returns the payments by event name.
 */
export function matchPayments(
  expected: readonly Expected[],
  payments: readonly Payment[],
): Map<string, Payment[]> {
  const matched = new Map<string, Payment[]>();
  const inOrder = expected.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
  const used = new Set<Expected>();
  let first = 0;

  const take = (payment: Payment, parts: Payment[], isWhole: boolean): boolean => {
    let best: Expected | null = null;
    for (let at = first; ; at += 1) {
      const one = inOrder[at];
      if (one === undefined || one.from > payment.date) break;
      if (used.has(one) || one.until < payment.date || one.currency !== payment.currency) continue;
      const fit = fitOf(one, payment);
      if (fit === 'EXACT') {
        best = one;
        break;
      }
      if (fit === 'TAXED' && !isWhole) best ??= one;
    }
    if (best === null) return false;
    used.add(best);
    matched.set(best.source_reference, parts);
    return true;
  };

  const received = payments.filter(({ gross }) => gross.gt(0));
  const days = [...grouped(received, ({ date, currency }) => `${date} ${currency}`)];
  for (const [, parts] of days.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [one] = parts;
    if (one === undefined) continue;
    for (let open = inOrder[first]; open !== undefined; open = inOrder[first]) {
      if (!used.has(open) && open.until >= one.date) break;
      first += 1;
    }
    if (parts.length > 1 && take(together(parts), parts, true)) continue;
    for (const payment of parts) take(payment, [payment], false);
  }
  return matched;
}

function fitOf(expected: Expected, payment: Payment): 'EXACT' | 'TAXED' | null {
  if (payment.per_unit?.eq(expected.amount_per_unit) === true) return 'EXACT';
  const due = expected.amount_per_unit.times(expected.quantity);
  if (!due.gt(0)) return null;
  const part = payment.gross.div(due);
  if (part.minus(1).abs().lte(EXACT)) return 'EXACT';
  return part.gte(LEAST_PART) && part.lte(MOST_PART) ? 'TAXED' : null;
}
