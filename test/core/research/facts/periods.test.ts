import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  comparePeriods,
  factId,
  fiscalCalendar,
  fiscalKey,
  isPeriodKey,
  type Period,
} from '../../../../core/research/index.ts';
import { indian } from '../../../support/evidence-packets.ts';

const PARTS = ['', 'Q1', 'Q2', 'Q3', 'Q4', 'H1', 'M9'];

describe('research/Evidence, claims and facts rules 4: canonical periods', () => {
  it('an Indian year ends in March, without anybody saying so', () => {
    const calendar = fiscalCalendar([], 'INDIAN');
    for (const year of [2009, 2010, 2026, 2027, 2031])
      for (const part of PARTS) {
        const [start, end] = indian(`FY${year}${part}`);
        assert.equal(calendar.ofSpan(start, end).key, `FY${year}${part}`);
      }
    assert.equal(calendar.ofDay('2026-03-31').key, 'FY2026');
    assert.equal(calendar.ofDay('2025-09-30').key, 'FY2026Q2');
  });

  it('a span or a day that fits no fiscal period keeps its days', () => {
    const calendar = fiscalCalendar([], 'INDIAN');
    for (const [start, end] of [
      ['2025-04-02', '2025-09-30'],
      ['2025-01-01', '2025-12-31'],
      ['2025-05-01', '2025-07-31'],
      ['2024-04-01', '2026-03-31'],
    ] as const)
      assert.equal(calendar.ofSpan(start, end).key, `${start}/${end}`);
    assert.equal(calendar.ofDay('2024-03-26').key, '2024-03-26');
    assert.equal(fiscalCalendar([], null).ofSpan('2025-04-01', '2026-03-31').key, '2025-04-01/2026-03-31');
  });

  it('a company’s own year stands above the usual one: a calendar year, and one that ends in January', () => {
    const schaeffler = fiscalCalendar([{ year: 2024, start: '2024-01-01', end: '2024-12-31' }], 'INDIAN');
    assert.equal(schaeffler.ofSpan('2024-01-01', '2024-12-31').key, 'FY2024');
    assert.equal(schaeffler.ofSpan('2025-04-01', '2025-06-30').key, 'FY2025Q2');
    const snow = fiscalCalendar([{ year: 2025, start: '2024-02-01', end: '2025-01-31' }], null);
    assert.equal(snow.ofSpan('2025-02-01', '2025-04-30').key, 'FY2026Q1');
    assert.equal(snow.ofSpan('2022-02-01', '2023-01-31').key, 'FY2023');
    assert.equal(snow.ofDay('2024-07-31').key, 'FY2025Q2');
  });

  it('years of 52 and 53 weeks, by their weeks, also as a source rounds them to the month', () => {
    const calendar = fiscalCalendar(
      [
        { year: 2022, start: '2022-01-30', end: '2023-01-28' },
        { year: 2023, start: '2023-01-29', end: '2024-02-03' },
        { year: 2024, start: '2024-02-04', end: '2025-02-01' },
      ],
      null,
    );
    assert.equal(calendar.ofSpan('2023-01-29', '2024-02-03').key, 'FY2023');
    assert.equal(calendar.ofSpan('2023-02-01', '2024-01-31').key, 'FY2023');
    // Fourteen weeks.
    assert.equal(calendar.ofSpan('2023-10-29', '2024-02-03').key, 'FY2023Q4');
    assert.equal(calendar.ofSpan('2023-01-29', '2023-10-28').key, 'FY2023M9');
    assert.equal(calendar.ofSpan('2024-02-04', '2024-08-03').key, 'FY2024H1');
    assert.equal(calendar.ofSpan('2025-02-02', '2025-05-03').key, 'FY2025Q1');
    assert.equal(calendar.ofDay('2024-02-03').key, 'FY2023');
    assert.equal(calendar.ofDay('2024-08-03').key, 'FY2024Q2');
    assert.equal(calendar.ofDay('2024-08-20').key, '2024-08-20');
    // Three months of the calendar are no quarter of it.
    assert.equal(calendar.ofSpan('2024-01-01', '2024-03-31').key, '2024-01-01/2024-03-31');
  });

  it('the strongest document names the year, and another label for the same days does not count', () => {
    const calendar = fiscalCalendar(
      [
        { year: 2025, start: '2025-02-02', end: '2026-01-31' },
        { year: 2026, start: '2025-02-01', end: '2026-01-31' },
      ],
      null,
    );
    assert.equal(calendar.ofSpan('2025-02-02', '2026-01-31').key, 'FY2025');
    assert.equal(calendar.ofSpan('2024-02-04', '2025-02-01').key, 'FY2024');
  });

  it('a year that is missing between two is worked out, and a short one of a new year’s end has its name', () => {
    const calendar = fiscalCalendar(
      [
        { year: 2020, start: '2019-04-01', end: '2020-03-31' },
        { year: 2022, start: '2021-04-01', end: '2022-03-31' },
        { year: 2023, start: '2022-04-01', end: '2022-12-31' },
      ],
      'INDIAN',
    );
    assert.equal(calendar.ofSpan('2020-04-01', '2021-03-31').key, 'FY2021');
    assert.equal(calendar.ofSpan('2022-04-01', '2022-12-31').key, 'FY2023');
    assert.equal(calendar.ofSpan('2023-01-01', '2023-12-31').key, 'FY2024');
  });

  it('there is no tenth quarter, and no other key', () => {
    for (const key of [
      'FY2026',
      'FY2026Q4',
      'FY2026H1',
      'FY2026M9',
      'TTM',
      'LATEST',
      '2026-03-31',
      'FY2022-FY2026',
      '2025-04-02/2025-09-30',
    ])
      assert.ok(isPeriodKey(key), key);
    for (const key of [
      'FY2026Q10',
      'FY2026Q0',
      'FY2026Q5',
      'FY26',
      'fy2026',
      'FY2026H2',
      '2026-02-30',
      'FY2026-FY2022',
      '2025-09-30/2025-04-02',
      '',
    ])
      assert.ok(!isPeriodKey(key), key);
    assert.equal(fiscalKey('FY2026Q10'), null);
  });

  it('order is that of time and never of letters', () => {
    const calendar = fiscalCalendar([], 'INDIAN');
    const day = fc
      .integer({ min: 0, max: 9000 })
      .map((nr) => new Date(Date.UTC(2005, 0, 1 + nr)).toISOString().slice(0, 10));
    const fiscal = fc
      .tuple(fc.integer({ min: 2006, max: 2029 }), fc.constantFrom(...PARTS))
      .map(([year, part]): Period => {
        const [start, end] = indian(`FY${year}${part}`);
        return calendar.ofSpan(start, end);
      });
    const period = fc.oneof(
      fiscal,
      day.map((end) => calendar.ofDay(end)),
      day.map((end): Period => ({ key: 'LATEST', start: null, end })),
      day.map((end): Period => ({ key: 'TTM', start: null, end })),
    );
    fc.assert(
      fc.property(fc.array(period, { maxLength: 12 }), period, period, (all, one, other) => {
        const sorted = all.toSorted(comparePeriods);
        for (const [nr, next] of sorted.slice(1).entries()) assert.ok(sorted[nr]!.end <= next.end);
        assert.equal(Math.sign(comparePeriods(one, other)), -Math.sign(comparePeriods(other, one)) || 0);
        assert.equal(
          comparePeriods(one, other) === 0,
          one.key === other.key && one.end === other.end && one.start === other.start,
        );
        assert.deepEqual(all.toReversed().toSorted(comparePeriods), sorted);
      }),
    );
    const keys = ['FY2010', 'FY2009', 'FY2010Q1', 'FY2009Q4'].map((key) => calendar.ofSpan(...indian(key)));
    assert.deepEqual(
      keys.toSorted(comparePeriods).map(({ key }) => key),
      ['FY2009', 'FY2009Q4', 'FY2010Q1', 'FY2010'],
    );
  });

  it('research/Evidence, claims and facts rules 3: ids, and different names never share one', () => {
    assert.equal(factId('revenue', 'consolidated', null, 'FY2026'), 'revenue.consolidated.fy2026');
    assert.equal(factId('pe_ttm', 'peer', 'M&M', 'LATEST').startsWith('pe_ttm.peer-m-m-'), true);
    assert.notEqual(factId('pe_ttm', 'peer', 'M&M', 'LATEST'), factId('pe_ttm', 'peer', 'M-M', 'LATEST'));
    assert.equal(
      factId('revenue', 'standalone', null, '2025-04-02/2025-09-30'),
      'revenue.standalone.2025-04-02_2025-09-30',
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        const plain = (name: string) => name.trim().toLowerCase().replace(/\s+/g, '-');
        const ids = [one, other].map((name) => factId('segment_revenue', 'segment', name, 'FY2026'));
        for (const id of ids) assert.match(id, /^[a-z0-9_]+\.[a-z0-9-]+\.[a-z0-9_-]+$/);
        if (plain(one) !== plain(other)) assert.notEqual(ids[0], ids[1]);
      }),
    );
  });
});
