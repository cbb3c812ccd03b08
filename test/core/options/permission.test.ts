import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createOptionsStore, STORE_FILE } from '../../../core/options/store/index.ts';
import { createPermission } from '../../../core/options/permission/index.ts';
import { Problem } from '../../../core/platform/index.ts';
import {
  closedTrade,
  freshId,
  type OptionsWorld,
  optionsWorld,
  PUT,
  STORES,
} from '../../support/options-world.ts';
import {
  after as minutes,
  brokerIs,
  margin,
  mismatch,
  modeIs,
  OPEN_AT,
  openTrade,
  readyToTrade,
} from '../../support/guards-world.ts';
import { openCalendar } from '../../../core/market/calendar/index.ts';
import { testCore } from '../../support/core.ts';

const BY = { actor: 'api:owner' };
const event = (severity: string, from: number, to: number, more: object = {}) => ({
  id: freshId('event'),
  kind: 'market_event',
  at: minutes(-600),
  name: 'RBI policy',
  category: 'RBI',
  severity,
  starts_at: minutes(from),
  ends_at: minutes(to),
  underlying: null,
  ...more,
});
const fill = (at: number, more: object = {}) => ({
  id: freshId('fill'),
  kind: 'execution',
  at: minutes(at),
  mode: 'LIVE',
  strategy: 'short_put',
  tag: 'filled',
  underlying: 'NIFTY',
  ...PUT,
  price: 100,
  ...more,
});

