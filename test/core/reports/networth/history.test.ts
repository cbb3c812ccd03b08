import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decimal, addDays } from '../../../../core/platform/index.ts';
import {
  assetDays,
  netWorthHistory,
  totalLiabilities,
  type RateOn,
} from '../../../../core/reports/networth/history.ts';
import type { DebtRecord } from '../../../../core/liabilities/index.ts';
import type { ValueLine } from '../../../../core/reports/measures/index.ts';

const worth = (day: string, value: number | null) => ({
  day,
  value,
  state: value === null ? ('UNAVAILABLE' as const) : ('AVAILABLE' as const),
});
const record = (liability_id: string, day: string, balance: number, currency = 'INR'): DebtRecord => ({
  liability_id,
  day,
  balance: decimal(balance),
  currency,
});
const rupees: RateOn = (currency) => (currency === 'INR' ? { rate: decimal(1), estimated: false } : null);
const owedNow = (...balances: number[]) =>
  totalLiabilities(
    balances.map((balance) => ({ balance: decimal(balance), currency: 'INR' })),
    rupees,
  );
const told = (points: ReturnType<typeof netWorthHistory>) =>
  points.map(({ date, net_worth, liabilities, liabilities_basis }) => [
    date,
    liabilities,
    net_worth,
    liabilities_basis,
  ]);

