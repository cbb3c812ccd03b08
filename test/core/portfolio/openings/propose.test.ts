import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import { type OpeningFamily, proposeOpenings } from '../../../../core/portfolio/openings/propose.ts';
import type { LedgerTransaction, TransactionType } from '../../../../core/portfolio/ledger/transaction.ts';
import { FIXED_ONE, fixedText } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

let ids = 0;
const row = (
  symbol: string,
  date: string,
  type: TransactionType,
  quantity: number | string,
  price: number | string = 100,
): LedgerTransaction => ({
  id: String((ids += 1)),
  portfolio: '1',
  symbol,
  date,
  type,
  quantity: String(quantity),
  price: String(price),
  fee_tax: '0',
  currency: 'INR',
});
const family = (rows: LedgerTransaction[], more: Partial<OpeningFamily> = {}): OpeningFamily => ({
  symbols: [...new Set(rows.map(({ symbol }) => symbol))],
  rows,
  actions: [],
  stated: new Map(),
  ...more,
});
const split = (symbol: string, ex_date: string, new_shares: string, old_shares = '1'): AppliedAction => ({
  id: '1',
  kind: 'SPLIT',
  symbol,
  ex_date,
  new_shares,
  old_shares,
  into_symbol: null,
  into_isin: null,
  cost_pct: null,
  fraction_price: null,
});
/** What one action makes is stored in its order, behind what was recorded before. */
const stored = (derived: LedgerTransaction, at: number) => ({ ...derived, id: String(1_000_000 + at) });
const told = (one: OpeningFamily) =>
  proposeOpenings(one).map(({ symbol, quantity, latest_date }) => [symbol, fixedText(quantity), latest_date]);

