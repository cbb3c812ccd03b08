import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adjustCloses, effectiveRatios, type ShareRatio } from '../../../../core/market/history/adjust.ts';

const action = (
  ex_date: string,
  new_shares: number,
  old_shares: number,
  more: Partial<ShareRatio> = {},
): ShareRatio => ({
  ex_date,
  kind: 'SPLIT',
  new_shares,
  old_shares,
  source: 'NSE',
  ...more,
});
const TODAY = '2026-03-02';

describe('markets/Corporate actions: adjusted closes', () => {
  it('a bonus and a split on one day multiply: ten shares of 1,162.80 for one of 11,393.30', () => {
    const days = ['2016-09-07', '2016-09-08', '2016-09-09'];
    const raw = Float64Array.of(11_393.3, 1162.8, 1119.7);
    const actions = [action('2016-09-08', 10, 2), action('2016-09-08', 2, 1, { kind: 'BONUS' })];
    // 11,393.30 / 5 / 2 = 1,139.33: a rise of 2 % and no fall of 90 %.
    assert.deepEqual([...adjustCloses(days, raw, actions, TODAY)], [1139.33, 1162.8, 1119.7]);
    assert.deepEqual([...raw], [11_393.3, 1162.8, 1119.7], 'what is stored stays as it was');
  });

  it('the ex-date itself has the new price; actions chain backwards; one still to come changes nothing yet', () => {
    const days = ['2020-01-01', '2021-01-01', '2022-01-03', '2026-03-02'];
    const actions = [
      action('2021-01-01', 2, 1),
      action('2022-01-01', 1, 10, { kind: 'CONSOLIDATION' }),
      action('2026-03-10', 5, 1),
    ];
    // 2020: halved, then ten old ones are one: 100 / 2 * 10 = 500. 2021: 50 * 10 = 500.
    assert.deepEqual(
      [...adjustCloses(days, Float64Array.of(100, 50, 500, 500), actions, TODAY)],
      [500, 500, 500, 500],
    );
    // As of a day in 2021 only the first split had happened.
    assert.deepEqual(
      [...adjustCloses(days.slice(0, 2), Float64Array.of(100, 50), actions, '2021-06-30')],
      [50, 50],
    );
  });

  it('the same action announced twice counts once; two different ones of a day both count', () => {
    const twice = [
      action('2021-01-01', 10, 2),
      action('2021-01-01', 5, 1),
      action('2021-01-01', 2, 1, { kind: 'BONUS' }),
    ];
    assert.deepEqual(
      effectiveRatios(twice).map(({ kind }) => kind),
      ['SPLIT', 'BONUS'],
    );
  });

  it('a provider’s word counts only where the exchange and the operator have none nearby', () => {
    const yahoo = (ex_date: string) => action(ex_date, 10, 1, { source: 'YAHOO' });
    const all = [
      yahoo('2016-09-08'),
      action('2016-09-08', 5, 1),
      action('2016-09-08', 2, 1, { kind: 'BONUS' }),
      yahoo('2019-12-19'),
      yahoo('2022-09-13'),
      action('2022-09-14', 10, 1, { source: 'MANUAL' }),
    ];
    assert.deepEqual(
      effectiveRatios(all).map(({ ex_date, source }) => `${ex_date} ${source}`),
      ['2016-09-08 NSE', '2016-09-08 NSE', '2019-12-19 YAHOO', '2022-09-14 MANUAL'],
    );
  });

  it('a price that moves with its actions alone is a flat line, whatever the actions', () => {
    const day = fc
      .integer({ min: 0, max: 999 })
      .map((n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10));
    const some = fc.array(
      fc.record({
        ex_date: day,
        new_shares: fc.integer({ min: 1, max: 20 }),
        old_shares: fc.integer({ min: 1, max: 20 }),
        kind: fc.constantFrom('SPLIT', 'BONUS'),
        source: fc.constant('NSE'),
      }),
      { maxLength: 8 },
    );
    const days = Array.from({ length: 1000 }, (_, n) =>
      new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
    );
    fc.assert(
      fc.property(some, (actions) => {
        const counted = effectiveRatios(actions);
        let price = 1000;
        const raw = days.map((one) => {
          for (const { ex_date, new_shares, old_shares } of counted)
            if (ex_date === one) price *= old_shares / new_shares;
          return price;
        });
        const adjusted = adjustCloses(days, Float64Array.from(raw), actions, '2030-01-01');
        for (const close of adjusted) assert.ok(Math.abs(close / price - 1) < 1e-9);
      }),
    );
  });
});
