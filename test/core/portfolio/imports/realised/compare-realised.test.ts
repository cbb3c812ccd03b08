import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  compareRealised,
  ownLots,
  type OwnLot,
} from '../../../../../core/portfolio/imports/realised/index.ts';
import type { RealisedLot, RealisedReport } from '../../../../../core/portfolio/imports/rows/index.ts';
import { replay } from '../../../../../core/portfolio/ledger/ledger.ts';
import { deriveRows } from '../../../../../core/portfolio/positions/derive-rows.ts';
import { Decimal } from '../../../../../core/platform/index.ts';
import { ledger, type LedgerBuilder } from '../../../../support/ledger-builder.ts';
import { sampled } from '../../../../support/soak.ts';

function lot(
  symbol: string,
  bought_on: string,
  sold_on: string,
  figures: [units: number, cost: number, proceeds: number],
): RealisedLot {
  const [quantity, cost, proceeds] = figures;
  return {
    symbol,
    isin: null,
    bought_on,
    sold_on,
    quantity: String(quantity),
    cost: String(cost),
    proceeds: String(proceeds),
    profit: new Decimal(proceeds).minus(cost).toFixed(),
    charges: '0',
    section: 'Equity - Short Term',
  };
}

const report = (...lots: RealisedLot[]): RealisedReport => ({ from: '2024-04-01', to: '2025-03-31', lots });
/** 12 sold: 10 that cost 14,100 and 2 that cost 2,840, for 22,200. Profit 5,260. */
const INFY = report(
  lot('INFY', '2024-06-03', '2024-09-10', [10, 14_100, 18_500]),
  lot('INFY', '2024-06-04', '2024-09-10', [2, 2840, 3700]),
);

function lotsOf(book: LedgerBuilder): OwnLot[] {
  return book.replay().positions.flatMap((position) => ownLots(position, book.rows));
}
const compared = (book: LedgerBuilder, with_: RealisedReport = INFY) => compareRealised(with_, lotsOf(book));
function only(book: LedgerBuilder, with_: RealisedReport = INFY) {
  const [share, ...others] = compared(book, with_);
  assert.ok(share);
  assert.deepEqual(others, []);
  return share;
}
const reasonsOf = (share: ReturnType<typeof only>) => share.reasons.map(({ code, amount }) => [code, amount]);

