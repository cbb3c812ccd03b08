import type { Collected } from '../collect.ts';

/** Each transaction as one reads it: day, type, symbol, quantity, price, charges and currency. */
export function shortRows({ transactions }: Pick<Collected, 'transactions'>): string[] {
  return transactions.map(({ date, type, symbol, quantity, price, fee_tax, currency }) =>
    [date, type, symbol, quantity, price, fee_tax, currency].join(' '),
  );
}

/** The rows that are left out and why, in their order. */
export function reasonsOf({ excluded }: Pick<Collected, 'excluded'>): string[] {
  return excluded.map(({ row, reason }) => `${row} ${reason}`);
}
