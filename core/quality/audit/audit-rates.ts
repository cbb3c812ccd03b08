import type { NewestRate } from '../../market/index.ts';
import type { AuditRates } from './readings.ts';

/**
 * Rates from the stored rows themselves, either way round, and from the reference of the settings where no row is of a pair
 * (spec: Report rules 7); pure.
 * @param used currencies that totals in `base` are converted from.
 */
export function auditRates(
  stored: readonly NewestRate[],
  { rupeesPerDollar, used, base }: { rupeesPerDollar: number; used: readonly string[]; base: string },
): AuditRates {
  const pairs = new Map(stored.map((one) => [`${one.base}${one.quote}`, one]));
  const of: AuditRates['of'] = (from, to) => {
    if (from === to) return 1;
    const [straight, inverse] = [pairs.get(`${from}${to}`), pairs.get(`${to}${from}`)];
    if (straight !== undefined) return straight.rate;
    if (inverse !== undefined) return 1 / inverse.rate;
    if (from === 'USD' && to === 'INR') return rupeesPerDollar;
    return from === 'INR' && to === 'USD' ? 1 / rupeesPerDollar : null;
  };
  const changes = [...new Set(used)].flatMap((from) => {
    const rate = pairs.get(`${from}${base}`) ?? pairs.get(`${base}${from}`);
    return rate === undefined ? [] : [rate.seen_at.getTime()];
  });
  return { of, changed_at: changes.length === 0 ? null : new Date(Math.max(...changes)) };
}