describe('portfolio/import realised gains of a report', () => {
  it('agree with the lots of the ledger', () => {
    const share = only(
      ledger()
        .buy('INFY', 10, 1410, '2024-06-03')
        .buy('INFY', 5, 1420, '2024-06-04')
        .sell('INFY', 12, 1850, '2024-09-10'),
    );
    assert.deepEqual(share, {
      symbol: 'INFY',
      isin: null,
      quantity: { report: '12', own: '12' },
      profit: { report: '5260', own: '5260' },
      difference: '0',
      agrees: true,
      reasons: [],
    });
  });

  it('differ by the charges that only the ledger has: nothing to look into', () => {
    const share = only(
      ledger()
        .buy('INFY', 10, 1410, '2024-06-03', 15)
        .buy('INFY', 10, 1420, '2024-06-04', 50)
        .sell('INFY', 12, 1850, '2024-09-10', 36),
    );
    // 15 of the first purchase, 10 for 2 of the 10 units of the second, and 36 of the sale: 61 less than 5,260.
    assert.deepEqual([share.profit.own, share.difference, share.agrees], ['5199', '-61', true]);
    assert.deepEqual(reasonsOf(share), [['charges', '-61']]);
    assert.equal(
      share.reasons[0]?.message,
      'Charges of 61.00 are taken off in Munim, while the profit of the report is before charges. Nothing to do.',
    );
  });

  it('name the purchases that are not on record, by the days of the report', () => {
    const none = only(ledger().sell('INFY', 12, 1850, '2024-09-10'));
    assert.deepEqual([none.profit.own, none.difference, none.agrees], [null, null, false]);
    assert.deepEqual(reasonsOf(none), [['purchase_missing', null]]);
    const some = only(ledger().buy('INFY', 5, 1420, '2024-06-04').sell('INFY', 12, 1850, '2024-09-10'));
    assert.equal(
      some.reasons[0]?.message,
      'The purchase of 7 units that were sold is not on record. The report has purchases of 3 Jun 2024. Import the tradebook of those days, or enter the purchase.',
    );
  });

  it('take units of unknown cost for a missing purchase', () => {
    const share = only(ledger().opening('INFY', 12, '2024-06-03').sell('INFY', 12, 1850, '2024-09-10'));
    assert.deepEqual(reasonsOf(share), [['purchase_missing', null]]);
  });

  it('name sales that one side lacks, and think of a split', () => {
    const [share] = compared(
      ledger().buy('INFY', 10, 1410, '2024-06-03').sell('INFY', 6, 3700, '2024-09-10'),
    );
    assert.deepEqual(share?.reasons, [
      {
        code: 'sale_missing',
        amount: null,
        message:
          '10 Sep 2024: 12 units sold in the report, 6 in Munim. Import the tradebook of that day, or check whether a split or bonus is missing.',
      },
    ]);
    const twice = only(
      ledger()
        .buy('INFY', 30, 1410, '2024-06-03')
        .sell('INFY', 12, 1850, '2024-09-10')
        .sell('INFY', 12, 1850, '2024-09-11'),
    );
    assert.deepEqual(reasonsOf(twice), [['sale_not_in_report', null]]);
    assert.match(twice.reasons[0]?.message ?? '', /^11 Sep 2024: 0 units sold in the report, 12 in Munim\./);
  });

  it('tell five days one by one, and the others by their number', () => {
    const lots = Array.from({ length: 9 }, (_, at) =>
      lot('INFY', '2024-05-02', `2024-06-0${at + 1}`, [1, 10, 11]),
    );
    const share = only(ledger(), report(...lots));
    assert.equal(share.reasons.length, 6);
    assert.equal(
      share.reasons[5]?.message,
      'Units sold differ on 4 more days. Import the tradebook of the whole year.',
    );
  });

  it('compare only what was sold within the days of the report', () => {
    assert.deepEqual(
      compared(ledger().buy('SBIN', 5, 700, '2023-06-03').sell('SBIN', 5, 800, '2024-03-31'), report()),
      [],
    );
  });

  it('differ where the ledger matched the sale with another purchase', () => {
    const share = only(
      ledger()
        .buy('INFY', 10, 1300, '2024-05-02')
        .buy('INFY', 10, 1410, '2024-06-03')
        .sell('INFY', 12, 1850, '2024-09-10'),
    );
    // FIFO: 10 × 1,300 + 2 × 1,410 = 15,820, against 16,940 of the report: 1,120 more gain.
    assert.deepEqual([share.profit.own, share.difference, share.agrees], ['6380', '1120', false]);
    assert.deepEqual(reasonsOf(share), [['lot_order', '1120']]);
    assert.equal(
      share.reasons[0]?.message,
      'The sales were matched with purchases of other days, which cost 16940.00 in the report and 15820.00 in Munim, charges aside. Check that no earlier purchase, split or bonus is missing.',
    );
  });

  it('differ where the report sets off the trades of one day first', () => {
    const share = only(
      ledger()
        .buy('INFY', 10, 1300, '2024-05-02')
        .buy('INFY', 5, 1500, '2024-06-10')
        .sell('INFY', 5, 1490, '2024-06-10'),
      report(lot('INFY', '2024-06-10', '2024-06-10', [5, 7500, 7450])),
    );
    // The report: 7,450 − 7,500. Munim sells five of the first ten: 7,450 − 6,500.
    assert.deepEqual([share.profit.report, share.profit.own], ['-50', '950']);
    assert.deepEqual(reasonsOf(share), [['lot_order', '1000']]);
    assert.match(share.reasons[0]?.message ?? '', /while “Match intraday trades first” is on/);
    const agreed = only(
      ledger()
        .intradayFirst()
        .buy('INFY', 10, 1300, '2024-05-02')
        .buy('INFY', 5, 1500, '2024-06-10')
        .sell('INFY', 5, 1490, '2024-06-10'),
      report(lot('INFY', '2024-06-10', '2024-06-10', [5, 7500, 7450])),
    );
    assert.deepEqual([agreed.profit.own, agreed.agrees, agreed.reasons], ['-50', true, []]);
  });

  it('are not asked for where nothing tells what the report covers', () => {
    const own = lotsOf(ledger().buy('SBIN', 5, 700, '2023-06-03').sell('SBIN', 5, 800, '2024-05-02'));
    assert.deepEqual(compareRealised({ from: null, to: null, lots: [] }, own), []);
    assert.equal(compareRealised(report(), own)[0]?.reasons[0]?.code, 'sale_not_in_report');
  });

  it('differ where a price does', () => {
    const share = only(
      ledger()
        .buy('INFY', 10, 1415, '2024-06-03')
        .buy('INFY', 2, 1420, '2024-06-04')
        .sell('INFY', 12, 1851, '2024-09-10'),
    );
    // The purchase cost 50 more, the sale brought 12 more.
    assert.equal(share.difference, '-38');
    assert.deepEqual(reasonsOf(share), [
      ['proceeds_differ', '12'],
      ['cost_differs', '-50'],
    ]);
  });

  it('agree where only paise are rounded', () => {
    // 20.5 × 160.1234 = 3,282.5297, printed as 3,282.53
    const share = only(
      ledger().buy('A FUND', '120.5', '160.1234', '2024-07-01').sell('A FUND', '20.5', 170, '2024-09-02'),
      report(lot('A FUND', '2024-07-01', '2024-09-02', [20.5, 3282.53, 3485])),
    );
    assert.deepEqual([share.difference, share.agrees], ['0.0003', true]);
    assert.deepEqual(reasonsOf(share), [['rounding', '0.0003']]);
  });

  it('know a share by its ISIN, whatever it is called', () => {
    const [book] = ledger()
      .buy('ETERNAL', 10, 100, '2024-06-03')
      .sell('ETERNAL', 10, 120, '2024-07-01')
      .replay().positions;
    assert.ok(book);
    const own = ownLots(book, []).map((one): OwnLot => ({ ...one, isin: 'INE758T01015' }));
    const theirs = { ...lot('ZOMATO', '2024-06-03', '2024-07-01', [10, 1000, 1200]), isin: 'INE758T01015' };
    assert.deepEqual(
      compareRealised(report(theirs), own).map(({ symbol, agrees }) => [symbol, agrees]),
      [['ETERNAL', true]],
    );
  });

  it('leave out what a company paid for the fraction of a share: no broker has it in a report', () => {
    // 15 and a bonus of 1:2: 7.5, of which the half is paid out in cash.
    const book = ledger().buy('INFY', 15, 1410, '2024-06-03').sell('INFY', 10, 1850, '2024-09-10');
    const bonus = { id: '1', kind: 'BONUS', symbol: 'INFY', ex_date: '2024-07-01' } as const;
    const terms = { new_shares: '3', old_shares: '2', into_symbol: null, into_isin: null, cost_pct: null };
    const derived = deriveRows(book.rows, [{ ...bonus, ...terms, fraction_price: '900' }]).rows;
    const rows = [...book.rows, ...derived.map((row, at) => ({ ...row, id: String(100 + at) }))];
    const own = replay(rows).positions.flatMap((position) => ownLots(position, rows));
    const theirs = report(lot('INFY', '2024-06-03', '2024-09-10', [10, 14_100, 18_500]));
    assert.deepEqual(
      compareRealised(theirs, own).map(({ agrees, profit, quantity }) => [agrees, profit.own, quantity.own]),
      [[true, '4400', '10']],
    );
  });

  it('leave out a sale that was cancelled', () => {
    const share = only(
      ledger()
        .buy('INFY', 10, 1410, '2024-06-03')
        .buy('INFY', 5, 1420, '2024-06-04')
        .sell('INFY', 12, 1850, '2024-09-09')
        .sell('INFY', -12, 1850, '2024-09-09')
        .sell('INFY', 12, 1850, '2024-09-10'),
    );
    assert.deepEqual([share.quantity.own, share.profit.own, share.agrees], ['12', '5260', true]);
  });

  it('are told without a remainder: the reasons add up to the difference', () => {
    const money = fc.integer({ min: 1, max: 500_000 }).map((paise) => paise / 100);
    const figures = fc.record({
      buy: money,
      other: money,
      sell: money,
      fee: money,
      saleFee: money,
      cost: money,
      got: money,
    });
    fc.assert(
      fc.property(figures, ({ buy, other, sell, fee, saleFee, cost, got }) => {
        const share = only(
          ledger()
            .buy('INFY', 10, buy, '2024-06-03', fee)
            .buy('INFY', 10, other, '2024-06-04')
            .sell('INFY', 12, sell, '2024-09-10', saleFee),
          report(lot('INFY', '2024-06-03', '2024-09-10', [12, cost, got])),
        );
        const told = share.reasons.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Decimal(0));
        assert.ok(
          told
            .minus(share.difference ?? 'NaN')
            .abs()
            .lt('0.0000000001'),
          `${told.toFixed()} of ${share.difference}`,
        );
      }),
      { numRuns: sampled(100, 5_000) },
    );
  });
});
