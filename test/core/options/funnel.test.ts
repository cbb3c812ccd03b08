import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays, istDate } from '../../../core/platform/index.ts';
import { reasonWords } from '../../../core/options/funnel/index.ts';
import { type Mode, MODES } from '../../../core/options/records/index.ts';
import {
  closedTrade,
  freshId,
  type OptionsWorld,
  newOptionsWorld,
  optionsWorld,
  STORES,
} from '../../support/options-world.ts';
import { sampled } from '../../support/soak.ts';

/** 15:30 in India on a Monday. */
const NOW = '2026-06-15T10:00:00.000Z';
const MORNING = '2026-06-15T04:00:00.000Z';

interface Signal extends Record<string, unknown> {
  id: string;
  at: string;
  mode: Mode;
  strategy: string;
  outcome: 'SEEN' | 'FILTERED' | 'EXECUTED';
  reason?: string | null;
  tag?: string | null;
}

const signal = (given: Partial<Signal> = {}): Signal => ({
  id: freshId('signal'),
  kind: 'signal',
  at: MORNING,
  mode: 'LIVE',
  strategy: 'iron_condor',
  outcome: 'SEEN',
  ...given,
});
const filtered = (reason: string, given: Partial<Signal> = {}) =>
  signal({ outcome: 'FILTERED', reason, ...given });

