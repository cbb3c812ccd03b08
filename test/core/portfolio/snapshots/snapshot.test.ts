import assert from 'node:assert/strict';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import type { Fx } from '../../../../core/portfolio/valuation/fx.ts';
import type { ValuableHolding } from '../../../../core/portfolio/valuation/holding-value.ts';
import { replayedPosition, snapshotFields } from '../../../../core/portfolio/snapshots/snapshot.ts';
import { valueHoldings } from '../../../../core/portfolio/valuation/valuation.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';

const now = new Date('2025-01-05T10:00:00.000Z');
const sessions = createPriceSessions(createCalendar());
const fx: Fx = (from, to) =>
  from === to ? { rate: new Decimal(1), estimated: false, day: null, source: 'SAME' } : null;

/** Values what a ledger holds at one price for each symbol, and takes a snapshot. */
function snapshot(
  book: LedgerBuilder,
  prices: Record<string, string>,
  change: Partial<ValuableHolding> = {},
) {
  const { positions } = book.replay();
  const holdings = positions
    .filter((position) => position.quantity.gt(0))
    .map((position) => ({
      portfolio: position.portfolio,
      symbol: position.symbol,
      asset_class: 'Indian Equity',
      sector: null,
      currency: position.currency,
      quantity: position.quantity,
      avg_buy_price: position.average_cost,
      current_price: prices[position.symbol] ?? null,
      previous_close: null,
      priced_at: now,
      ...change,
    }));
  const { total } = valueHoldings(holdings, { base: 'INR', fx, now, sessions });
  return snapshotFields({
    total,
    holdings,
    positions: positions.map((one) => replayedPosition(one.portfolio, one)),
    fx,
    date: '2025-01-05',
  });
}

describe('portfolio/Resources, Snapshot: computed fields', () => {
  const book = () => ledger().buy('TCS', 10, 100, '2024-01-06').dividend('TCS', 10, 5, '2025-01-05');

  it('value, cost, profit, dividends and yearly return of a whole ledger', () => {
    // 1000 paid on 2024-01-06; 365 days later 1100 in value and 50 in dividends: 15 %.
    const { xirr, ...rest } = snapshot(book(), { TCS: '110' });
    assert.deepEqual(rest, {
      state: 'AVAILABLE',
      current_value: 1100,
      total_invested: 1000,
      total_profit: 100,
      total_profit_pct: 10,
      total_dividends: 50,
      xirr_alternatives: [],
      holdings_count: 1,
      reasons: {},
    });
    assert.ok(xirr !== null && Math.abs(xirr - 15) < 1e-9);
  });

  it('unknown stays unknown, each figure with its reason', () => {
    const fields = snapshot(book(), {});
    assert.equal(fields.state, 'UNAVAILABLE');
    assert.deepEqual([fields.current_value, fields.total_profit, fields.xirr], [null, null, null]);
    assert.equal(fields.total_invested, 1000);
    assert.equal(fields.total_dividends, 50);
    assert.deepEqual(fields.reasons, {
      current_value: 'No price for TCS.',
      total_profit: 'No price for TCS.',
      total_profit_pct: 'No price for TCS.',
      xirr: 'No price for TCS.',
    });
  });

  it('a value that leaves holdings out gives no yearly return', () => {
    const fields = snapshot(book().buy('OLD', 1, 1, '2024-01-06'), { TCS: '110' });
    assert.equal(fields.state, 'PARTIAL');
    assert.equal(fields.current_value, 1100);
    assert.equal(fields.xirr, null);
    assert.equal(fields.reasons.xirr, 'No price for OLD.');
  });

  it('units that no transaction explains give no yearly return', () => {
    const fields = snapshot(book(), { TCS: '110' }, { quantity: '12' });
    assert.equal(fields.current_value, 1320);
    assert.equal(fields.xirr, null);
    assert.equal(fields.reasons.xirr, 'The transactions of TCS are incomplete.');
  });

  it('units in the ledger that nobody holds give none either', () => {
    const { positions } = book().replay();
    const { total } = valueHoldings([], { base: 'INR', fx, now, sessions });
    const fields = snapshotFields({
      total,
      holdings: [],
      positions: positions.map((one) => replayedPosition(one.portfolio, one)),
      fx,
      date: '2025-01-05',
    });
    assert.equal(fields.current_value, 0);
    assert.equal(fields.reasons.xirr, 'The transactions of TCS are incomplete.');
  });

  it('everything sold: worth nothing now, and the return is what it was', () => {
    const fields = snapshot(
      ledger().buy('TCS', 10, 100, '2023-01-05').sell('TCS', 10, 120, '2024-01-05'),
      {},
    );
    assert.equal(fields.state, 'AVAILABLE');
    assert.deepEqual([fields.current_value, fields.total_invested, fields.holdings_count], [0, 0, 0]);
    assert.ok(fields.xirr !== null && Math.abs(fields.xirr - 20) < 1e-9);
  });

  it('nothing recorded: dividends and return are unknown where something is held, and zero where nothing is', () => {
    const held = [{ portfolio: 'Main', symbol: 'TCS', quantity: 1 }];
    const { total } = valueHoldings([], { base: 'INR', fx, now, sessions });
    const none = { total, positions: [], flows: [], fx, date: '2025-01-05' };
    const fields = snapshotFields({ ...none, holdings: held });
    assert.equal(fields.total_dividends, null);
    assert.equal(fields.reasons.total_dividends, 'No transactions are recorded.');
    assert.equal(snapshotFields({ ...none, holdings: [] }).total_dividends, 0);
    assert.equal(snapshotFields({ ...none, holdings: [] }).reasons.xirr, 'No transactions are recorded.');
  });

  it('a currency without a rate leaves dividends and return unknown', () => {
    const abroad = ledger()
      .currency('USD')
      .buy('AAPL', 1, 100, '2024-01-06')
      .sell('AAPL', 1, 110, '2024-06-06')
      .dividend('AAPL', 1, 1, '2024-06-06');
    const fields = snapshot(abroad, {});
    assert.equal(fields.reasons.total_dividends, 'No exchange rate for USD.');
    assert.equal(fields.reasons.xirr, 'No exchange rate for USD.');
    assert.deepEqual([fields.total_dividends, fields.xirr], [null, null]);
  });
});
