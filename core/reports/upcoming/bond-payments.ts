import { couponDays, couponPerUnit } from '../../finance/bonds/index.ts';
import { type HeldBond, readTerms, SAME_COUPON_DAYS, type RecordedCoupon } from '../../income/index.ts';
import { dayInWords, type Decimal, daysBetween, dayBefore } from '../../platform/index.ts';

/** What the terms of a held bond promise on a day. */
export interface BondPaymentDue {
  type: 'COUPON' | 'PRINCIPAL';
  date: string;
  portfolio_id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  currency: string;
  /** Before tax. */
  amount: Decimal;
  note: string;
}

/**
 * Coupons and principal of held bonds from one day to another, both included, ascending (spec: Report rules 12). Coupons
 * walk back from maturity by the terms of the holding, with an ISIN or without; a recorded one takes the place of the one
 * worked out. Before `today` nothing is worked out: what was held then is not known from what is held now.
 */
export function bondPayments(
  bonds: readonly HeldBond[],
  recorded: readonly RecordedCoupon[],
  span: { from: string; to: string },
  today: string,
): BondPaymentDue[] {
  const from = span.from < today ? today : span.from;
  const days = new Map<string, string[]>();
  for (const { portfolio_id, symbol, day } of recorded) {
    const key = keyOf(portfolio_id, symbol);
    days.set(key, [...(days.get(key) ?? []), day]);
  }
  return bonds
    .flatMap((bond) => {
      const known = days.get(keyOf(bond.portfolio_id, bond.symbol)) ?? [];
      return [...couponsOf(bond, known, from, span.to, today), ...principalOf(bond, from, span.to)];
    })
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

function couponsOf(
  bond: HeldBond,
  known: readonly string[],
  from: string,
  to: string,
  today: string,
): BondPaymentDue[] {
  const { terms } = readTerms(bond, today);
  if (terms === null) return [];
  const perUnit = couponPerUnit(terms);
  return couponDays(terms, dayBefore(from), to)
    .filter((date) => !known.some((day) => Math.abs(daysBetween(day, date)) <= SAME_COUPON_DAYS))
    .map((date) => ({
      ...factsOf(bond),
      type: 'COUPON',
      date,
      amount: perUnit.times(bond.quantity),
      note: `Calculated from the terms: ${terms.coupon_rate}% a year, counted back from maturity on ${dayInWords(terms.maturity_date)}.`,
    }));
}

function principalOf(bond: HeldBond, from: string, to: string): BondPaymentDue[] {
  const { maturity_date, face_value, quantity } = bond;
  if (maturity_date === null || face_value === null || maturity_date < from || maturity_date > to) return [];
  return [
    {
      ...factsOf(bond),
      type: 'PRINCIPAL',
      date: maturity_date,
      amount: face_value.times(quantity),
      note: 'The bond matures and repays its face value.',
    },
  ];
}

const factsOf = ({ portfolio_id, portfolio, symbol, name, currency }: HeldBond) => ({
  portfolio_id,
  portfolio,
  symbol,
  name,
  currency,
});

const keyOf = (portfolioId: string, symbol: string): string => `${portfolioId} ${symbol}`;
