import assert from 'node:assert/strict';
import { currentDrawdown } from '../../../core/watchlist/drawdown.ts';

const days = (...values: (number | null)[]) =>
  values.map((value, index) => ({ day: `2026-03-0${index + 1}`, value }));

describe('drawdown', () => {
  it('is measured from the highest point so far', () => {
    // 120 was the peak: (120 − 90) ⁄ 120 = 25 %
    assert.deepEqual(
      currentDrawdown({
        days: days(100, 120, 110, 90),
        flows: [],
        ledger_reason: null,
        unexplained_days: [],
      }),
      {
        value: 25,
        day: '2026-03-04',
        reason: null,
      },
    );
    assert.equal(
      currentDrawdown({ days: days(100, 90, 130), flows: [], ledger_reason: null, unexplained_days: [] })
        .value,
      0,
    );
  });

  it('money put in or taken out is neither gain nor loss', () => {
    // 50 of 100 were taken out; the rest stood still
    assert.equal(
      currentDrawdown({
        days: days(100, 50),
        flows: [{ day: '2026-03-02', amount: -50 }],
        ledger_reason: null,
        unexplained_days: [],
      }).value,
      0,
    );
    // 100 came in, and both lost a twentieth: 190 of 200
    assert.equal(
      currentDrawdown({
        days: days(100, 190),
        flows: [{ day: '2026-03-02', amount: 100 }],
        ledger_reason: null,
        unexplained_days: [],
      }).value,
      5,
    );
  });

  it('portfolio/Scheduler support_alert_monitor: money that comes works from the start of its day, as in every other return', () => {
    // 1,000 came beside 100 and all of it lost 5 %: 1,045 of 1,100, and not 45 of the first 100.
    const { value } = currentDrawdown({
      days: days(100, 1045),
      flows: [{ day: '2026-03-02', amount: 1000 }],
      ledger_reason: null,
      unexplained_days: [],
    });
    assert.equal(value, 5);
    // 900 of 1,000 were taken out for 890: 990 of 1,000 are left and gone.
    const out = currentDrawdown({
      days: days(1000, 100),
      flows: [{ day: '2026-03-02', amount: -890 }],
      ledger_reason: null,
      unexplained_days: [],
    });
    assert.equal(out.value, 1);
  });

  it('a day without a whole value is passed over, and its money counts to the next', () => {
    // 180 of 200
    assert.equal(
      currentDrawdown({
        days: days(100, null, 180),
        flows: [{ day: '2026-03-02', amount: 100 }],
        ledger_reason: null,
        unexplained_days: [],
      }).value,
      10,
    );
  });

  it('Known/unknown: without any value it is unknown with a reason', () => {
    assert.equal(
      currentDrawdown({ days: days(null), flows: [], ledger_reason: null, unexplained_days: [] }).value,
      null,
    );
    assert.match(
      currentDrawdown({ days: [], flows: [], ledger_reason: null, unexplained_days: [] }).reason ?? '',
      /recorded/,
    );
  });
});
