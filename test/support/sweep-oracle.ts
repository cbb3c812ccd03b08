import { chargesOf } from '../../core/finance/charges/index.ts';
import { parseAmount } from '../../core/platform/fixed-point.ts';

/*
 * What a liquid sweep has to move on a day, in plain numbers: found by trying one unit after the other, where the engine
 * looks for it by halves and in whole numbers. It shares no code with that but the table of charges.
 */

/** Charges of a trade in the fund: all of them, and those that may be deducted. */
export function fundCharges(side: 'BUY' | 'SELL', day: string, value: number) {
  const { total, stt } = chargesOf({ side, kind: 'OTHER_ETF', day, value: parseAmount(value.toFixed(2)) });
  return { charged: Number(total) / 1e20, deductible: Number(total - stt) / 1e20 };
}

/** A number of units, and how near it came to being another one, in rupees. */
export interface Expected {
  units: number;
  margin: number;
}

/**
 * The fewest units that cover a shortfall.
 * @param addedTax what the sale of so many units, with so much of charges to deduct, adds to the tax of the year.
 */
export function expectedRedemption(of: {
  shortfall: number;
  held: number;
  price: number;
  day: string;
  addedTax: (units: number, deductible: number) => number;
}): Expected {
  const { shortfall, held, price, day, addedTax } = of;
  const brought = (units: number): number => {
    const { charged, deductible } = fundCharges('SELL', day, units * price);
    return units * price - charged - addedTax(units, deductible);
  };
  if (shortfall <= 0) return { units: 0, margin: -shortfall };
  if (held === 0 || brought(held) <= 0) return { units: 0, margin: Number.POSITIVE_INFINITY };
  let units = Math.min(held, Math.max(1, Math.floor(shortfall / price)));
  while (units > 1 && brought(units - 1) >= shortfall) units -= 1;
  while (units < held && brought(units) < shortfall) units += 1;
  const spare = brought(units) - shortfall;
  const lacking = units === 1 ? shortfall : shortfall - brought(units - 1);
  return { units, margin: Math.min(Math.abs(spare), Math.abs(lacking)) };
}

/** The most units that the cash above half of the minimum pays for. */
export function expectedSweep(of: { free: number; min: number; price: number; day: string }): Expected {
  const { free, min, price, day } = of;
  const most = free - min / 2;
  if (free < min) return { units: 0, margin: min - free };
  const left = (units: number): number =>
    most - units * price - (units === 0 ? 0 : fundCharges('BUY', day, units * price).charged);
  let units = Math.floor(most / price);
  while (units > 0 && left(units) < 0) units -= 1;
  return { units, margin: Math.min(free - min, left(units), -left(units + 1)) };
}