describe('net worth over time', () => {
  it('portfolio/Report rules 13: its days are those of the daily line, and today', () => {
    const line = {
      days: [
        { day: '2026-01-10', value: 100 },
        { day: '2026-01-20', value: null },
        { day: '2026-01-25', value: 90 },
        { day: '2026-01-30', value: 110 },
      ],
      shares: new Map([['2026-01-25', 0.9]]),
      carried: { day: '2026-02-01', value: 111 },
      is_converted: true,
    } as unknown as ValueLine;
    const shown = (span: { from: string | null; to: string | null }) =>
      assetDays(line, span).map(({ day, value, state }) => [day, value, state]);
    assert.deepEqual(shown({ from: null, to: null }), [
      ['2026-01-10', 100, 'ESTIMATED'],
      ['2026-01-20', null, 'UNAVAILABLE'],
      ['2026-01-25', 90, 'PARTIAL'],
      ['2026-01-30', 110, 'ESTIMATED'],
      ['2026-02-01', 111, 'ESTIMATED'],
    ]);
    assert.equal(shown({ from: '2026-01-20', to: '2026-01-25' }).length, 2);
    // A debt recorded on a day without a session; days before the first value and after the last have none.
    const debts = ['2026-01-09', '2026-01-25', '2026-01-26', '2026-01-26', '2026-01-31', '2026-02-02'];
    const added = assetDays(line, { from: null, to: null }, debts);
    assert.deepEqual(
      added.map(({ day, value }) => [day, value]),
      [
        ['2026-01-10', 100],
        ['2026-01-20', null],
        ['2026-01-25', 90],
        ['2026-01-26', 90],
        ['2026-01-30', 110],
        ['2026-01-31', 110],
        ['2026-02-01', 111],
      ],
    );
  });

  it('a day of which less than half is priced is unknown for that reason, not for want of any price', () => {
    const line = {
      days: ['2026-01-10', '2026-01-20'].map((day) => ({ day, value: null })),
      shares: new Map([
        ['2026-01-10', 0.4],
        ['2026-01-20', 0],
      ]),
      carried: null,
      is_converted: false,
    } as unknown as ValueLine;
    const points = netWorthHistory(assetDays(line, { from: null, to: null }), [], owedNow(), rupees);
    assert.deepEqual(
      points.map(({ reason }) => reason),
      [
        'Less than half of the value had prices and exchange rates.',
        'No holding had a price and an exchange rate.',
      ],
    );
  });

  it('portfolio/Report rules 13: before liability history exists, days are reduced by the current liabilities only', () => {
    const days = [worth('2026-01-01', 1000), worth('2026-01-10', 1100), worth('2026-01-20', 1200)];
    const records = [record('1', '2026-01-10', 500), record('1', '2026-01-15', 300)];
    assert.deepEqual(told(netWorthHistory(days, records, owedNow(300), rupees)), [
      // 500 is what was owed first, and not what is owed now
      ['2026-01-01', 300, 700, 'CURRENT'],
      ['2026-01-10', 500, 600, 'RECORDED'],
      ['2026-01-20', 300, 900, 'RECORDED'],
    ]);
  });

  it('portfolio/Report rules 13: past debt is never invented: a debt counts from the day it was written down', () => {
    const days = [worth('2026-01-10', 1000), worth('2026-01-20', 1000), worth('2026-02-01', 1000)];
    const records = [
      record('1', '2026-01-10', 100),
      record('2', '2026-01-20', 400),
      record('1', '2026-02-01', 0),
    ];
    assert.deepEqual(told(netWorthHistory(days, records, owedNow(0, 400), rupees)), [
      ['2026-01-10', 100, 900, 'RECORDED'],
      ['2026-01-20', 500, 500, 'RECORDED'],
      ['2026-02-01', 400, 600, 'RECORDED'],
    ]);
    assert.deepEqual(told(netWorthHistory([worth('2026-01-01', 5)], [], owedNow(), rupees)), [
      ['2026-01-01', 0, 5, 'CURRENT'],
    ]);
  });

  it('an unknown side makes the net worth unknown, with the reason, and never the other side alone', () => {
    const [unpriced, foreign] = netWorthHistory(
      [worth('2026-01-10', null), worth('2026-01-20', 10)],
      [record('1', '2026-01-10', 1), record('1', '2026-01-20', 1, 'EUR')],
      owedNow(1),
      rupees,
    );
    assert.deepEqual([unpriced?.net_worth, unpriced?.liabilities], [null, 1]);
    assert.match(unpriced?.reason ?? '', /No holding had a price and an exchange rate/);
    assert.deepEqual([foreign?.net_worth, foreign?.assets, foreign?.liabilities], [null, 10, null]);
    assert.match(foreign?.reason ?? '', /No exchange rate for EUR/);
    // paid off, it needs no rate
    assert.equal(totalLiabilities([{ balance: decimal(0), currency: 'EUR' }], rupees).amount?.toNumber(), 0);
  });

  it('each day is converted at its own rate, and says where that is an estimate', () => {
    const rateOn: RateOn = (_currency, day) => ({
      rate: decimal(day === '2026-01-10' ? 80 : 90),
      estimated: day !== '2026-01-10',
    });
    const points = netWorthHistory(
      [worth('2026-01-10', 1000), worth('2026-01-11', 1000)],
      [record('1', '2026-01-10', 2, 'USD')],
      owedNow(0),
      rateOn,
    );
    assert.deepEqual(
      points.map(({ net_worth, is_estimated }) => [net_worth, is_estimated]),
      [
        [840, false],
        [820, true],
      ],
    );
  });

  it('every day is what was owned less what was owed, and no recorded day has more debt than was written down', () => {
    const date = fc.integer({ min: 0, max: 300 }).map((days) => addDays('2025-01-01', days));
    fc.assert(
      fc.property(
        fc.uniqueArray(date),
        fc.array(fc.tuple(date, fc.constantFrom('1', '2', '3'), fc.integer({ min: 0, max: 1000 }))),
        (days, written) => {
          const records = written
            .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
            .map(([day, id, balance]) => record(id, day, balance));
          const points = netWorthHistory(
            days.toSorted().map((day) => worth(day, 5000)),
            records,
            owedNow(777),
            rupees,
          );
          for (const point of points) {
            assert.equal(point.net_worth, 5000 - (point.liabilities ?? 0));
            const known = records.filter(({ day }) => day <= point.date);
            const last = new Map(
              known.map(({ liability_id, balance }) => [liability_id, balance.toNumber()]),
            );
            const owed = known.length === 0 ? 777 : [...last.values()].reduce((sum, one) => sum + one, 0);
            assert.equal(point.liabilities, owed);
          }
        },
      ),
    );
  });
});
