import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dailyReturns, valuePoints } from '../../../../core/finance/returns/index.ts';
import { recordedLine } from '../../../../core/reports/measures/index.ts';
import { currentDrawdown } from '../../../../core/watchlist/drawdown.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';
import { type Close, sessionCloses } from '../../../support/session-closes.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'test' };
/** Ten sessions: 5 to 16 January 2026, weekends left out. */
const SESSIONS = [5, 6, 7, 8, 9, 12, 13, 14, 15, 16].map((day) => `2026-01-${String(day).padStart(2, '0')}`);
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA'] as const;

describe('portfolio/Report rules 4 and 6: a person whose whole history is by hand', () => {
  let world: TestCore;
  const anew = sharedCore({ at: '2026-01-05T12:30:00.000Z' });
  beforeEach(async () => {
    world = await anew();
  });

  const { closes, price } = sessionCloses(() => world, SYMBOLS, SESSIONS);

  /** Sets the quantity of a holding; null deletes it. */
  async function write(symbol: string, quantity: number | null): Promise<void> {
    const { holdings } = world.core.portfolio;
    const [known] = await holdings.ofSymbol(world.owner, symbol);
    if (quantity === null) {
      if (known !== undefined) await holdings.remove(world.owner, known.id, by);
    } else if (known === undefined) {
      const of = { portfolio: 'P', symbol, asset_class: 'Indian Equity', currency: 'INR', avg_buy_price: 90 };
      await holdings.create(world.owner, { ...of, quantity }, by);
    } else await holdings.update(world.owner, known.id, { quantity }, by);
  }

  async function lines() {
    const values = await world.core.reports.values.read(world.owner);
    const records = await world.core.portfolio.recordedDays.read(world.owner);
    return [await world.core.reports.days(world.owner, null), recordedLine(records, values)] as const;
  }

  /** All reports that rest on the line; none may crash, and an unknown return has a reason. */
  async function reports() {
    const { reports: all, quality } = world.core;
    for (const as_known of ['now', 'then'] as const) {
      const { twr_pct, reasons } = await all.performance.read(world.owner, { as_known });
      assert.ok(twr_pct !== null || reasons.twr_pct !== undefined, `no reason as known ${as_known}`);
      await all.risk.read(world.owner, { as_known });
      await all.comparison.read(world.owner, { as_known });
      const { points, reason } = await all.valueHistory.read(world.owner, { as_known });
      assert.equal(
        points.some(({ value }) => value !== null),
        reason === null,
        `history as known ${as_known}`,
      );
    }
    await all.monthlyReturns.read(world.owner, {});
    await quality.recordedDifferences(world.owner, {});
  }

  const histories = fc.record({
    changes: fc.array(
      fc.record({
        session: fc.integer({ min: 0, max: 9 }),
        symbol: fc.constantFrom(...SYMBOLS),
        quantity: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 5 }),
        isBackInTime: fc.boolean(),
      }),
      { minLength: 2, maxLength: 12 },
    ),
    silent: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
    moves: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 30, maxLength: 30 }),
  });

  for (const isConstant of [true, false])
    it(`${isConstant ? 'constant prices: no return and no fall' : 'moving prices: returns of what was held alone'}, whatever is written, deleted and written again`, async () => {
      await fc.assert(
        fc.asyncProperty(histories, async ({ changes, silent, moves }) => {
          world = await anew();
          const close: Close = (symbol, session) => {
            const first = SYMBOLS.indexOf(symbol as 'ALPHA') * 10;
            const moved = isConstant ? [] : moves.slice(first, first + session + 1);
            return moved.reduce((sum, percent) => sum * (1 + percent / 100), 100);
          };
          await closes(close);
          const held = new Map<string, number>();
          const recorded: { session: number; units: Map<string, number>; value: number }[] = [];
          for (const session of SESSIONS.keys()) {
            world.clock.at = new Date(`${SESSIONS[session]}T11:00:00.000Z`);
            for (const one of changes.filter((change) => change.session === session)) {
              // The clock of the machine was wrong, and is set back by an hour.
              if (one.isBackInTime) world.clock.pass(-60);
              await write(one.symbol, one.quantity);
              if (one.quantity === null) held.delete(one.symbol);
              else held.set(one.symbol, one.quantity);
            }
            await price(session, close);
            if (silent.includes(session)) continue;
            world.clock.at = new Date(`${SESSIONS[session]}T12:30:00.000Z`);
            await world.core.portfolio.snapshots.take(world.owner);
            const value = [...held].reduce((sum, [symbol, units]) => sum + units * close(symbol, session), 0);
            recorded.push({ session, units: new Map(held), value });
          }
          const [now, then] = await lines();
          await reports();
          if (isConstant) for (const line of [now, then]) near(currentDrawdown(line).value ?? 0, 0);
          // Now: holdings of today with the units that were on record, at the closes.
          const unitsOn = (symbol: string, session: number) =>
            recorded.findLast((one) => one.session <= session)?.units.get(symbol) ?? 0;
          const wanted = new Map<string, number>();
          for (const session of [...SESSIONS.keys()].slice(1)) {
            const sum = (at: number) =>
              [...held.keys()].reduce(
                (total, symbol) => total + unitsOn(symbol, session - 1) * close(symbol, at),
                0,
              );
            if (sum(session - 1) > 0)
              wanted.set(SESSIONS[session] ?? '', sum(session) / sum(session - 1) - 1);
          }
          const returns = dailyReturns(valuePoints(now));
          assert.deepEqual(
            returns.map(({ day }) => day),
            [...wanted.keys()],
          );
          for (const { day, value } of returns) near(value, wanted.get(day) ?? Number.NaN);
          // Then: the recorded values, with a return where no record of units changed.
          assert.deepEqual(
            then.days.map(({ value }) => Math.round((value ?? Number.NaN) * 1e6)),
            recorded.map(({ value }) => Math.round(value * 1e6)),
          );
          const shown = (units: Map<string, number> | undefined) =>
            SYMBOLS.map((symbol) => units?.get(symbol) ?? 0).join(' ');
          const changed = recorded.filter(
            ({ units }, at) => at > 0 && shown(units) !== shown(recorded[at - 1]?.units),
          );
          assert.deepEqual(
            then.unexplained_days,
            changed.map(({ session }) => SESSIONS[session]),
          );
          for (const one of dailyReturns(valuePoints(then)))
            if (isConstant || !one.is_explained) near(one.value, 0);
        }),
        { endOnFailure: true, numRuns: sampled(2, 500) },
      );
    });
});