/** The second calculation: every record that was taken, one by one, as the rule says it. */
function slowCounts(signals: readonly Signal[], from: string, to: string, modes: readonly Mode[]) {
  const rank = { SEEN: 0, FILTERED: 1, EXECUTED: 2 };
  const decided = new Map<string, Signal>();
  for (const one of signals) {
    const day = istDate(new Date(one.at));
    if (day < from || day > to || !modes.includes(one.mode)) continue;
    const { strategy, mode, tag } = one;
    const key = JSON.stringify([day, strategy, mode, (tag ?? null) === null ? { id: one.id } : tag]);
    const known = decided.get(key);
    const isFurther =
      known === undefined ||
      rank[one.outcome] > rank[known.outcome] ||
      (rank[one.outcome] === rank[known.outcome] &&
        (one.at > known.at || (one.at === known.at && one.id > known.id)));
    if (isFurther) decided.set(key, one);
  }
  const all = [...decided.values()];
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of all)
    if (outcome === 'FILTERED') reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1);
  const executed = all.filter(({ outcome }) => outcome === 'EXECUTED').length;
  const undecided = all.filter(({ outcome }) => outcome === 'SEEN').length;
  return {
    seen: all.length,
    executed,
    undecided,
    filtered: all.length - executed - undecided,
    reasons: Object.fromEntries([...reasons].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

for (const store of STORES)
  describe(`funnel of signals, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, NOW)));
    beforeEach(async () => {
      await world.anew();
      world.clock.at = new Date(NOW);
    });
    after(() => world.close());

    const funnel = async (query: { from?: string; to?: string; mode?: Mode } = {}) =>
      await world.core.options.funnel.read(world.owner, query);
    const counted = async (query: Parameters<typeof funnel>[0] = {}) => {
      const { seen, filtered: out, executed, undecided, reasons } = await funnel(query);
      const byCode = reasons.map(({ code, count }) => [code, count] as const);
      return {
        seen,
        executed,
        undecided,
        filtered: out,
        reasons: Object.fromEntries(byCode.toSorted(([a], [b]) => (a < b ? -1 : 1))),
      };
    };
    const kept = async () =>
      await world.core.options.store.read(
        world.owner,
        async (workspace) =>
          await workspace
            .rows('metrics_days')
            .orderBy(['day', 'strategy', 'mode'])
            .select('day', 'strategy', 'mode', 'seen', 'filtered', 'executed'),
      );
    const look = async () => await world.core.options.watch.round(AbortSignal.timeout(60_000));

    it('portfolio/Measurement rules 3: seen, filtered by reason and executed, per strategy; SHADOW in no normal total', async () => {
      await world.take(
        filtered('IV_RANK_LOW', { detail: 'IV rank 18, needs 30', underlying: 'NIFTY' }),
        filtered('IV_RANK_LOW', { at: '2026-06-15T03:50:00Z', detail: 'IV rank 12, needs 30' }),
        filtered('EVENT_BLOCK', { strategy: 'short_put', mode: 'DRY_RUN' }),
        signal({ outcome: 'EXECUTED' }),
        signal(),
        filtered('IV_RANK_LOW', { mode: 'SHADOW' }),
      );
      // LIVE: two filtered, one executed, one undecided; DRY_RUN: one filtered. SHADOW is not in it.
      const view = await funnel();
      assert.deepEqual(
        [view.from, view.to, view.seen, view.filtered, view.executed, view.undecided],
        ['2026-06-15', '2026-06-15', 5, 3, 1, 1],
      );
      assert.deepEqual(
        view.by_strategy.map(({ strategy, mode, seen }) => [strategy, mode, seen]),
        [
          ['iron_condor', 'LIVE', 4],
          ['short_put', 'DRY_RUN', 1],
        ],
      );
      assert.deepEqual(view.by_strategy[0]?.reasons, [
        {
          code: 'IV_RANK_LOW',
          words: 'IV rank too low',
          count: 2,
          example: { at: MORNING, underlying: 'NIFTY', detail: 'IV rank 18, needs 30' },
        },
      ]);
      assert.equal((await funnel({ mode: 'SHADOW' })).seen, 1);
      assert.deepEqual(view.last_signal, { day: '2026-06-15', at: MORNING });
    });

    it('portfolio/Measurement rules 3: an opportunity that is seen and later executed counts once, by its furthest outcome', async () => {
      const of = (tag: string, outcome: Signal['outcome'], at: string, reason: string | null = null) =>
        signal({ tag, outcome, at, reason });
      await world.take(
        of('A', 'EXECUTED', '2026-06-15T04:02:00Z'),
        // Its beginning comes late, and a filter before the entry was overcome.
        of('A', 'SEEN', '2026-06-15T04:00:00Z'),
        of('A', 'FILTERED', '2026-06-15T04:01:00Z', 'SPREAD_WIDE'),
        // Filtered twice: the last reason counts. To be seen again decides nothing.
        of('B', 'FILTERED', '2026-06-15T04:05:00Z', 'TOO_LATE'),
        of('B', 'FILTERED', '2026-06-15T04:01:00Z', 'IV_RANK_LOW'),
        of('B', 'SEEN', '2026-06-15T04:06:00Z'),
        // The same tag of another strategy is another one.
        signal({ tag: 'A', strategy: 'short_put' }),
      );
      assert.deepEqual(await counted(), {
        seen: 3,
        executed: 1,
        undecided: 1,
        filtered: 1,
        reasons: { TOO_LATE: 1 },
      });
    });

    it('portfolio/Measurement rules 3: each record of a batch over midnight belongs to its own IST day, and a late one corrects yesterday', async () => {
      world.clock.at = new Date('2026-06-15T18:29:00.000Z');
      await world.take(signal({ at: '2026-06-15T18:28:00Z' }));
      await look();
      assert.deepEqual(
        (await kept()).map(({ day, seen }) => [day, seen]),
        [['2026-06-15', 1]],
      );
      // 18:30 UTC is midnight in India.
      world.clock.at = new Date('2026-06-15T18:31:00.000Z');
      assert.equal((await funnel()).seen, 0, 'the counters of the new day begin at nothing');
      await world.take(
        signal({ at: '2026-06-15T18:29:59Z', outcome: 'EXECUTED' }),
        signal({ at: '2026-06-15T18:30:00Z' }),
      );
      await look();
      assert.deepEqual(
        (await kept()).map(({ day, seen, executed }) => [day, seen, executed]),
        [
          ['2026-06-15', 2, 1],
          ['2026-06-16', 1, 0],
        ],
      );
      await world.take(filtered('TOO_LATE', { at: '2026-06-15T09:00:00Z' }));
      assert.equal(
        (await counted({ from: '2026-06-15', to: '2026-06-15' })).filtered,
        1,
        'before a checkpoint',
      );
      await look();
      assert.deepEqual(
        (await kept()).map(({ day, seen, filtered: out }) => [day, seen, out]),
        [
          ['2026-06-15', 3, 1],
          ['2026-06-16', 1, 0],
        ],
      );
    });

    it('portfolio/Measurement rules 3: the running day is written every 30 minutes, and not between', async () => {
      await world.take(signal());
      await look();
      await world.take(signal());
      world.clock.pass(29);
      await look();
      assert.equal((await kept())[0]?.['seen'], 1);
      assert.equal((await funnel()).seen, 2, 'what is read is never behind');
      world.clock.pass(1);
      const before = await world.core.options.store.revision(world.owner);
      await look();
      assert.equal((await kept())[0]?.['seen'], 2);
      await look();
      assert.equal(await world.core.options.store.revision(world.owner), before + 1, 'nothing new, no write');
    });

    it('a funnel without signals today says when the last one was; days of a question are bounded', async () => {
      assert.equal((await funnel()).last_signal, null);
      await world.take(signal({ at: '2026-06-11T05:00:00Z' }), signal({ at: MORNING, mode: 'SHADOW' }));
      const view = await funnel();
      assert.deepEqual([view.seen, view.last_signal?.day], [0, '2026-06-11']);
      const refused = { status: 422, code: 'VALIDATION_ERROR' };
      await assert.rejects(funnel({ from: '2026-06-02', to: '2026-06-01' }), refused);
      await assert.rejects(funnel({ from: '2024-01-01', to: '2026-06-01' }), refused);
      assert.equal((await funnel({ from: '2025-06-15', to: '2026-06-15' })).seen, 1);
    });

    it('portfolio/Option-workspace storage: the battle log is pruned after 60 days', async () => {
      const battle = (daysAgo: number) => ({
        id: `battle-${daysAgo}`,
        kind: 'strategy_battle',
        at: `${addDays('2026-06-15', -daysAgo)}T04:00:00Z`,
        candidates: [{ strategy: 'iron_condor', score: 1 }],
      });
      await world.take(battle(59), battle(60), battle(61), battle(200));
      assert.equal(await world.core.options.pruning.prune(), 2);
      const left = await world.core.options.store.read(
        world.owner,
        async (workspace) => await workspace.rows('strategy_battle_log').orderBy('day').select('record_id'),
      );
      assert.deepEqual(
        left.map((row) => row['record_id']),
        ['battle-60', 'battle-59'],
      );
      // Sent again, it is known and comes back no more.
      assert.deepEqual(await world.core.options.ingest(world.owner, [battle(61)]), {
        accepted: 0,
        duplicates: 1,
        rejected: [],
      });
      assert.equal(await world.core.options.pruning.prune(), 0);
    });

    it('a signal is deleted after 180 days, once its day is written down; the counts stay, and it stays known', async () => {
      const old = '2025-12-16T05:00:00Z'; // 181 days before 15 June 2026
      const signals = [
        filtered('VIX_HIGH', { at: old }),
        signal({ at: old, outcome: 'EXECUTED' }),
        signal({ at: '2025-12-17T05:00:00Z' }),
      ];
      await world.take(...signals);
      const span = { from: '2025-12-16', to: '2025-12-17' };
      const before = await counted(span);
      assert.equal(await world.core.options.pruning.prune(), 2);
      assert.deepEqual(await counted(span), before);
      assert.deepEqual(
        (await world.core.options.ingest(world.owner, signals)).duplicates,
        3,
        'a record that was deleted is taken anew',
      );
      // One that comes late is counted on top, before a checkpoint, after it, and after it was deleted itself.
      await world.take(filtered('VIX_HIGH', { at: old }));
      const after = { ...before, seen: 4, filtered: 2, reasons: { VIX_HIGH: 2 } };
      assert.deepEqual(await counted(span), after);
      await look();
      assert.deepEqual(await counted(span), after);
      assert.equal(await world.core.options.pruning.prune(), 1);
      assert.deepEqual(await counted(span), after);
      // Nothing but its day is left of the last one.
      world.clock.at = new Date('2027-01-01T00:00:00Z');
      await world.core.options.pruning.prune();
      assert.deepEqual((await funnel()).last_signal, { day: '2025-12-17', at: null });
    });

    it('no order of reports, checkpoints and hours makes the funnel disagree with a slow count of all records', async () => {
      const days = ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15'];
      const some = fc.record({
        day: fc.constantFrom(...days),
        hour: fc.integer({ min: 0, max: 23 }),
        mode: fc.constantFrom(...MODES),
        strategy: fc.constantFrom('iron_condor', 'short_put'),
        outcome: fc.constantFrom('SEEN' as const, 'FILTERED' as const, 'EXECUTED' as const),
        reason: fc.constantFrom('IV_RANK_LOW', 'EVENT_BLOCK', 'CONSTRUCTOR'),
        tag: fc.constantFrom(null, 'A', 'B'),
      });
      const step = fc.oneof(
        { weight: 5, arbitrary: fc.array(some, { minLength: 1, maxLength: 6 }) },
        { weight: 2, arbitrary: fc.constant('look' as const) },
        { weight: 1, arbitrary: fc.constant('half an hour' as const) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          await world.anew();
          world.clock.at = new Date('2026-06-15T18:00:00.000Z');
          const taken: Signal[] = [];
          for (const one of steps) {
            if (one === 'look') await look();
            else if (one === 'half an hour') world.clock.pass(30);
            else {
              const records = one.map(({ day, hour, reason, ...more }) =>
                signal({
                  ...more,
                  at: `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`,
                  reason: more.outcome === 'FILTERED' ? reason : null,
                }),
              );
              // What is still in the future of the clock is refused; it is no part of this.
              const past = records.filter(({ at }) => at <= world.clock.now().toISOString());
              await world.take(...past);
              taken.push(...past);
            }
            for (const [from, to] of [
              ['2026-06-12', '2026-06-16'],
              ['2026-06-15', '2026-06-15'],
            ] as const) {
              assert.deepEqual(await counted({ from, to }), slowCounts(taken, from, to, ['LIVE', 'DRY_RUN']));
              assert.deepEqual(
                await counted({ from, to, mode: 'SHADOW' }),
                slowCounts(taken, from, to, ['SHADOW']),
              );
            }
          }
        }),
        { numRuns: sampled(4, 300) },
      );
    });

    it('portfolio/Measurement rules 5: results by day and of a day are those of the closed trades, unknown in no sum', async () => {
      // A short put sold at 100 and bought back, 75 units, less 50: 90 makes 700, 110 makes −800.
      await world.take(
        closedTrade('one', '2026-06-12T05:00:00Z'),
        closedTrade('two', '2026-06-15T05:00:00Z', { exit: 110 }),
        closedTrade('three', '2026-06-15T06:00:00Z', { strategy: 'iron_condor' }),
        closedTrade('four', '2026-06-15T07:00:00Z', { exit: null }),
        closedTrade('shadow', '2026-06-15T07:00:00Z', { mode: 'SHADOW' }),
      );
      const { daily } = world.core.options;
      assert.deepEqual(await daily.read(world.owner, { mode: 'LIVE' }), {
        mode: 'LIVE',
        strategy: null,
        from: null,
        days: [
          { day: '2026-06-12', net: 700, cumulative_net: 700, closed: 1, unknown: 0 },
          { day: '2026-06-15', net: -100, cumulative_net: 600, closed: 3, unknown: 1 },
        ],
        state: 'PARTIAL',
        net: 600,
        closed: 4,
        unknown: 1,
      });
      const { net, days } = await daily.read(world.owner, { mode: 'LIVE', from: '2026-06-13' });
      assert.deepEqual([net, days.length, days[0]?.cumulative_net], [-100, 1, -100]);
      assert.deepEqual(
        (await daily.read(world.owner, { mode: 'LIVE', strategy: 'iron_condor' })).days.map(({ net }) => net),
        [700],
      );
      const day = await daily.ofDay(world.owner, 'LIVE', '2026-06-15');
      assert.deepEqual(
        day.trades.map(({ tag, net, cumulative_net }) => [tag, net, cumulative_net]),
        [
          ['two', -800, -800],
          ['three', 700, -100],
          ['four', null, -100],
        ],
      );
      assert.deepEqual([day.net, day.unknown], [-100, 1]);
      assert.equal((await daily.ofDay(world.owner, 'DRY_RUN', '2026-06-15')).net, null);
      const total = await world.core.options.performance.read(world.owner, 'LIVE');
      assert.equal(
        (await daily.read(world.owner, { mode: 'LIVE' })).days.at(-1)?.cumulative_net,
        total.realised.net,
      );
    });
  });

describe('reasons of filtered signals in words', () => {
  it('the usual ones have words of their own, and any other is its own letters', () => {
    assert.equal(reasonWords('IV_RANK_LOW'), 'IV rank too low');
    assert.equal(reasonWords('SKEW_FLAT'), 'Skew flat');
    assert.equal(reasonWords('CONSTRUCTOR'), 'Constructor');
  });
});

describe('the funnel at the end of a process', () => {
  it('portfolio/Measurement rules 3: shutdown writes down what the process took', async () => {
    const world = await newOptionsWorld('sqlite', { at: NOW });
    const { createOptionsStore } = await import('../../../core/options/store/index.ts');
    await world.take(signal(), filtered('IV_RANK_LOW'));
    await world.core.options.close();
    const store = createOptionsStore(world.core, world.core.database.limits);
    const rows = await store.read(
      world.owner,
      async (workspace) => await workspace.rows('metrics_days').select('seen', 'filtered', 'executed'),
    );
    assert.deepEqual(rows, [{ seen: 2, filtered: 1, executed: 0 }]);
    await store.close();
    await world.close();
  });
});