describe('proposed openings', () => {
  it('a book that begins in the middle: what was sold and never bought, at the latest the day before its sale', () => {
    // 10 bought, 30 sold on 5 March: 20 are missing, and were there on 4 March.
    const rows = [row('TCS', '2024-01-10', 'BUY', 10), row('TCS', '2024-03-05', 'SELL', 30)];
    assert.deepEqual(told(family(rows)), [['TCS', '20', '2024-03-04']]);
  });

  it('purchases between the sales count: the largest gap is the answer, not the last one', () => {
    // After the sale of 5 March 30 are missing; then 25 come and 20 go.
    const rows = [
      row('TCS', '2024-03-05', 'SELL', 30),
      row('TCS', '2024-04-05', 'BUY', 25),
      row('TCS', '2024-05-05', 'SELL', 20),
    ];
    assert.deepEqual(told(family(rows)), [['TCS', '30', '2024-03-04']]);
  });

  it('a plain ratio is suspected where more units could come of it, and never a consolidation', () => {
    const ratio = (rows: LedgerTransaction[]) => proposeOpenings(family(rows))[0]?.ratio;
    // 50 sold of 10: 5 for 1.
    assert.deepEqual(ratio([row('TCS', '2024-01-10', 'BUY', 10), row('TCS', '2024-03-05', 'SELL', 50)]), [
      5n,
      1n,
    ]);
    // 10 sold before 100 were bought: fewer shares do not explain a sale without any.
    assert.equal(ratio([row('TCS', '2024-01-10', 'SELL', 10), row('TCS', '2024-03-05', 'BUY', 100)]), null);
  });

  it('units of an opening are those before a recorded split, and stand before it', () => {
    // 5 for 1 in February: 100 sold in March were 20.
    const rows = [
      row('TCS', '2024-01-10', 'BUY', 2),
      row('TCS', '2024-02-01', 'SPLIT', 5, 0),
      row('TCS', '2024-03-05', 'SELL', 110),
    ];
    // 2 × 5 = 10 are there, and 100 of the new shares are missing: 20 of the old ones, before 1 February.
    assert.deepEqual(told(family(rows)), [['TCS', '20', '2024-01-31']]);
  });

  it('units of an opening are those before an applied corporate action', () => {
    const rows = [row('IRCTC', '2021-03-10', 'BUY', 2), row('IRCTC', '2021-12-01', 'SELL', 110)];
    const actions = [split('IRCTC', '2021-10-28', '5')];
    assert.deepEqual(told(family(rows, { actions })), [['IRCTC', '20', '2021-10-27']]);
  });

  it('a share that cannot be split evenly: the next whole one, whose fraction is paid out', () => {
    // 3 for 2: 10 sold were 6.67 before, and nobody held that; 7 become 10.5, of which half a share is paid out.
    const rows = [row('ABC', '2024-01-10', 'DIVIDEND', 1), row('ABC', '2024-03-05', 'SELL', 10)];
    const actions = [split('ABC', '2024-02-01', '3', '2')];
    assert.deepEqual(told(family(rows, { actions })), [['ABC', '7', '2024-01-31']]);
  });

  it('a holding with more units than its transactions: the difference, held before the first of them', () => {
    const rows = [row('TCS', '2024-01-10', 'BUY', 10)];
    const stated = new Map([['TCS', 50n * FIXED_ONE]]);
    assert.deepEqual(told(family(rows, { stated })), [['TCS', '40', '2024-01-09']]);
  });

  it('sold without a purchase and held beyond the ledger: what explains both', () => {
    // 20 missing on 5 March leave nothing, and 15 are held today: 35 were there.
    const rows = [row('TCS', '2024-01-10', 'BUY', 10), row('TCS', '2024-03-05', 'SELL', 30)];
    const stated = new Map([['TCS', 15n * FIXED_ONE]]);
    assert.deepEqual(told(family(rows, { stated })), [['TCS', '35', '2024-03-04']]);
  });

  it('a merger: what the old share explains is not asked of the new one', () => {
    // 25 HDFC became 42 HDFCBANK in July 2023; 10 HDFC were sold in 2022 that nobody bought.
    const merger: AppliedAction = {
      ...split('HDFC', '2023-07-13', '42', '25'),
      kind: 'MERGER',
      into_symbol: 'HDFCBANK',
    };
    const rows = [
      row('HDFC', '2022-03-01', 'BUY', 25),
      row('HDFC', '2022-06-01', 'SELL', 35),
      row('HDFCBANK', '2023-08-01', 'SELL', 42),
    ];
    // With 10 more before June 2022 the 25 are gone as well: 35 were sold, so that 42 HDFCBANK have no source.
    assert.deepEqual(told(family(rows, { actions: [merger] })), [
      ['HDFC', '10', '2022-05-31'],
      ['HDFCBANK', '42', '2023-07-31'],
    ]);
  });

  it('a fund is held in fractions of a unit', () => {
    const rows = [
      { ...row('FUND', '2024-01-10', 'BUY', '10.123'), asset_class: 'Mutual Fund' },
      row('FUND', '2024-03-05', 'SELL', '12.5'),
    ];
    assert.deepEqual(told(family(rows)), [['FUND', '2.377', '2024-03-04']]);
  });

  it('nothing where everything sold was bought, and nothing for a purchase that was taken back', () => {
    const rows = [row('TCS', '2024-01-10', 'BUY', 10), row('TCS', '2024-03-05', 'SELL', 10)];
    assert.deepEqual(told(family(rows)), []);
    assert.deepEqual(told(family([row('TCS', '2024-01-10', 'BUY', -10)])), []);
  });

  it('in random books it is the smallest whole number, by trying each in turn', () => {
    const kinds = fc.constantFrom<'BUY' | 'SELL' | 'SPLIT'>('BUY', 'SELL', 'SELL', 'SPLIT');
    const books = fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        books,
        fc.constantFrom('2', '3', '5'),
        fc.integer({ min: 1, max: 9 }),
        (drawn, ratio, at) => {
          const day = (nth: number) => `2024-0${nth + 1}-10`;
          const rows = drawn.map(([kind, size], nth) =>
            row('A', day(nth), kind, kind === 'SPLIT' ? 2 : size, kind === 'SPLIT' ? 0 : 100),
          );
          const actions = [split('A', `2024-0${at}-20`, ratio)];
          const isExplained = (quantity: number, date: string) => {
            const all =
              quantity === 0 ? rows : [...rows, { ...row('A', date, 'TRANSFER_IN', quantity, 0), id: null }];
            const { positions } = replay([...all, ...deriveRows(all, actions).rows.map(stored)]);
            return positions.every((position) => position.unmatched_quantity.isZero());
          };
          let tried = 0;
          while (!isExplained(tried, '2023-12-31')) tried += 1;
          const [opening] = proposeOpenings(family(rows, { actions }));
          assert.equal(opening === undefined ? '0' : fixedText(opening.quantity), String(tried));
          if (opening !== undefined) assert.ok(isExplained(tried, opening.latest_date));
        },
      ),
      { numRuns: sampled(60, 10_000) },
    );
  });
});
