import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { OPTION_MIGRATIONS } from '../../../migrations/options/index.ts';
import { readGateTrades } from '../../../core/options/go-live/evidence-reads.ts';
import { MODES } from '../../../core/options/records/index.ts';
import {
  closedTrade,
  freshId,
  type OptionsWorld,
  optionsWorld,
  PUT,
  STORES,
} from '../../support/options-world.ts';
import { sampled } from '../../support/soak.ts';

const NOW = '2026-03-17T06:00:00.000Z';
const TODAY = '2026-03-17T05:00:00.000Z';
const BY = { actor: 'api:owner' };
type Given = Record<string, unknown>;

/** An open trade of the same put, sold at 100. */
const open = (tag: string, at: string, given: Given = {}) => ({
  id: freshId('position'),
  kind: 'position',
  at,
  mode: 'LIVE',
  strategy: 'short_put',
  tag,
  underlying: 'NIFTY',
  state: 'OPEN',
  opened_at: '2026-03-17T04:00:00.000Z',
  legs: [{ ...PUT, entry_price: 100, last_price: 104 }],
  max_loss: 10_000,
  estimated_exit_costs: 50,
  ...given,
});

for (const kind of STORES)
  describe(`trades of several modes under one tag, in ${kind}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(kind, NOW)));
    beforeEach(() => world.anew());
    after(() => world.close());

    /** What each mode's figures are, by every reader of them. */
    async function figures() {
      const { performance, journal, positions, daily, envelope } = world.core.options;
      const ofModes = await Promise.all(
        MODES.map(async (mode) => {
          const { realised, unrealised, trades } = await performance.read(world.owner, mode);
          const page = await journal.list(world.owner, { mode, page_size: 200 });
          const held = await positions.list(world.owner, { mode });
          const days = await daily.read(world.owner, { mode });
          return {
            mode,
            net: realised.net,
            closed: trades.closed,
            open: trades.open,
            gross: unrealised.gross,
            journal: page.items.map(({ tag, realised_pnl }) => `${tag} ${realised_pnl}`).toSorted(),
            positions: held.items.map(({ tag, unrealised_net }) => `${tag} ${unrealised_net}`).toSorted(),
            days: days.days.reduce((sum, { net }) => sum + (net ?? 0), 0),
          };
        }),
      );
      const { criteria } = await envelope.read(world.owner);
      return { ofModes, lost: criteria.find(({ name }) => name === 'daily_loss')?.value ?? null };
    }

    it('portfolio/Measurement rules 4: a rehearsal under the same tag takes nothing from a loss with money', async () => {
      // (100 − 140) × 75 − 50 = −3,050.00
      await world.take(closedTrade('T', TODAY, { exit: 140, exit_reason: 'STOP' }));
      await world.core.options.journal.saveNotes(world.owner, { tag: 'T' }, 'Held too long.', BY);
      // (100 − 90) × 75 − 50 = 700.00
      await world.take(closedTrade('T', TODAY, { mode: 'SHADOW' }), open('T', TODAY, { mode: 'DRY_RUN' }));
      const { ofModes, lost } = await figures();
      assert.deepEqual(
        ofModes.map(({ mode, net, closed, open: held, journal }) => [mode, net, closed, held, journal]),
        [
          ['LIVE', -3_050, 1, 0, ['T -3050']],
          ['DRY_RUN', 0, 0, 1, []],
          ['SHADOW', 700, 1, 0, ['T 700']],
        ],
      );
      assert.equal(lost, 3_050);
      const { journal } = world.core.options;
      const history = await journal.history(world.owner, {});
      assert.deepEqual(
        history.items.map(({ mode, realised_net }) => [mode, realised_net]),
        [['LIVE', -3_050]],
      );
      const story = await journal.read(world.owner, { tag: 'T' });
      assert.deepEqual(
        [story.mode, story.realised_pnl, story.reports, story.operator_notes, story.other_modes],
        ['LIVE', -3_050, 1, 'Held too long.', ['SHADOW']],
      );
      const beside = await journal.read(world.owner, { tag: 'T', mode: 'SHADOW' });
      assert.deepEqual(
        [beside.realised_pnl, beside.operator_notes, beside.other_modes],
        [700, null, ['LIVE']],
      );
    });

    it('an open trade with money stays open when a rehearsal of the same tag closes', async () => {
      await world.take(open('T', TODAY), open('T', TODAY, { mode: 'SHADOW' }));
      await world.take(closedTrade('T', TODAY, { mode: 'SHADOW' }), {
        ...open('T', '2026-03-17T05:30:00.000Z', { mode: 'DRY_RUN' }),
        state: 'CLOSED',
      });
      const { ofModes, lost } = await figures();
      assert.deepEqual(
        ofModes.map(({ open: held, positions }) => [held, positions]),
        // (100 − 104) × 75 − 50 = −350.00
        [
          [1, ['T -350']],
          [0, []],
          [0, []],
        ],
      );
      assert.equal(lost, 350);
    });

    it('a fill of a rehearsal does not make an entry with money look like an exit', async () => {
      const fill = (at: string, given: Given) => ({
        id: freshId('fill'),
        kind: 'execution',
        at,
        mode: 'LIVE',
        strategy: 'short_put',
        tag: 'T',
        underlying: 'NIFTY',
        ...PUT,
        price: 100,
        ...given,
      });
      await world.take(
        fill('2026-03-17T04:00:00.000Z', { mode: 'SHADOW', side: 'BUY' }),
        fill('2026-03-17T05:59:00.000Z', {}),
      );
      const { reasons } = await world.core.options.permission(world.owner, { strategy: 'short_put' });
      assert.ok(reasons.some(({ code }) => code === 'SCALE_IN_COOLDOWN'));
    });

    it('the confidence gate counts what was rehearsed in two modes once, by its worse result', async () => {
      // −50.00 in dry run (entered and left at 100, costs 50.00), 700.00 in shadow
      await world.take(
        closedTrade('T', TODAY, { mode: 'DRY_RUN', exit: 100 }),
        closedTrade('T', TODAY, { mode: 'SHADOW' }),
        closedTrade('U', '2026-03-17T05:01:00.000Z', { mode: 'SHADOW' }),
      );
      const { store } = world.core.options;
      const trades = await store.read(world.owner, async (all) => await readGateTrades(all, 'short_put'));
      assert.deepEqual(
        trades.map(({ net }) => net),
        [-500_000, 7_000_000],
      );
    });

    it('in any order, each mode has the figures of its own reports alone', async () => {
      const report = fc.record({
        mode: fc.constantFrom(...MODES),
        tag: fc.constantFrom('A', 'B'),
        exit: fc.integer({ min: 50, max: 150 }),
        minute: fc.integer({ min: 0, max: 59 }),
        isClosed: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(report, { minLength: 4, maxLength: 14 }),
          fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }),
          async (given, cuts) => {
            await world.anew();
            const records = given.map(({ mode, tag, exit, minute, isClosed }, nr) => {
              const at = new Date(Date.parse('2026-03-17T04:00:00.000Z') + minute * 60_000).toISOString();
              return isClosed
                ? closedTrade(tag, at, { mode, exit })
                : open(tag, at, {
                    mode,
                    id: `p-${String(nr).padStart(2, '0')}`,
                    legs: [{ ...PUT, entry_price: 100, last_price: exit }],
                  });
            });
            // In several batches, and some of them twice.
            const sizes = cuts.map((cut) => cut + 1);
            let from = 0;
            while (from < records.length) {
              const batch = records.slice(from, from + (sizes[from % sizes.length] ?? 1));
              await world.take(...batch);
              if (from % 2 === 0) await world.take(...batch);
              from += batch.length;
            }
            const found = await figures();
            // The second calculation: for one mode at a time, from its own reports. The last closed report received counts;
            // a trade without one is open by its newest report.
            const expected = MODES.map((mode) => {
              const own = records.flatMap((record, nr) => {
                const it = given[nr];
                return it?.mode === mode ? [{ ...it, at: record['at'] as string, nr }] : [];
              });
              const closed = ['A', 'B'].flatMap((tag) => {
                const last = own.findLast((one) => one.tag === tag && one.isClosed);
                return last === undefined ? [] : [{ tag, net: (100 - last.exit) * 75 - 50 }];
              });
              const held = ['A', 'B'].flatMap((tag) => {
                if (closed.some((one) => one.tag === tag)) return [];
                const newest = own
                  .filter((one) => one.tag === tag)
                  .toSorted((a, b) => (a.at === b.at ? a.nr - b.nr : a.at < b.at ? -1 : 1))
                  .at(-1);
                return newest === undefined ? [] : [{ tag, gross: (100 - newest.exit) * 75 }];
              });
              const net = closed.reduce((sum, one) => sum + one.net, 0);
              return {
                mode,
                net,
                closed: closed.length,
                open: held.length,
                gross: held.reduce((sum, one) => sum + one.gross, 0),
                journal: closed.map(({ tag, net: one }) => `${tag} ${one}`),
                positions: held.map(({ tag, gross }) => `${tag} ${gross - 50}`),
                days: net,
              };
            });
            assert.deepEqual(found.ofModes, expected);
            const [live] = expected;
            const openLoss = (live?.positions ?? [])
              .map((one) => Number(one.split(' ')[1]))
              .reduce((sum, one) => sum + Math.min(0, one), 0);
            assert.equal(found.lost, Math.max(0, -((live?.net ?? 0) + openLoss)));
          },
        ),
        { numRuns: sampled(8, 200) },
      );
    });

    it('trades that hid one another before are told apart by the migration, with their notes', async () => {
      const { store } = world.core.options;
      const at = (minute: number) => new Date(Date.parse(TODAY) + minute * 60_000).toISOString();
      await world.take(
        open('T', at(0), { mode: 'DRY_RUN' }),
        closedTrade('T', at(1), { exit: 140, exit_reason: 'STOP', mfe: 12.5 }),
      );
      world.clock.pass(61);
      await world.core.options.journal.saveNotes(world.owner, { tag: 'T' }, 'On the loss.', BY);
      world.clock.pass(1);
      await world.take(closedTrade('T', at(2), { mode: 'SHADOW' }), open('U', at(2)));
      const expected = await figures();
      const [last] = OPTION_MIGRATIONS.filter(([name]) => name === '004_trades_by_mode');
      await store.asSystem('go back to how it was', async (knex: Knex) => {
        await knex.transaction(async (trx) => {
          const of = { owner_user_id: world.owner, tag: 'T' };
          await last?.[1].down(trx);
          // As one key for all modes left it: the last report alone counts, its row of the journal has the note, no position is open.
          await trx('closed_trades').where(of).update({ is_counted: 0 });
          await trx('closed_trades')
            .where({ ...of, mode: 'SHADOW' })
            .update({ is_counted: 1 });
          const shadow = (await trx('closed_trades')
            .where({ ...of, mode: 'SHADOW' })
            .first()) as Given;
          await trx('trade_journal')
            .where(of)
            .update({
              mode: 'SHADOW',
              close_time: shadow['at'] as string,
              payload_json: shadow['payload_json'] as string,
              exit_reason: 'PROFIT_TARGET',
            });
          await trx('positions').where(of).update({ is_open: 0 });
          await last?.[1].up(trx);
        });
      });
      await world.take(closedTrade('V', at(3), { mode: 'DRY_RUN', exit: 100, costs: { brokerage: 0 } }));
      const found = await figures();
      const withV = expected.ofModes.map((one) =>
        one.mode === 'DRY_RUN' ? { ...one, closed: 1, journal: ['V 0'] } : one,
      );
      assert.deepEqual(found, { ...expected, ofModes: withV });
      const { journal } = world.core.options;
      const live = await journal.read(world.owner, { tag: 'T', mode: 'LIVE' });
      const shadow = await journal.read(world.owner, { tag: 'T', mode: 'SHADOW' });
      assert.deepEqual(
        [live.operator_notes, live.exit_reason, live.mfe, shadow.operator_notes, shadow.exit_reason],
        ['On the loss.', 'STOP', 12.5, null, 'PROFIT_TARGET'],
      );
    });
  });
