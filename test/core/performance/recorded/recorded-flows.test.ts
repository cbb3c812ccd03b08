import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { dailyReturns, valuePoints } from '../../../../core/finance/returns/index.ts';
import { dayNumber } from '../../../../core/performance/engine/index.ts';
import { reconcileRecords, recordedFlows } from '../../../../core/performance/recorded/index.ts';
import { recordedLine } from '../../../../core/reports/measures/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

describe('flows between recorded values', () => {
  /** A day's value and cost without its units, and the cost that the ledger gives it. */
  const record = (day: string, value: number | null, invested: number | null, inLedger: number | null) => ({
    day,
    value,
    invested,
    inLedger,
  });

  /** The flows of records, with what the ledger paid on days. */
  function flowsBetween(
    rows: readonly ReturnType<typeof record>[],
    paid: readonly { day: string; amount: number }[],
    is_converted: boolean,
  ) {
    const movements = {
      symbols: ['TCS'],
      symbol: new Int32Array(paid.length),
      day: Int32Array.from(paid, ({ day }) => dayNumber(day)),
      units: new Float64Array(paid.length),
      units_in: new Float64Array(paid.length),
      paid: Float64Array.from(paid, ({ amount }) => amount),
      income: new Float64Array(paid.length),
    };
    const compared = reconcileRecords(
      rows.map(({ day, value, invested }) => ({
        day,
        value,
        invested,
        recorded_at: new Date(day),
        is_whole: value !== null,
        units: null,
      })),
      {
        days: rows.map(({ day }) => day),
        daily: { invested: rows.map(({ inLedger }) => inLedger) } as never,
        movements,
        recorded_symbols: [],
        is_converted,
      },
    );
    const { flows, unexplained_days } = recordedFlows(compared, movements);
    return { flows, unexplained_days };
  }

  it('purchases and sales are what moved, as long as the cost changed as they say', () => {
    const days = [
      record('2026-01-01', 1100, 1000, 1000),
      record('2026-01-02', 1600, 1500.004, 1500),
      record('2026-01-05', 1300, 1250, 1250),
    ];
    const traded = [
      { day: '2026-01-01', amount: 1000 },
      { day: '2026-01-02', amount: 500 },
      // A Sunday, and a sale with a gain of 50.
      { day: '2026-01-04', amount: -300 },
    ];
    // What came before the first value is in it already.
    assert.deepEqual(flowsBetween(days, traded, false), { flows: traded.slice(1), unexplained_days: [] });
  });

  it('a purchase that is entered later moves nothing on its own day; on the day it is entered, its gain is unknown', () => {
    const days = [
      record('2026-01-01', 1000, 900, 900),
      record('2026-01-02', 1010, 900, 1400),
      record('2026-01-03', 1020, 900, 1400),
      record('2026-01-04', 1900, 1400, 1400),
    ];
    assert.deepEqual(flowsBetween(days, [{ day: '2026-01-02', amount: 500 }], false), {
      flows: [{ day: '2026-01-04', amount: 880 }],
      unexplained_days: ['2026-01-04'],
    });
  });

  it('holdings that come and go by hand are no gain and no loss', () => {
    const days = [
      record('2026-01-01', 1000, 900, 0),
      record('2026-01-02', null, 900, 0),
      record('2026-01-03', 5000, 2900, 0),
      record('2026-01-04', 400, 200, 0),
    ];
    assert.deepEqual(flowsBetween(days, [], false), {
      flows: [
        { day: '2026-01-03', amount: 4000 },
        { day: '2026-01-04', amount: -4600 },
      ],
      unexplained_days: ['2026-01-03', '2026-01-04'],
    });
  });

  it('costs in other currencies move a little with the rate: that is no purchase', () => {
    const days = [record('2026-01-01', 1100, 1000, 1000), record('2026-01-02', 1111, 1009, 1001)];
    assert.deepEqual(flowsBetween(days, [], true), { flows: [], unexplained_days: [] });
    assert.equal(flowsBetween(days, [], false).unexplained_days.length, 1);
  });

  it('where a cost is not known the transactions are believed', () => {
    const days = [record('2026-01-01', 1100, null, 1000), record('2026-01-02', 1600, 1500, 1500)];
    const traded = [{ day: '2026-01-02', amount: 500 }];
    assert.deepEqual(flowsBetween(days, traded, false).flows, traded);
  });

  it('without transactions, flows are on unexplained days alone: days with a value after the first', () => {
    const amount = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.option(amount), amount, amount), { maxLength: 30 }), (rows) => {
        const days = rows.map(([value, invested, inLedger], at) =>
          record(new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10), value, invested, inLedger),
        );
        const { flows, unexplained_days } = flowsBetween(days, [], false);
        const known = days.filter(({ value }) => value !== null).map(({ day }) => day);
        assert.deepEqual(
          flows.map(({ day }) => day),
          unexplained_days,
        );
        for (const day of unexplained_days) assert.ok(known.indexOf(day) > 0);
      }),
    );
  });

  describe('of a person', () => {
    let fixture: TestCore;
    const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
    beforeEach(async () => {
      fixture = await coreAnew();
    });
    const area = () => fixture.core.portfolio;
    const trade = async (over: Record<string, unknown>) =>
      await area().transactions.create(
        fixture.owner,
        { portfolio: 'P', symbol: 'TCS', currency: 'INR', type: 'BUY', quantity: 10, price: 100, ...over },
        by,
      );
    const priced = async (price: number) => {
      for (const { id } of await area().holdings.all(fixture.owner))
        await area().holdings.update(fixture.owner, id, { current_price: price }, by);
      await area().snapshots.take(fixture.owner);
    };
    const read = async (name?: string, userId = fixture.owner) =>
      recordedLine(
        await area().recordedDays.read(userId, name),
        await fixture.core.reports.values.read(userId, name),
      );

    it('portfolio/Report rules 6: the last snapshot of each calendar day in India', async () => {
      await trade({ date: '2026-02-01' });
      await priced(100);
      fixture.clock.pass(60);
      await priced(110);
      // 18:30 UTC is the next day in India.
      fixture.clock.at = new Date('2026-03-02T18:31:00.000Z');
      await priced(120);
      assert.deepEqual((await read()).days, [
        { day: '2026-03-02', value: 1100 },
        { day: '2026-03-03', value: 1200 },
      ]);
    });

    it('a day on which something held had no price has no value', async () => {
      await trade({ date: '2026-02-01' });
      await priced(100);
      fixture.clock.pass(24 * 60);
      // Its last trade is more than three years old.
      await trade({ date: '2023-03-02', symbol: 'NEW' });
      await area().snapshots.take(fixture.owner);
      assert.deepEqual((await read()).days.at(-1), { day: '2026-03-03', value: null });
    });

    it('flows are purchases with their fees and sales after theirs, dividends after tax; a portfolio has its own', async () => {
      await trade({ date: '2026-02-01', fee_tax: 5 });
      await priced(100);
      // The next days, each with its snapshot.
      const next = async () => {
        fixture.clock.pass(24 * 60);
        await priced(100);
      };
      fixture.clock.pass(24 * 60);
      await trade({ date: '2026-03-03', type: 'SELL', quantity: 4, price: 120, fee_tax: 2 });
      await priced(100);
      await trade({ date: '2026-03-03', type: 'DIVIDEND', quantity: 6, price: 2, fee_tax: 1 });
      await trade({ date: '2026-03-03', type: 'DIVIDEND', quantity: 0, price: 7 });
      await trade({ date: '2026-03-04', portfolio: 'Other' });
      await next();
      const found = await read();
      assert.deepEqual(found.flows, [
        { day: '2026-03-03', amount: -478 },
        { day: '2026-03-04', amount: 1000 },
      ]);
      assert.deepEqual(found.dividends, [{ day: '2026-03-03', amount: 18 }]);
      assert.deepEqual(found.unexplained_days, []);
      assert.deepEqual((await read('p')).flows, [{ day: '2026-03-03', amount: -478 }]);
      await refused(read('P', fixture.stranger), 404, 'PORTFOLIO_NOT_FOUND');
    });

    it('a file of old trades and a holding by hand are no gain on the day they come', async () => {
      await trade({ date: '2026-02-01' });
      await priced(100);
      fixture.clock.pass(24 * 60);
      await trade({ date: '2024-01-05', symbol: 'OLD', quantity: 50, price: 10 });
      await priced(100);
      fixture.clock.pass(24 * 60);
      await area().holdings.create(
        fixture.owner,
        {
          portfolio: 'P',
          symbol: 'GOLD',
          asset_class: 'Commodity',
          currency: 'INR',
          quantity: 2,
          avg_buy_price: 1,
        },
        by,
      );
      await priced(100);
      const found = await read();
      // 1,000, then 50 times 100 more, then 2 times 100 more.
      assert.deepEqual(found.flows, [
        { day: '2026-03-03', amount: 5000 },
        { day: '2026-03-04', amount: 200 },
      ]);
      assert.deepEqual(found.unexplained_days, ['2026-03-03', '2026-03-04']);
    });

    it('an action that is applied, changed and undone between two snapshots leaves the return of the market', async () => {
      await trade({ date: '2026-02-01' });
      await priced(100);
      fixture.clock.pass(24 * 60);
      const terms = { portfolio: 'P', symbol: 'TCS', kind: 'SPLIT', ex_date: '2026-03-01', old_shares: 1 };
      const { corporateActions } = fixture.core;
      const first = await corporateActions.create(fixture.owner, { ...terms, new_shares: 2 }, by);
      await corporateActions.undo(fixture.owner, first.id, by);
      const second = await corporateActions.create(fixture.owner, { ...terms, new_shares: 5 }, by);
      await corporateActions.undo(fixture.owner, second.id, by);
      await priced(110);
      const same = await read();
      assert.deepEqual([same.flows, same.unexplained_days], [[], []]);
      // Applied and left: 50 units at 22 are worth 10 at 110, but the second record has other units than the first.
      fixture.clock.pass(24 * 60);
      await corporateActions.create(fixture.owner, { ...terms, new_shares: 5 }, by);
      await priced(22);
      const split = await read();
      assert.deepEqual(
        [split.flows, split.unexplained_days],
        [[{ day: '2026-03-04', amount: 0 }], ['2026-03-04']],
      );
    });

    it('files that come in reverse, and a clock that steps back, make no return', async () => {
      const file = async (name: string, date: string) => {
        const { imports } = area();
        const text = `Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class\nP,TCS,${date},BUY,10,100,INR,Indian Equity\n`;
        const { import_id } = await imports.stage(fixture.owner, Readable.from([Buffer.from(text)]), {
          file_name: name,
        });
        await imports.commit(fixture.owner, { import_id }, by);
      };
      await file('newest.csv', '2026-02-27');
      await priced(100);
      for (const [name, date] of [
        ['older.csv', '2025-06-02'],
        ['oldest.csv', '2024-06-03'],
      ] as const) {
        fixture.clock.pass(24 * 60);
        await file(name, date);
        await priced(100);
      }
      fixture.clock.pass(-36 * 60);
      await priced(100);
      for (const line of [await read(), await fixture.core.reports.days(fixture.owner, null)])
        for (const { value } of dailyReturns(valuePoints(line))) assert.equal(value, 0);
    });

    it('a change of the dollar’s rate is no purchase', async () => {
      await trade({ date: '2026-02-01', symbol: 'AAPL', currency: 'USD' });
      await priced(100);
      fixture.clock.pass(24 * 60);
      await priced(110);
      const found = await read();
      assert.deepEqual([found.flows, found.unexplained_days], [[], []]);
      assert.deepEqual(
        found.days.map(({ value }) => value),
        [82_000, 90_200],
      );
    });
  });
});
