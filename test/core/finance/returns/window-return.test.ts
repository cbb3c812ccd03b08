import assert from 'node:assert/strict';
import fc from 'fast-check';
import { measuredAt, startOf, windowReturn } from '../../../../core/finance/returns/window-return.ts';

const at = (day: string, value: number) => ({ day, value });
const nothing = { flows: [], dividends: [] };
const pct = (...given: Parameters<typeof windowReturn>) => windowReturn(...given).return_pct;

describe('returns over a window', () => {
  for (const [period, end, start] of [
    ['1M', '2026-03-31', '2026-02-28'],
    ['1M', '2024-03-31', '2024-02-29'],
    ['3M', '2026-03-02', '2025-12-02'],
    ['6M', '2026-03-02', '2025-09-02'],
    ['1Y', '2024-02-29', '2023-02-28'],
    ['3Y', '2026-03-02', '2023-03-02'],
  ] as const) {
    it(`portfolio/Report rules 4: ${period} up to ${end} begins on ${start}`, () => {
      assert.equal(startOf(period, end), start);
    });
  }

  it('a period in which more was taken out than was invested on average has no return, and the reason says so', () => {
    // 4,000 were sold for 4,800 after 57 of 62 days.
    const moved = { flows: [{ day: '2026-02-26', amount: -4800 }], dividends: [] };
    assert.ok((pct(at('2025-12-31', 4000), at('2026-02-26', 0), moved) ?? 0) > 0);
    const early = { flows: [{ day: '2026-01-02', amount: -4800 }], dividends: [] };
    const found = windowReturn(at('2025-12-31', 4000), at('2026-03-03', 0), early);
    assert.equal(found.return_pct, null);
    assert.match(found.reason ?? '', /^More was taken out than was invested on average\./);
    const none = windowReturn(at('2025-12-31', 0), at('2026-03-03', 0), nothing);
    assert.equal(none.reason, 'Nothing was invested at the start.');
  });

  it('a value of at most a week before stands for a day without one', () => {
    const values = [at('2026-01-01', 1), at('2026-01-10', 2), at('2026-02-01', 3)];
    assert.equal(measuredAt(values, '2026-01-10')?.value, 2);
    assert.equal(measuredAt(values, '2026-01-17')?.value, 2);
    assert.equal(measuredAt(values, '2026-01-18'), null);
    assert.equal(measuredAt(values, '2025-12-31'), null);
    assert.equal(measuredAt(values, '2026-03-01')?.value ?? null, null);
  });

  it('portfolio/Report rules 4: (end - start + dividends in the window) / start', () => {
    const dividends = [
      { day: '2026-01-01', amount: 500 },
      { day: '2026-01-15', amount: 30 },
      { day: '2026-02-02', amount: 500 },
    ];
    // (1100 - 1000 + 30) / 1000; those of the first day and after the last are outside.
    const found = windowReturn(at('2026-01-01', 1000), at('2026-02-01', 1100), { flows: [], dividends });
    assert.deepEqual(found, {
      return_pct: 13,
      net_flow: 0,
      dividends: 30,
      gain: 130,
      capital: 1000,
      reason: null,
    });
  });

  it('money that came in is no gain, and counts to the capital for as long as it was there', () => {
    // 1000 doubled by 1000 more at half of 100 days, and 150 earned: 150 / (1000 + 1000 / 2).
    const flows = [{ day: '2026-02-20', amount: 1000 }];
    assert.equal(pct(at('2026-01-01', 1000), at('2026-04-11', 2150), { flows, dividends: [] }), 10);
    // Taken out: (400 - 1000 + 500) / (1000 - 500 / 2).
    const out = [{ day: '2026-02-20', amount: -500 }];
    assert.ok(
      Math.abs(
        (pct(at('2026-01-01', 1000), at('2026-04-11', 400), { flows: out, dividends: [] }) ?? 0) + 100 / 7.5,
      ) < 1e-9,
    );
  });

  it('nothing at the beginning, and one day alone, give no return but a reason', () => {
    assert.match(
      windowReturn(at('2026-01-01', 0), at('2026-02-01', 5), nothing).reason ?? '',
      /Nothing was invested/,
    );
    assert.match(
      windowReturn(at('2026-01-01', 9), at('2026-01-01', 9), nothing).reason ?? '',
      /Two days are needed/,
    );
  });

  it('a loss of more than was there on average has no figure, but a reason', () => {
    // 1,000 and 100,000 more for the last 10 of 60 days: 20,000 lost on 1,000 + 100,000 / 6 would be -113 %.
    const flows = [{ day: '2026-02-20', amount: 100_000 }];
    const found = windowReturn(at('2026-01-01', 1000), at('2026-03-02', 81_000), { flows, dividends: [] });
    assert.equal(found.return_pct, null);
    assert.match(found.reason ?? '', /came in late\. The time-weighted return/);
  });

  it('does not depend on the unit of money, and a flow alone earns nothing', () => {
    const amount = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, fc.integer({ min: 1, max: 99 }), (start, end, flow, day) => {
        const flows = [
          { day: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10), amount: flow },
        ];
        const [from, to] = ['2026-01-01', '2026-04-11'];
        // A loss of more than all has no figure.
        const one = pct(at(from, start), at(to, end), { flows, dividends: [] }) ?? -100;
        const thousandfold = flows.map((each) => ({ ...each, amount: each.amount * 1000 }));
        const other =
          pct(at(from, start * 1000), at(to, end * 1000), { flows: thousandfold, dividends: [] }) ?? -100;
        assert.ok(Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one)));
        const idle = pct(at(from, start), at(to, start + flow), { flows, dividends: [] }) ?? Number.NaN;
        assert.ok(Math.abs(idle) < 1e-6);
      }),
    );
  });
});
