import type { RawRow, StatedPrice } from '../rows/index.ts';
import { amountIn } from './table.ts';

/** Dated prices from the positions of a statement; positions without a price are left out. */
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
