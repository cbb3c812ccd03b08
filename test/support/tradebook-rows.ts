import { Readable } from 'node:stream';
import type { TestCore } from './core.ts';

/** The columns of a tradebook of shares and funds as Zerodha's Console writes it. */
export const TRADEBOOK_HEADER =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time';

interface RowOptions {
  trade: number | string;
  order?: number | string;
  exchange?: string;
  segment?: string;
  series?: string;
  /** `HH:MM:SS` */
  time?: string;
}

/** A trade as a row of a tradebook; a negative quantity is a sale. */
export function tradebookRow(
  symbol: string,
  isin: string,
  date: string,
  quantity: number,
  price: number,
  {
    trade,
    order = `9${trade}`,
    exchange = 'NSE',
    segment = 'EQ',
    series = 'EQ',
    time = '10:00:00',
  }: RowOptions,
): string {
  const side = quantity > 0 ? 'buy' : 'sell';
  return `${symbol},${isin},${date},${exchange},${segment},${series},${side},false,${Math.abs(quantity)},${price},${trade},${order},${date}T${time}`;
}

/** The text of a tradebook with these rows. */
export const tradebookFile = (...rows: readonly string[]): string =>
  `${[TRADEBOOK_HEADER, ...rows].join('\n')}\n`;

/** Makes rows of tradebooks with trade numbers that run on, and imports them. */
export function tradebookImports(world: () => Pick<TestCore, 'core' | 'owner'>) {
  let trade = 0;
  return {
    /** A negative quantity is a sale. */
    line: (symbol: string, isin: string, date: string, quantity: number, price: number, exchange = 'NSE') => {
      trade += 1;
      return tradebookRow(symbol, isin, date, quantity, price, { trade, exchange });
    },
    importFile: async (rows: readonly string[], portfolio = 'Main') => {
      const { core, owner } = world();
      const { imports } = core.portfolio;
      const file = Readable.from([Buffer.from(tradebookFile(...rows))]);
      const { import_id } = await imports.stage(owner, file, { portfolio });
      return await imports.commit(owner, { import_id }, { actor: 'test' });
    },
  };
}
