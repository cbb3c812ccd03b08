import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Core } from '../../../../core/assembly/index.ts';
import type { CalculatingThread } from '../../../../core/performance/engine/calculating-thread.ts';
import { createCalculator } from '../../../../core/performance/engine/calculator.ts';
import { createValues, dayNumber, dayText } from '../../../../core/performance/engine/index.ts';
import { createKeptValues, type KeptValues } from '../../../../core/performance/engine/kept-values.ts';
import { createLog } from '../../../../core/platform/index.ts';
import { createSharedCloses } from '../../../../core/performance/engine/shared-closes.ts';
import { type TestCore, testCore } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';

const BY = { actor: 'test' };
/** Monday, 2 March 2026. */
const NOW = '2026-03-02T06:00:00.000Z';
const LAST = dayNumber('2026-03-02');
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA'];
/** A share that no random order buys. */
const NOT_HELD = 'DELTA';

const symbol = fc.constantFrom(...SYMBOLS);
/** Days back. */
const ago = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 120 }));
const STEP = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      symbol,
      ago,
      close: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), symbol, ago }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('buy' as const), symbol, ago }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
);

/** A calculator in place of a thread, with copies of the messages; `end` loses its state. */
function calculatorHere(): CalculatingThread & { asked: () => number; end(): void; forgetAll(): void } {
  let calculator = createCalculator();
  let generation = 0;
  let id = 0;
  const owners = new Set<string>();
  return {
    get generation() {
      return generation;
    },
    feed: (feed) => calculator.feed(structuredClone(feed)),
    warm: () => undefined,
    ask(question) {
      owners.add(question.owner);
      return Promise.resolve(calculator.answer({ ...question, kind: 'question', id: (id += 1) }));
    },
    asked: () => id,
    forget: (owner) => calculator.forget(owner),
    release: () => Promise.resolve(),
    end() {
      generation += 1;
      calculator = createCalculator();
    },
    forgetAll() {
      for (const owner of owners) calculator.forget(owner);
    },
  };
}

