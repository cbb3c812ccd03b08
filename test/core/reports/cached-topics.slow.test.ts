import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Core, createCore } from '../../../core/assembly/index.ts';
import type { Topic } from '../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { YahooServer } from '../../support/yahoo-server.ts';
import { questions } from './kept-questions.ts';
import { fillWorld, type KeptWorld } from './kept-world.ts';
import { MOVES, WRITES } from './kept-writes.ts';
import { sampled } from '../../support/soak.ts';

/** Orders of changes beside the one below; each has a household of its own. */
const RANDOM_ORDERS = sampled(0, 200);

/** What only more days than this household has would show. */
const UNSEEN: Readonly<Record<string, readonly Topic[]>> = {
  'goal-scenario': ['snapshots'],
  // Of books without transactions the recorded values are shown.
  'monthly-returns': ['snapshots'],
  networth: ['snapshots'],
  export: ['snapshots'],
  // Only days before today are compared.
  'recorded-values': ['ledger', 'prices', 'rates', 'snapshots'],
};

describe('what is kept, and what it rests on', () => {
  let yahoo: YahooServer;
  before(async () => {
    yahoo = await new YahooServer().start();
  });
  after(() => yahoo.close());

  /** A second core on the same database, which takes everything for changed after each round. */
  async function forgetful(test: TestCore, round: () => number): Promise<Core> {
    const core = await createCore({
      config: test.core.config,
      ownerUrl: test.core.database.urls.ownerUrl,
      isSeparationTried: true,
      clock: test.clock,
      log: test.core.log,
    });
    core.database.revision = async () => String(round());
    return core;
  }

  /** Reads everything one after the other. */
  async function answers(core: Core, world: KeptWorld): Promise<unknown[]> {
    const all: unknown[] = [];
    for (const { read } of questions(world)) all.push(await read(core));
    return all;
  }
  /** Without the moment of the calculation, which may lie back in a kept answer. */
  const textOf = (one: unknown): string =>
    JSON.stringify(one).replaceAll(/(calculated_at\\?":\\?")[^"\\]+/g, '$1');
  const texts = (all: readonly unknown[]): string[] => all.map(textOf);

  /**
   * Makes all kinds of changes one after the other, and holds what is kept after each to what is worked out anew.
   * @returns topics whose change alone gave a report another answer, by its name.
   */
  async function holdToFresh(order: readonly string[]): Promise<Map<string, Set<Topic>>> {
    const shown = new Map<string, Set<Topic>>();
    const test = await testCore({
      environment: { YAHOO_BASE_URL: yahoo.url, PORTFOLIO_AI_RESEARCH_ENABLED: '1' },
    });
    yahoo.listings.clear();
    let round = 0;
    const fresh = await forgetful(test, () => round);
    try {
      const world = await fillWorld(test, yahoo);
      const asked = questions(world);
      let before = texts(await answers(fresh, world));
      let known = await answers(test.core, world);
      assert.deepEqual(texts(known), before);
      for (const kind of order) {
        const move = MOVES[kind];
        const { topics, market = [], write } = WRITES[kind] ?? { topics: [], write: async () => undefined };
        await write(world);
        // Market data counts within a minute.
        if (market.length > 0) test.clock.pass(1);
        if (move !== undefined) test.clock.at = move.to(test.clock.now());
        const clocks: readonly string[] = move?.clocks ?? (market.length > 0 ? ['minute'] : []);
        round += 1;
        const now = texts(await answers(fresh, world));
        const kept = await answers(test.core, world);
        for (const [index, { name, on }] of asked.entries()) {
          const shownNow = textOf(kept[index]);
          const at = Array.from(shownNow).findIndex((char, place) => char !== now[index]?.[place]);
          const difference = shownNow.slice(Math.max(0, at - 100), at + 50);
          assert.ok(shownNow === now[index], `${name} is old after ${kind}: ${difference}`);
          const isConcerned =
            on.topics.some((topic) => topics.includes(topic)) ||
            on.market.some((part) => market.includes(part)) ||
            clocks.includes(on.clock);
          // The very same object: nobody worked it out again.
          if (!isConcerned && typeof kept[index] === 'object')
            assert.ok(kept[index] === known[index], `${name} is dropped by ${kind}`);
          const [topic] = topics;
          if (now[index] === before[index] || topics.length > 1 || topic === undefined) continue;
          shown.set(name, (shown.get(name) ?? new Set()).add(topic));
        }
        before = now;
        known = kept;
      }
      return shown;
    } finally {
      await fresh.close();
      await test.close();
    }
  }

  it('after every kind of change a kept answer is the one that is worked out anew, and is kept where it does not rest on that', async () => {
    const shown = await holdToFresh([...Object.keys(WRITES), ...Object.keys(MOVES)]);
    // Each topic of each report was needed for that, so one that is left out or too much cannot go unnoticed.
    const needless = questions({} as KeptWorld).flatMap(({ name, on }) =>
      on.topics
        .filter((topic) => shown.get(name)?.has(topic) !== true && UNSEEN[name]?.includes(topic) !== true)
        .map((topic) => `${name}: ${topic}`),
    );
    assert.deepEqual(needless, []);
  });

  if (RANDOM_ORDERS > 0)
    it('the same in any order', async () => {
      const kinds = [...Object.keys(WRITES), ...Object.keys(MOVES)];
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(kinds, { minLength: kinds.length }),
          async (order) => void (await holdToFresh(order)),
        ),
        { numRuns: RANDOM_ORDERS, endOnFailure: true },
      );
    });
});
