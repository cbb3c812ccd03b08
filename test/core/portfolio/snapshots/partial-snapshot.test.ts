import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import type { Fx } from '../../../../core/portfolio/valuation/fx.ts';
import { valueEach } from '../../../../core/portfolio/valuation/holding-value.ts';
import {
  type MeasuredPortfolio,
  partialSnapshot,
  snapshotOf,
} from '../../../../core/portfolio/snapshots/partial-snapshot.ts';
import { replayedPosition } from '../../../../core/portfolio/snapshots/snapshot.ts';
import { changeDays } from '../../../../core/portfolio/valuation/totals.ts';
import { Decimal, DAY_MS } from '../../../../core/platform/index.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';
import { sampled } from '../../../support/soak.ts';

const now = new Date('2025-01-05T10:00:00.000Z');
const fx: Fx = (from, to) =>
  from === to ? { rate: new Decimal(1), estimated: false, day: null, source: 'SAME' } : null;

/** What is held beside the ledger, or other than it says; null is unknown. */
interface Entered {
  quantity?: number;
  price?: number | null;
  cost?: number | null;
}

/** Holdings as the ledger has them at the given prices, and changes of them by hand. */
function books(
  book: LedgerBuilder,
  prices: Record<string, number>,
  byHand: Record<string, Entered> = {},
): MeasuredPortfolio {
  const { positions } = book.replay();
  const names = new Set([
    ...positions.filter(({ quantity }) => quantity.gt(0)).map(({ symbol }) => symbol),
    ...Object.keys(byHand),
  ]);
  const rows = [...names].map((symbol) => {
    const own = positions.find((one) => one.symbol === symbol);
    const entered = byHand[symbol] ?? {};
    const price = entered.price === undefined ? (prices[symbol] ?? null) : entered.price;
    const cost = entered.cost === undefined ? (own?.average_cost ?? new Decimal(1)) : entered.cost;
    return {
      portfolio: 'Main',
      symbol,
      asset_class: 'Indian Equity',
      sector: null,
      currency: own?.currency ?? 'INR',
      quantity: new Decimal(entered.quantity ?? own?.quantity ?? 1),
      avg_buy_price: cost === null ? null : new Decimal(cost),
      current_price: price === null ? null : String(price),
      previous_close: null,
      priced_at: now,
    };
  });
  return {
    holdings: valueEach(rows, { base: 'INR', fx, now, sessions: createPriceSessions(createCalendar()) }),
    ledgers: positions.map((one) => replayedPosition('Main', one)),
    base: 'INR',
    fx,
    date: '2025-01-05',
    days: changeDays(createPriceSessions(createCalendar()), now),
  };
}

const partial = (of: MeasuredPortfolio) => partialSnapshot(of, snapshotOf(of));

