import type { RawRow, StatedPrice } from '../rows/index.ts';
import { amountIn } from './table.ts';

/** The dated prices of positions that stand beside the transactions of a statement; positions without one are left out. */
export function pricesOfPositions(positions: readonly RawRow<'holdings'>[]): StatedPrice[] {
  return positions.flatMap(({ fields, excluded }): StatedPrice[] => {
    const { symbol = '', isin = '', currency = '', price_date: day = '' } = fields;
    const price = amountIn(fields.current_price ?? '');
    if (excluded || symbol === '' || day === '' || currency === '' || price?.gt(0) !== true) return [];
    return [
      {
        symbol: symbol.toUpperCase(),
        isin: isin === '' ? null : isin,
        currency,
        day,
        price: price.toFixed(),
      },
    ];
  });
}
