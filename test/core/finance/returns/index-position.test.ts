import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indexPosition } from '../../../../core/finance/returns/index-position.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

const paid = (...amounts: [string, number][]) => amounts.map(([day, amount]) => ({ day, amount }));
const closes = (...days: [string, number][]) => days.map(([day, value]) => ({ day, value }));
const near = (value: number | null, expected: number, tolerance = 1e-9) =>
  assert.ok(value !== null && Math.abs(value - expected) <= tolerance, `${value} is not ${expected}`);

describe('portfolio/Report rules 4: the same payments in an index', () => {
  const nifty = closes(['2026-01-01', 100], ['2026-01-15', 125], ['2026-02-02', 160], ['2026-03-02', 150]);

  it('each payment buys units at the close of its day, each receipt sells units worth as much', () => {
    // 10 units, then 8 more; 320 at 160 are 2 of them: 16 units at 150.
    const { value, overdrawn_on } = indexPosition(
      paid(['2026-01-01', 1000], ['2026-01-15', 1000], ['2026-02-02', -320]),
      nifty,
      '2026-03-02',
      'NIFTY 50',
    );
    near(value, 2400);
    assert.equal(overdrawn_on, null);
  });

  it('of what came and went on one day the difference counts, and what comes after the last day does not', () => {
    const given = paid(['2026-01-01', 1000], ['2026-01-15', 500], ['2026-01-15', -500], ['2026-03-03', 9000]);
    near(indexPosition(given, nifty, '2026-03-02', 'NIFTY 50').value, 1500);
  });

  it('more taken out than it is worth: it is sold out, the rest is owed without interest and settled by the next payment', () => {
    // 10 units at 125 are worth 1,250 when 1,500 are taken out: 250 are owed. Of 1,850 paid in at 160 then 1,600 buy 10 units.
    const given = paid(['2026-01-01', 1000], ['2026-01-15', -1500], ['2026-02-02', 1850]);
    const found = indexPosition(given, nifty, '2026-03-02', 'NIFTY 50');
    near(found.value, 1500);
    assert.equal(found.overdrawn_on, '2026-01-15');
    // Without that payment it ends below nothing, whatever the index does.
    const left = indexPosition(given.slice(0, 2), nifty, '2026-03-02', 'NIFTY 50');
    near(left.value, -250);
  });

  it('all of it taken out to the last paisa is no debt', () => {
    const given = paid(['2026-01-01', 0.1], ['2026-01-15', -0.125]);
    const { value, overdrawn_on } = indexPosition(given, nifty, '2026-03-02', 'NIFTY 50');
    near(value, 0);
    assert.equal(overdrawn_on, null);
  });

  it('a day of a payment without a close, or the last day, has no figure but a reason', () => {
    const early = indexPosition(paid(['2025-12-01', 10]), nifty, '2026-03-02', 'NIFTY 50');
    assert.equal(early.value, null);
    assert.match(early.reason ?? '', /No NIFTY 50 close .* up to 1 Dec 2025, when you made a payment/);
    const late = indexPosition(paid(['2026-01-01', 10]), nifty, '2026-06-01', 'NIFTY 50');
    assert.match(late.reason ?? '', /up to 1 Jun 2026\.$/);
    // A payment on a weekend takes the close before it, one of nothing takes none.
    near(indexPosition(paid(['2026-01-03', 10], ['2025-01-01', 0]), nifty, '2026-03-02', 'X').value, 15);
  });

  it('by a second path: while nothing is owed, each payment grew alone with the index, and the sum of them is the worth', () => {
    const start = Date.UTC(2024, 0, 1);
    const dayOf = (at: number) => new Date(start + at * DAY_MS).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 50, max: 200, noNaN: true }), { minLength: 60, maxLength: 60 }),
        fc.array(
          fc.record({ at: fc.integer({ min: 0, max: 59 }), amount: fc.integer({ min: -300, max: 1000 }) }),
          { maxLength: 20 },
        ),
        (levels, payments) => {
          const series = levels.map((value, at) => ({ day: dayOf(at), value }));
          const given = payments.map(({ at, amount }) => ({ day: dayOf(at), amount }));
          const found = indexPosition(given, series, dayOf(59), 'X');
          const alone = payments.reduce(
            (sum, { at, amount }) => sum + (amount * (levels[59] ?? 0)) / (levels[at] ?? 1),
            0,
          );
          if (found.overdrawn_on === null) near(found.value, alone, 1e-6);
        },
      ),
    );
  });

  it('by a second path: day by day with a balance of money and one of debt', () => {
    const start = Date.UTC(2024, 0, 1);
    const dayOf = (at: number) => new Date(start + at * DAY_MS).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 50, max: 200, noNaN: true }), { minLength: 30, maxLength: 30 }),
        fc.array(fc.integer({ min: -1500, max: 1000 }), { minLength: 30, maxLength: 30 }),
        (levels, amounts) => {
          let [worth, debt] = [0, 0];
          for (const [at, amount] of amounts.entries()) {
            if (at > 0) worth *= (levels[at] ?? 1) / (levels[at - 1] ?? 1);
            // What is owed and what is there never stand beside each other.
            const balance = worth - debt + amount;
            worth = Math.max(0, balance);
            debt = Math.max(0, -balance);
          }
          const series = levels.map((value, at) => ({ day: dayOf(at), value }));
          const given = amounts.map((amount, at) => ({ day: dayOf(at), amount }));
          near(indexPosition(given, series, dayOf(29), 'X').value, worth - debt, 1e-5);
        },
      ),
    );
  });
});
