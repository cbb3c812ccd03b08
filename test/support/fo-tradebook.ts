import { TRADEBOOK_HEADER } from './tradebook-rows.ts';

/** A fill of a derivative as Zerodha's Console writes it. */
export interface FillRow {
  symbol: string;
  /** `2026-01-05T09:21:55` */
  at: string;
  side: 'buy' | 'sell';
  quantity: number;
  price: number;
  trade: number | string;
  order?: string;
  expiry: string;
  exchange?: string;
  segment?: string;
}

export function zerodhaRow({
  symbol,
  at,
  side,
  quantity,
  price,
  trade,
  order = `15${trade}`,
  expiry,
  exchange = 'NSE',
  segment = 'FO',
}: FillRow): string {
  const day = at.slice(0, 10);
  return `${symbol},,${day},${exchange},${segment},,${side},false,${quantity.toFixed(6)},${price.toFixed(6)},${trade},${order},${at},${expiry}`;
}

export const zerodhaFile = (rows: readonly FillRow[]): Buffer =>
  Buffer.from(`${[`${TRADEBOOK_HEADER},expiry_date`, ...rows.map(zerodhaRow)].join('\n')}\n`);

/** A weekly NIFTY option that expires on Tuesday 13 January 2026. */
export const PUT = { symbol: 'NIFTY2611326000PE', expiry: '2026-01-13' };
export const CALL = { symbol: 'NIFTY2611326500CE', expiry: '2026-01-13' };

/** A short strangle: sold on Monday 5 January at 100 and 80, bought back on the 6th at 60 and 90, 75 units each. */
export const STRANGLE: readonly FillRow[] = [
  { ...PUT, at: '2026-01-05T09:32:10', side: 'sell', quantity: 75, price: 100, trade: 501 },
  { ...CALL, at: '2026-01-05T09:32:40', side: 'sell', quantity: 75, price: 80, trade: 502 },
  { ...PUT, at: '2026-01-06T14:05:00', side: 'buy', quantity: 75, price: 60, trade: 710 },
  { ...CALL, at: '2026-01-06T14:06:00', side: 'buy', quantity: 75, price: 90, trade: 711 },
];

export async function* bytesOf(file: Buffer): AsyncGenerator<Uint8Array> {
  yield file;
}
