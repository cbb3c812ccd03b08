import { type Ledger, replay } from '../../core/portfolio/ledger/ledger.ts';
import type { LedgerTransaction, TransactionType } from '../../core/portfolio/ledger/transaction.ts';

type Quantity = number | string;

/**
 * Writes a ledger the way one tells it. Rows get ascending ids, so the order of the calls is the order of execution:
 *
 *   ledger().buy('TCS', 10, 3200, '2024-01-05').split('TCS', 2, '2024-03-01').sell('TCS', 5, 1700, '2024-04-01')
 */
export class LedgerBuilder {
  readonly rows: LedgerTransaction[] = [];
  #portfolio: string;
  #currency = 'INR';
  #isIntradayFirst = false;

  constructor(portfolio = 'Main') {
    this.#portfolio = portfolio;
  }

  /** Rows from here on belong to this portfolio. */
  portfolio(name: string): this {
    this.#portfolio = name;
    return this;
  }

  /** Rows from here on are in this currency. */
  currency(code: string): this {
    this.#currency = code;
    return this;
  }

  /** Sales from here on take what was bought on their day first. */
  intradayFirst(): this {
    this.#isIntradayFirst = true;
    return this;
  }

  buy(symbol: string, quantity: Quantity, price: Quantity, date: string, fee: Quantity = 0): this {
    return this.#row('BUY', symbol, quantity, price, date, fee);
  }
  sell(symbol: string, quantity: Quantity, price: Quantity, date: string, fee: Quantity = 0): this {
    return this.#row('SELL', symbol, quantity, price, date, fee);
  }
  /** Units that were held before the records begin and whose cost nobody knows. */
  opening(symbol: string, quantity: Quantity, date: string): this {
    return this.#row('TRANSFER_IN', symbol, quantity, 0, date, 0);
  }
  /** `ratio` is new shares per old share. */
  split(symbol: string, ratio: Quantity, date: string): this {
    return this.#row('SPLIT', symbol, ratio, 0, date, 0);
  }
  dividend(symbol: string, quantity: Quantity, perUnit: Quantity, date: string, tax: Quantity = 0): this {
    return this.#row('DIVIDEND', symbol, quantity, perUnit, date, tax);
  }
  /** Units that were held before the records begin, at a cost that nobody knows. */
  transferIn(symbol: string, quantity: Quantity, date: string): this {
    return this.#row('TRANSFER_IN', symbol, quantity, 0, date, 0);
  }
  cashIn(amount: Quantity, date: string): this {
    return this.#row('CASH_IN', 'CASH', amount, 1, date, 0);
  }
  cashOut(amount: Quantity, date: string): this {
    return this.#row('CASH_OUT', 'CASH', amount, 1, date, 0);
  }

  replay(): Ledger {
    return replay(this.rows);
  }

  #row(
    type: TransactionType,
    symbol: string,
    quantity: Quantity,
    price: Quantity,
    date: string,
    fee: Quantity,
  ): this {
    this.rows.push({
      id: String(this.rows.length + 1),
      portfolio: this.#portfolio,
      symbol,
      date,
      type,
      quantity: String(quantity),
      price: String(price),
      fee_tax: String(fee),
      currency: this.#currency,
      ...(type === 'SELL' && this.#isIntradayFirst ? { intraday_first: true } : {}),
    });
    return this;
  }
}

export function ledger(portfolio?: string): LedgerBuilder {
  return new LedgerBuilder(portfolio);
}