describe('the part of a snapshot that is known', () => {
  const book = () => ledger().buy('TCS', 10, 100, '2024-01-06').dividend('TCS', 10, 5, '2025-01-05');

  it('portfolio/Report rules 2: one holding entered by hand blanked XIRR for all others', () => {
    // TCS: 1000 paid; 365 days later 1100 in value and 50 in dividends: 15 %. GOLD is worth 100 of 1200.
    const of = books(book(), { TCS: 110 }, { GOLD: { price: 100, cost: 90 } });
    assert.equal(snapshotOf(of).xirr, null);
    const { xirr, gain } = partial(of);
    assert.ok(Math.abs((xirr?.figure ?? 0) - 15) < 1e-9);
    assert.deepEqual([xirr?.holdings_counted, xirr?.holdings_total], [1, 2]);
    assert.ok(Math.abs((xirr?.value_share_pct ?? 0) - (1100 / 1200) * 100) < 1e-9);
    assert.deepEqual(xirr?.missing, [
      {
        portfolio: 'Main',
        symbol: 'GOLD',
        code: 'NO_TRANSACTIONS',
        reason: 'No transactions are recorded.',
        mend: 'Import the tradebook, or add the purchase.',
        price_day_label: null,
      },
    ]);
    // The gain is known for both, so it has no part.
    assert.equal(gain, null);
  });

  it('each hole has its reason: no price, other units than the ledger, units that nobody holds', () => {
    const of = books(
      book()
        .buy('OLD', 1, 10, '2024-01-06')
        .buy('MORE', 5, 10, '2024-01-06')
        .buy('GONE', 3, 10, '2024-01-06'),
      { TCS: 110, MORE: 10 },
      { MORE: { quantity: 8 } },
    );
    const seen = { ...of, holdings: of.holdings.filter(({ holding }) => holding.symbol !== 'GONE') };
    const { xirr } = partial(seen);
    assert.ok(Math.abs((xirr?.figure ?? 0) - 15) < 1e-9);
    assert.deepEqual(
      xirr?.missing.map(({ symbol, code }) => [symbol, code]),
      [
        ['MORE', 'TRANSACTIONS_DIFFER'],
        ['OLD', 'NO_PRICE'],
        ['GONE', 'TRANSACTIONS_DIFFER'],
      ],
    );
    assert.deepEqual([xirr?.holdings_counted, xirr?.holdings_total, xirr?.value_share_pct], [1, 3, null]);
  });

  it('value, cost and dividends of the gain are of the same holdings; what was sold stays in', () => {
    const of = books(
      book()
        .dividend('GIFT', 1, 999, '2024-06-01')
        .buy('SOLD', 1, 10, '2024-01-06')
        .sell('SOLD', 1, 12, '2024-02-06')
        .dividend('SOLD', 1, 2, '2024-02-01'),
      { TCS: 110 },
      { GIFT: { quantity: 1, price: 40, cost: null } },
    );
    const { gain } = partial(of);
    const { current_value, total_invested, total_profit, total_dividends } = gain?.fields ?? {};
    assert.deepEqual([current_value, total_invested, total_profit, total_dividends], [1100, 1000, 100, 52]);
    assert.deepEqual(
      gain?.part.missing.map(({ symbol, code }) => [symbol, code]),
      [['GIFT', 'NO_COST']],
    );
  });

  it('what nothing is missing from has no part, even where its return is unknown', () => {
    // Bought today: no span of time, and so no yearly rate.
    const of = books(ledger().buy('TCS', 1, 100, '2025-01-05'), { TCS: 110 });
    assert.equal(snapshotOf(of).xirr, null);
    assert.deepEqual(partial(of), { gain: null, xirr: null });
  });

  it('a second, slow way on random books with random holes: the part discounts to nothing by itself', () => {
    const runs = sampled(100, 20_000);
    const SYMBOLS = ['A', 'B', 'C', 'D', 'E'];
    const day = (at: number): string => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10);
    const trade = fc.record({
      symbol: fc.constantFrom(...SYMBOLS),
      quantity: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 50, max: 150 }),
      at: fc.integer({ min: 0, max: 700 }),
      isSale: fc.boolean(),
    });
    const hole = fc.constantFrom('NONE', 'NONE', 'PRICE', 'UNITS', 'HAND');
    let seen = 0;
    fc.assert(
      fc.property(
        fc.array(trade, { minLength: 1, maxLength: 20 }),
        fc.array(hole, { minLength: 5, maxLength: 5 }),
        (trades, holes) => {
          const builder = ledger();
          const units = new Map<string, number>();
          const paid: { symbol: string; at: number; amount: number }[] = [];
          const holeOf = (symbol: string) => holes[SYMBOLS.indexOf(symbol)] ?? 'NONE';
          for (const { symbol, quantity, price, at, isSale } of trades.toSorted((a, b) => a.at - b.at)) {
            if (holeOf(symbol) === 'HAND') continue;
            const held = units.get(symbol) ?? 0;
            if (isSale && held < quantity) continue;
            if (isSale) builder.sell(symbol, quantity, price, day(at));
            else builder.buy(symbol, quantity, price, day(at));
            units.set(symbol, held + (isSale ? -quantity : quantity));
            paid.push({ symbol, at, amount: isSale ? quantity * price : -quantity * price });
          }
          const byHand: Record<string, Entered> = {};
          for (const symbol of SYMBOLS) {
            const held = units.get(symbol) ?? 0;
            if (holeOf(symbol) === 'HAND') byHand[symbol] = { quantity: 1, price: 100 };
            else if (held > 0 && holeOf(symbol) === 'UNITS') byHand[symbol] = { quantity: held + 1 };
            else if (held > 0 && holeOf(symbol) === 'PRICE') byHand[symbol] = { price: null };
          }
          const prices = Object.fromEntries(SYMBOLS.map((symbol) => [symbol, 100]));
          const { xirr } = partial(books(builder, prices, byHand));
          const isCounted = (symbol: string) => byHand[symbol] === undefined;
          const counted = [...units].filter(([symbol, held]) => held > 0 && isCounted(symbol));
          if (counted.length === 0 || Object.keys(byHand).length === 0) {
            assert.equal(xirr, null);
            return;
          }
          if (xirr === null) return;
          seen += 1;
          assert.equal(xirr.holdings_counted, counted.length);
          assert.deepEqual(new Set(xirr.missing.map(({ symbol }) => symbol)), new Set(Object.keys(byHand)));
          const end = Math.round((Date.parse('2025-01-05') - Date.UTC(2023, 0, 1)) / DAY_MS);
          const flows = [
            ...paid.filter(({ symbol }) => isCounted(symbol)),
            ...counted.map(([symbol, held]) => ({ symbol, at: end, amount: held * 100 })),
          ];
          const growth = 1 + xirr.figure / 100;
          let [net, gross] = [0, 0];
          for (const { at, amount } of flows) {
            const now_ = amount * growth ** ((end - at) / 365);
            net += now_;
            gross += Math.abs(now_);
          }
          assert.ok(Math.abs(net) <= 1e-6 * gross, `${net} of ${gross} at ${xirr.figure} %`);
        },
      ),
      { numRuns: runs },
    );
    assert.ok(seen > runs / 8, `only ${seen} of ${runs} had a return`);
  });
});
