import type { NewestRate } from '../../market/index.ts';
import type { RateOf } from './readings.ts';

/**
 * Rates from the stored rows themselves, either way round, and from the reference of the settings where no row is of a pair
 * (spec: Report rules 7); pure.
 */
export function auditRates(stored: readonly NewestRate[], rupeesPerDollar: number): RateOf {
  const pairs = new Map(stored.map((one) => [`${one.base}${one.quote}`, one]));
  return (from, to) => {
    if (from === to) return 1;
    const [straight, inverse] = [pairs.get(`${from}${to}`), pairs.get(`${to}${from}`)];
    if (straight !== undefined) return straight.rate;
    if (inverse !== undefined) return 1 / inverse.rate;
    if (from === 'USD' && to === 'INR') return rupeesPerDollar;
    return from === 'INR' && to === 'USD' ? 1 / rupeesPerDollar : null;
  };
}
