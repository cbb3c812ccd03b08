import type { Decimal } from '../platform/index.ts';

/** How long a debt still lasts at the instalment that is paid; unknown with the reason. */
interface Repayment {
  months_left: number | null;
  reason: string | null;
}

const LONGEST_MONTHS = 1200;

/**
 * Instalments that are left, the last and smaller one included, when interest is a twelfth of the year's rate on what
 * is outstanding each month: n = −ln(1 − B·i ⁄ E) ⁄ ln(1 + i), rounded up; B ⁄ E without interest.
 */
export function repaymentOf(balance: Decimal, ratePct: number | null, emi: Decimal | null): Repayment {
  if (balance.isZero()) return { months_left: 0, reason: null };
  if (emi === null) return unknown('The instalment is not set.');
  if (ratePct === null) return unknown('The interest rate is not set.');
  const monthly = ratePct / 1200;
  const interest = balance.toNumber() * monthly;
  const instalment = emi.toNumber();
  if (instalment <= interest) return unknown('The instalment does not cover the interest.');
  const months =
    monthly === 0 ? balance.div(emi).toNumber() : -Math.log(1 - interest / instalment) / Math.log1p(monthly);
  // What floating-point leaves beyond a whole number is no further instalment.
  const whole = Math.ceil(months - 1e-9);
  return whole > LONGEST_MONTHS
    ? unknown(`At this instalment, repayment takes more than ${LONGEST_MONTHS / 12} years.`)
    : { months_left: whole, reason: null };
}

const unknown = (reason: string): Repayment => ({ months_left: null, reason });