describe('core/reports values and shared closes', () => {
  let world: TestCore;
  let core: Core;
  let ids: Map<string, string>;
  before(async () => {
    world = await testCore({ at: NOW });
    core = world.core;
    ids = await core.database.asSystem('instruments for a test', async (trx) => {
      const rows = (await trx('market.instruments')
        .insert(
          [...SYMBOLS, NOT_HELD].map((name) => ({
            exchange: 'NSE',
            symbol: name,
            asset_class: 'Indian Equity',
          })),
        )
        .returning(['id', 'symbol'])) as { id: string; symbol: string }[];
      return new Map(rows.map((row) => [row.symbol, row.id]));
    });
  });
  after(() => world.close());

  const store = async (name: string, days: readonly (readonly [number, number | null])[]): Promise<void> => {
    const instrument_id = ids.get(name) ?? '';
    await core.database.asSystem('closes for a test', async (trx) => {
      for (const [day, close] of days) {
        const key = { instrument_id, day: dayText(day) };
        if (close === null) await trx('portfolio.price_history').where(key).delete();
        else
          await trx('portfolio.price_history')
            .insert({ ...key, close, source: 'NSE' })
            .onConflict(['instrument_id', 'day'])
            .merge();
      }
    });
  };
  let bought = 0;
  const buy = (userId: string, name: string, day: number) =>
    core.portfolio.transactions.create(
      userId,
      {
        portfolio: 'Main',
        symbol: name,
        date: dayText(day),
        type: 'BUY',
        // Equal trades are refused.
        quantity: (bought += 1),
        price: 10,
        currency: 'INR',
        asset_class: 'Indian Equity',
      },
      BY,
    );
  /** Values of books of any size are kept in the database. */
  const keepsAll = (context = core) => createKeptValues(context, { fromRows: 0 });
  const keepsNone: KeptValues = {
    read: () => Promise.resolve(null),
    isLarge: () => false,
    keep: () => undefined,
    keepOn: () => undefined,
    idle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const valuesOf = (thread: CalculatingThread, kept = keepsNone) =>
    createValues(core, {
      kept,
      history: core.history,
      instruments: core.instruments,
      readUndecided: () => Promise.resolve([]),
      thread,
    });

  it('added, changed and removed closes in any order, new symbols, dropped states and lost threads: the values equal a fresh read, also those of other processes', async () => {
    const thread = calculatorHere();
    const writer = keepsAll();
    const kept = valuesOf(thread, writer);
    const another = valuesOf(calculatorHere(), keepsAll());
    let restored = 0;
    const people = [world.owner, world.stranger];
    for (const userId of people) await buy(userId, 'ALPHA', LAST - 60);
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 8 }), fc.nat(1), async (steps, who) => {
        for (const step of [...steps, { do: 'look' as const }]) {
          const userId = people[who] ?? world.owner;
          if (step.do === 'close') await store(step.symbol, [[LAST - step.ago, step.close]]);
          else if (step.do === 'lose') await store(step.symbol, [[LAST - step.ago, null]]);
          else if (step.do === 'buy') await buy(userId, step.symbol, LAST - step.ago);
          else if (step.do === 'forget') thread.forgetAll();
          else if (step.do === 'end') thread.end();
          else {
            // The second way: a service without a cache.
            const anew = valuesOf(calculatorHere());
            const started = calculatorHere();
            const afterStart = valuesOf(started, keepsAll());
            for (const one of people) {
              const expected = await anew.read(one);
              assert.deepEqual(await another.read(one), expected);
              assert.deepEqual(await kept.read(one), expected);
              // At times a process begins before they are written.
              if (who === 0) await writer.idle();
              assert.deepEqual(await afterStart.read(one), expected);
            }
            restored += started.asked() === 0 ? 1 : 0;
            await Promise.all([anew.close(), afterStart.close()]);
          }
        }
      }),
      { numRuns: sampled(3, 300) },
    );
    await Promise.all([kept.close(), another.close()]);
    assert.ok(restored > 0, 'a process that has just started never read what another had calculated');
  });

  it('values that are kept belong to one person, take the place of older ones, and are not missed', async () => {
    const rows = async () => {
      const { rows: found } = await core.database.systemPool.query<{ owner: string; portfolio: string }>(
        'select owner_user_id::text as owner, portfolio from portfolio.kept_values order by 1, 2',
      );
      return found.map(({ owner, portfolio }) => `${owner} ${portfolio}`);
    };
    await core.database.systemPool.query('delete from portfolio.kept_values');
    await core.reports.values.read(world.owner);
    assert.deepEqual(await rows(), [], 'small books are not kept');
    const writer = keepsAll();
    const begun = calculatorHere();
    const first = valuesOf(begun, writer);
    for (const name of ['Networth', 'Main']) await first.read(world.owner, name);
    await first.read(world.stranger);
    const all = [`${world.owner} Main`, `${world.owner} Networth`, `${world.stranger} Networth`];
    assert.deepEqual(await rows(), [], 'no answer waits until it is kept');
    await writer.idle();
    assert.deepEqual(await rows(), all.toSorted());
    // New closes of a share that is not held change no value, and another process still reads the kept ones.
    await store(NOT_HELD, [[LAST - 1, 7]]);
    const asked = begun.asked();
    await first.read(world.stranger);
    assert.equal(begun.asked(), asked, 'nothing is calculated again');
    await writer.idle();
    const started = calculatorHere();
    const neighbour = valuesOf(started, keepsAll());
    assert.deepEqual(await neighbour.read(world.stranger), await first.read(world.stranger));
    assert.equal(started.asked(), 0);
    await buy(world.owner, 'BETA', LAST - 3);
    await first.read(world.owner);
    await writer.idle();
    assert.deepEqual(await rows(), [`${world.owner} Networth`, `${world.stranger} Networth`].toSorted());
    const away = { ...core.database, asUser: () => Promise.reject(new Error('away')) };
    const lost = keepsAll({ ...core, database: away, log: createLog('silent') });
    const failing = valuesOf(calculatorHere(), lost);
    await buy(world.owner, 'BETA', LAST - 2);
    assert.deepEqual(await failing.read(world.owner), await first.read(world.owner));
    await lost.idle();
    // Values that wait when the process stops are dropped, and calculated again.
    await Promise.all([first.close(), neighbour.close(), failing.close()]);
    assert.deepEqual(await rows(), [`${world.owner} Networth`, `${world.stranger} Networth`].toSorted());
    const last = calculatorHere();
    const anew = valuesOf(last, keepsAll());
    await anew.read(world.owner);
    assert.equal(last.asked(), 1);
    await anew.close();
  });

  it('an array stays the same while its closes do; a dropped one is read again', async () => {
    const [one = '', two = ''] = ids.values();
    await core.database.asSystem('closes of another test', (trx) => trx('portfolio.price_history').delete());
    await store('ALPHA', [
      [LAST - 100, 1],
      [LAST - 1, 2],
    ]);
    await store('BETA', [[LAST - 1, 3]]);
    // Twelve bytes a close: one of the two has room.
    const closes = createSharedCloses(core.database, 30);
    const read = (id: string) => closes.read(new Map([[id, null]]));
    const first = (await read(one)).get(one);
    assert.equal((await read(one)).get(one), first);
    await read(two);
    const again = (await read(one)).get(one);
    assert.notEqual(again, first);
    assert.deepEqual(again, first);
  });
});
