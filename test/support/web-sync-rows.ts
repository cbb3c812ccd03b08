import type { World } from './broker-double.ts';

export type Row = Record<string, unknown>;

const isinOf = (index: number) =>
  `INE${String(index % 1000).padStart(3, '0')}A01${String(10 + (index % 10))}${index % 10}`;

/** Holdings and transactions of an account, the same for the same world. */
export function webSyncRows({ holdings, trades, leftOut }: World): { holdings: Row[]; transactions: Row[] } {
  const share = (index: number): Row => ({
    symbol: `SHARE${String.fromCodePoint(65 + (index % 26))}${String.fromCodePoint(65 + (Math.floor(index / 26) % 26))}`,
    isin: isinOf(index),
    segment: 'EQUITY',
    currency: 'INR',
  });
  const transactions: Row[] = Array.from({ length: trades }, (_, index) => ({
    id: `T${index}`,
    ...share(index % Math.max(1, holdings)),
    side: index % 5 === 4 ? 'SELL' : 'BUY',
    status: 'COMPLETE',
    product: 'DELIVERY',
    trade_date: new Date(Date.UTC(2026, 0, 1 + (index % 59))).toISOString().slice(0, 10),
    quantity: 10 + (index % 7),
    price: 100.05 + index / 20,
    charges: 0.0002 * (index + 1),
    ...(index % 2 === 0 ? {} : { exchange: 'NSE', exchange_trade_id: String(40_000_000 + index) }),
  }));
  const odd: Row[] = [
    { segment: 'OPTION' },
    { segment: 'FUTURE' },
    { status: 'CANCELLED' },
    { status: 'OPEN' },
    { segment: 'CURRENCY' },
  ];
  for (let index = 0; index < leftOut; index += 1) {
    const row = {
      ...share(index),
      id: `L${index}`,
      side: 'BUY',
      status: 'COMPLETE',
      trade_date: '2026-01-15',
      quantity: 75,
      price: 12.5,
    };
    transactions.splice(index * 3, 0, { ...row, ...odd[index % odd.length] });
  }
  return {
    holdings: Array.from({ length: holdings }, (_, index) => ({
      ...share(index),
      name: `Share ${index} Limited`,
      quantity: 5 + index,
      avg_price: 90.1 + index,
      last_price: 110.25 + index,
      previous_close: 109.5 + index,
    })),
    transactions,
  };
}