for (const store of STORES)
  describe(`permission to enter, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, OPEN_AT)));
    beforeEach(async () => {
      await world.anew();
      world.clock.at = new Date(OPEN_AT);
    });
    after(() => world.close());

    const ask = async (more: object = {}) =>
      await world.core.options.permission(world.owner, { strategy: 'short_put', ...more });
    const codes = async (more: object = {}) => (await ask(more)).reasons.map(({ code }) => code);
    /** Mode, whether it may enter, and the first reason. */
    const answer = async (more: object = {}) => {
      const { mode, may_enter, reasons } = await ask(more);
      return [mode, may_enter, reasons[0]?.code ?? null];
    };

    it('contract/Options bodies: a strategy begins in its dry run, and may enter there', async () => {
      const { strategy, mode, may_enter, limits } = await ask();
      assert.deepEqual([strategy, mode, may_enter], ['short_put', 'DRY_RUN', true]);
      assert.deepEqual(limits, {
        size_factor: 0.5,
        max_loss: 25_000,
        margin: null,
        daily_loss_left: 10_000,
        cooldown_ends_at: null,
      });
    });

    it('portfolio/Go-live state machine: with money it may enter where everything is known and within its limits', async () => {
      await readyToTrade(world);
      await world.take(openTrade('a', { max_loss: 8_000 }));
      // 90% of 80% of 1,000,000 is 720,000, of which 100,000 are in use; 50,000 − 8,000 may be risked.
      assert.deepEqual(await ask(), {
        strategy: 'short_put',
        mode: 'LIVE',
        may_enter: true,
        reasons: [],
        limits: {
          size_factor: 1,
          max_loss: 42_000,
          margin: 620_000,
          daily_loss_left: 10_000,
          cooldown_ends_at: null,
        },
      });
    });

    it('what is not known keeps it from entering with money: risk, result, margin, broker', async () => {
      await modeIs(world, 'LIVE');
      assert.deepEqual(await codes(), ['MARGIN_USE_UNKNOWN', 'BROKER_UNKNOWN', 'ENVELOPE_THROTTLED']);
      await readyToTrade(world);
      assert.deepEqual(await answer(), ['LIVE', true, null]);
      await world.take(openTrade('a', { max_loss: null }));
      assert.deepEqual(await answer(), ['LIVE', false, 'OPEN_RISK_UNKNOWN']);
      assert.equal((await ask()).limits.max_loss, null);
      await world.take(openTrade('a', { estimated_exit_costs: null, at: minutes(1) }));
      assert.deepEqual(await answer(), ['LIVE', false, 'DAILY_LOSS_UNKNOWN']);
      await world.take(openTrade('a', { at: minutes(2) }));
      assert.deepEqual(await answer(), ['LIVE', true, null]);
      assert.deepEqual(await answer({ broker: 'upstox' }), ['LIVE', false, 'MARGIN_USE_UNKNOWN']);
    });

    it('portfolio/Go-live state machine: the last 10% of the margin limit stay free', async () => {
      await readyToTrade(world);
      await world.take(margin(719_999, 280_001, { at: minutes(1) }));
      assert.deepEqual(
        [await answer(), (await ask()).limits.margin],
        [['LIVE', true, 'ENVELOPE_THROTTLED'], 0.5],
      );
      await world.take(margin(720_000, 280_000, { at: minutes(2) }));
      assert.deepEqual(await answer(), ['LIVE', false, 'MARGIN_BUFFER']);
      assert.equal((await world.core.options.envelope.read(world.owner)).state, 'THROTTLED');
    });

    it('decisions/Options workspace: a halted envelope stops money and no rehearsal; a full one too', async () => {
      await readyToTrade(world);
      await world.take(openTrade('a', { max_loss: 50_000 }));
      assert.deepEqual(await answer(), ['LIVE', false, 'OPEN_RISK_FULL']);
      await world.take(
        closedTrade('b', minutes(-200), { exit: 300, strategy: 'another', opened_at: minutes(-2_000) }),
      );
      assert.deepEqual(await answer(), ['LIVE', false, 'ENVELOPE_HALTED']);
      assert.equal((await ask()).limits.size_factor, 0);
      await modeIs(world, 'SHADOW');
      assert.deepEqual(await answer(), ['SHADOW', true, 'ENVELOPE_HALTED']);
      await modeIs(world, 'DRY_RUN');
      assert.deepEqual(await answer(), ['DRY_RUN', true, 'ENVELOPE_HALTED']);
    });

    it('portfolio/Go-live state machine: BLOCK stops entries while it lasts, WARNING is told, others are not', async () => {
      await readyToTrade(world);
      await world.take(
        event('WARNING', -5, 5),
        event('INFO', -5, 5),
        event('BLOCK', -5, 5, { cancelled: true }),
        event('BLOCK', 1, 5),
        event('BLOCK', -5, -1),
      );
      assert.deepEqual(await answer(), ['LIVE', true, 'EVENT_WARNING']);
      world.clock.pass(1);
      assert.deepEqual(await answer(), ['LIVE', false, 'EVENT_BLOCK']);
      world.clock.pass(5);
      await brokerIs(world, 'OK', { at: minutes(6) });
      assert.deepEqual(await answer(), ['LIVE', true, null]);
      await world.take(event('BLOCK', 0, 100, { underlying: 'RELIANCE' }));
      assert.deepEqual(await answer({ underlying: 'NIFTY' }), ['LIVE', true, null]);
      assert.deepEqual(await answer({ underlying: 'RELIANCE' }), ['LIVE', false, 'EVENT_BLOCK']);
      assert.deepEqual(await answer(), ['LIVE', false, 'EVENT_BLOCK'], 'it may be its own');
      await modeIs(world, 'DRY_RUN');
      assert.deepEqual(await answer(), ['DRY_RUN', false, 'EVENT_BLOCK']);
    });

    it('portfolio/Go-live state machine: DEGRADED and UNSTABLE force dry runs, DOWN stops entries', async () => {
      await readyToTrade(world);
      await brokerIs(world, 'DEGRADED', { at: minutes(1) });
      assert.deepEqual(await answer(), ['DRY_RUN', true, 'BROKER_DEGRADED']);
      await brokerIs(world, 'UNSTABLE', { at: minutes(2) });
      assert.deepEqual(await answer(), ['DRY_RUN', true, 'BROKER_UNSTABLE']);
      await brokerIs(world, 'DOWN', { at: minutes(3) });
      assert.deepEqual(await answer(), ['LIVE', false, 'BROKER_DOWN']);
      await brokerIs(world, 'OK', { at: minutes(4) });
      await brokerIs(world, 'DOWN', { broker: 'upstox' });
      assert.deepEqual(await answer(), ['LIVE', false, 'BROKER_DOWN'], 'whichever it may be');
      assert.deepEqual(await answer({ broker: 'kite' }), ['LIVE', true, null]);
      // silent for more than five minutes of trading
      world.clock.at = new Date(minutes(10));
      assert.deepEqual(await answer({ broker: 'kite' }), ['LIVE', false, 'BROKER_DOWN']);
      await modeIs(world, 'SHADOW');
      assert.deepEqual(await answer({ broker: 'kite' }), ['SHADOW', false, 'BROKER_DOWN']);
    });

    it('decisions/Options workspace: a mismatch stops money until a person confirms it; a later match does not', async () => {
      await readyToTrade(world);
      const found = mismatch();
      await world.take(found, mismatch({ at: minutes(1), differences: [] }));
      assert.deepEqual(await answer(), ['LIVE', false, 'RECONCILIATION_OPEN']);
      const { reconciliations } = world.core.options;
      const { items, total } = await reconciliations.list(world.owner, { status: 'open' });
      assert.deepEqual([total, items[0]?.id, items[0]?.matched_since], [1, found.id, minutes(1)]);
      const confirmed = await reconciliations.confirm(world.owner, found.id, 'closed by hand', BY);
      assert.deepEqual(
        [confirmed.is_open, confirmed.note, confirmed.confirmed_by],
        [false, 'closed by hand', 'api:owner'],
      );
      assert.deepEqual(await answer(), ['LIVE', true, null]);
      const refused = async (id: string) =>
        await reconciliations.confirm(world.owner, id, null, BY).then(
          () => null,
          (error: unknown) => (error instanceof Problem ? [error.status, error.code] : error),
        );
      assert.deepEqual(await refused(found.id), [409, 'RECONCILIATION_CONFIRMED']);
      assert.deepEqual(await refused('none'), [404, 'RECONCILIATION_NOT_FOUND']);
      const { items: all } = await reconciliations.list(world.owner, {});
      const match = all.find(({ status }) => status === 'MATCH');
      assert.deepEqual(await refused(match?.id ?? ''), [409, 'RECONCILIATION_MATCHES']);
    });

    it('portfolio/Other constants: 90 minutes between two entries of a strategy', async () => {
      await readyToTrade(world);
      await world.take(
        fill(-80),
        fill(-10, { strategy: 'another' }),
        fill(-5, { mode: 'SHADOW', tag: 'shadow' }),
      );
      assert.deepEqual(await answer(), ['LIVE', false, 'SCALE_IN_COOLDOWN']);
      assert.equal((await ask()).limits.cooldown_ends_at, minutes(10));
      assert.match((await ask()).reasons[0]?.message ?? '', /15 Jun 2026, 11:40 IST/);
      // what closes the trade is no entry, and what makes it larger is one
      await world.take(fill(-70, { side: 'BUY' }));
      assert.equal((await ask()).limits.cooldown_ends_at, minutes(10));
      await world.take(fill(-75, { symbol: 'NIFTY26JUN23000PE', strike: 23_000 }));
      assert.equal((await ask()).limits.cooldown_ends_at, minutes(15));
      await world.take(openTrade('opened', { opened_at: minutes(-60) }));
      assert.equal((await ask()).limits.cooldown_ends_at, minutes(30));
      await world.take(closedTrade('closed', minutes(-1), { opened_at: minutes(-50), mode: 'DRY_RUN' }));
      assert.equal((await ask()).limits.cooldown_ends_at, minutes(40));
      world.clock.at = new Date(minutes(40));
      await brokerIs(world, 'OK', { at: minutes(40) });
      await world.take(margin(0, 1_000_000, { at: minutes(40) }));
      assert.deepEqual(await answer(), ['LIVE', true, null]);
    });

    it('an entry beside the market counts for a strategy that is in SHADOW', async () => {
      await world.take(fill(-5, { mode: 'SHADOW' }));
      assert.deepEqual(await answer(), ['DRY_RUN', true, 'ENVELOPE_THROTTLED']);
      await modeIs(world, 'SHADOW');
      assert.deepEqual(await answer(), ['SHADOW', false, 'SCALE_IN_COOLDOWN']);
    });

    it('a clock that steps back opens nothing', async () => {
      await readyToTrade(world);
      await world.take(event('BLOCK', -5, 5));
      assert.deepEqual(await answer(), ['LIVE', false, 'EVENT_BLOCK']);
      world.clock.at = new Date(minutes(-20));
      assert.deepEqual(await answer(), ['LIVE', false, 'CLOCK_BEHIND'], 'by what was reported');
      world.clock.at = new Date(minutes(-3));
      assert.deepEqual(await answer(), ['LIVE', false, 'CLOCK_BEHIND'], 'by when it was last asked');
    });

    it('contract/Options bodies: another process answers the same, and nobody is asked about another person', async () => {
      await readyToTrade(world);
      const second = createOptionsStore(world.core, world.core.database.limits);
      const elsewhere = createPermission(
        world.core,
        second,
        await openCalendar(null, world.core.log),
        world.core.identity,
      );
      assert.deepEqual(await elsewhere(world.owner, { strategy: 'short_put' }), await ask());
      await world.take(closedTrade('a', minutes(-1), { exit: 300, strategy: 'another' }));
      const { may_enter, reasons } = await elsewhere(world.owner, { strategy: 'short_put' });
      assert.deepEqual([may_enter, reasons[0]?.code], [false, 'ENVELOPE_HALTED']);
      assert.equal((await elsewhere(world.stranger, { strategy: 'short_put' })).mode, 'DRY_RUN');
      await second.close();
    });

    it('/safety: all guards, and what they mean for each strategy', async () => {
      const { safety } = world.core.options;
      assert.deepEqual((await safety(world.owner)).has_records, false);
      await readyToTrade(world);
      await world.take(
        openTrade('a'),
        fill(-5, { strategy: 'another', mode: 'DRY_RUN' }),
        mismatch(),
        event('BLOCK', -5, 5),
      );
      const view = await safety(world.owner);
      assert.deepEqual(
        [view.has_records, view.envelope.state, view.mismatches, view.events.length, view.brokers[0]?.level],
        [true, 'OPEN', 1, 1, 'OK'],
      );
      assert.deepEqual(
        view.strategies.map(({ strategy, mode, may_enter }) => [strategy, mode, may_enter]),
        [
          ['another', 'DRY_RUN', false],
          ['short_put', 'LIVE', false],
        ],
      );
    });
  });

describe('permission while the store is away', () => {
  it('contract/Options bodies: 503, by which a process stays out', async () => {
    const world = await testCore();
    try {
      const file = path.join(world.core.config.DATA_DIR, STORE_FILE);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.writeFile(file, 'this is no database, and was never one'.repeat(100));
      await assert.rejects(
        world.core.options.permission(world.owner, { strategy: 'a' }),
        (error: unknown) => {
          assert.ok(error instanceof Problem);
          assert.deepEqual([error.status, error.code], [503, 'OPTIONS_UNAVAILABLE']);
          return true;
        },
      );
    } finally {
      await world.close();
    }
  });
});
