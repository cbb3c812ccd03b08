import assert from 'node:assert/strict';
import { Problem } from '../../../core/platform/index.ts';
import { closedTrade, type OptionsWorld, optionsWorld, STORES } from '../../support/options-world.ts';
import { after as minutes, margin, OPEN_AT, openTrade } from '../../support/guards-world.ts';

const BY = { actor: 'api:owner' };
const isProblem = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Problem);
  assert.equal(error.code, code);
  return true;
};

/*
 * The usual limits of a capital of 500,000: 10,000 a day (2%), 50,000 at risk (10%), 80% of the margin, 4 losses in a row.
 * closedTrade() sells 75 at 100 and pays 50 of costs: bought back at p it nets (100 − p) × 75 − 50.
 */
for (const store of STORES)
  describe(`risk envelope, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, OPEN_AT)));
    beforeEach(async () => {
      world.clock.at = new Date(OPEN_AT);
      await world.anew();
    });
    after(() => world.close());

    const read = async () => await world.core.options.envelope.read(world.owner);
    const criterion = async (name: string) => {
      const found = (await read()).criteria.find((one) => one.name === name);
      assert.ok(found);
      return found;
    };
    const resume = async (reason: string | null = null) =>
      await world.core.options.envelope.resume(world.owner, reason, BY);
    const audit = async () =>
      await world.core.options.store.read(
        world.owner,
        async (workspace) =>
          await workspace.rows<{ action: string; evidence_json: string }>('workspace_audit').orderBy('at'),
      );

    it('decisions/Options workspace: what is not known counts against, and an empty workspace has no margin', async () => {
      const { state, since, criteria } = await read();
      assert.deepEqual([state, since], ['THROTTLED', null]);
      assert.deepEqual(
        criteria.map((one) => [one.name, one.value, one.limit, one.unit, one.state]),
        [
          ['daily_loss', 0, 10_000, 'INR', 'OPEN'],
          ['open_risk', 0, 50_000, 'INR', 'OPEN'],
          ['margin_use', null, 80, 'PERCENT', 'THROTTLED'],
          ['consecutive_losses', 0, 4, 'TRADES', 'OPEN'],
        ],
      );
      await world.take(margin(100_000, 900_000));
      assert.deepEqual([(await read()).state, (await criterion('margin_use')).value], ['OPEN', 10]);
    });

    it('decisions/Options workspace: THROTTLED from 70% of the daily loss, HALTED at the limit', async () => {
      await world.take(margin(0, 1_000_000));
      // (100 − 192) × 75 − 50 = −6,950; and −50 more: 7,000 is 70% of 10,000.
      await world.take(closedTrade('a', OPEN_AT, { exit: 192 }));
      assert.deepEqual([(await read()).state, (await criterion('daily_loss')).value], ['OPEN', 6_950]);
      await world.take(closedTrade('b', OPEN_AT, { exit: 100 }));
      assert.equal((await read()).state, 'THROTTLED');
      // −39 × 75 − 50 = −2,975: 9,975 in all, 25 short of the limit
      await world.take(closedTrade('c', OPEN_AT, { exit: 139 }));
      assert.equal((await criterion('daily_loss')).value, 9_975);
      assert.equal((await read()).state, 'THROTTLED');
      await world.take(margin(0, 1), openTrade('d', { estimated_exit_costs: 25 }));
      const halted = await read();
      assert.deepEqual([halted.state, halted.since], ['HALTED', OPEN_AT]);
      assert.match(halted.reasons[0]?.message ?? '', /₹10,000 of ₹10,000/);
      const entry = (await audit()).find(({ action }) => action === 'ENVELOPE_HALTED');
      assert.match(entry?.evidence_json ?? '', /"value":10000/);
    });

    it('losses of open trades count and their gains do not; neither do those of other modes or days', async () => {
      await world.take(
        margin(0, 1_000_000),
        // gains 3,000; loses 3,000 and 20 to close it
        openTrade('gains', { last: 60 }),
        openTrade('loses', { last: 140, estimated_exit_costs: 20 }),
        openTrade('dry', { last: 900, mode: 'DRY_RUN', max_loss: null }),
        closedTrade('rehearsed', OPEN_AT, { exit: 900, mode: 'SHADOW' }),
        closedTrade('dry-closed', OPEN_AT, { exit: 900, mode: 'DRY_RUN' }),
        // 23:59 IST of the day before
        closedTrade('yesterday', '2026-06-14T18:29:00.000Z', { exit: 900 }),
        // 00:00 IST today, −50
        closedTrade('today', '2026-06-14T18:30:00.000Z', { exit: 100 }),
      );
      assert.equal((await criterion('daily_loss')).value, 3_070);
    });

    it('open risk: what is used up is allowed, more halts, and a trade without a limit is not known', async () => {
      await world.take(margin(0, 1_000_000), openTrade('a', { max_loss: 50_000 }));
      assert.equal((await read()).state, 'THROTTLED');
      await world.take(openTrade('b', { max_loss: null }));
      const { value, state, reason } = await criterion('open_risk');
      assert.deepEqual([value, state], [50_000, 'THROTTLED']);
      assert.match(reason ?? '', /of 1 open trade is unknown \(b\)/);
      await world.take(openTrade('c', { max_loss: 0.01 }));
      assert.equal((await read()).state, 'HALTED');
      await assert.rejects(resume(), isProblem('ENVELOPE_STILL_OVER'));
      assert.equal((await read()).state, 'HALTED');
      await world.take(openTrade('c', { state: 'CLOSED', at: minutes(1) }));
      assert.equal((await read()).state, 'HALTED', 'only a person ends it');
      assert.equal((await resume()).state, 'THROTTLED');
    });

    it('margin use: the worst broker counts, old samples are not known while the exchange is open', async () => {
      await world.take(margin(600_000, 400_000), margin(100_000, 900_000, { broker: 'upstox' }));
      // 70% of 80% is 56%
      assert.deepEqual(
        [(await criterion('margin_use')).value, (await criterion('margin_use')).state],
        [60, 'THROTTLED'],
      );
      await world.take(margin(1, 999_999, { at: minutes(1) }));
      assert.equal((await criterion('margin_use')).value, 10);
      world.clock.pass(31);
      assert.match(
        (await criterion('margin_use')).reason ?? '',
        /^The last margin of upstox is 31 minutes old\.$/,
      );
      // after the close nobody enters, and a sample of the day is new enough
      world.clock.at = new Date('2026-06-15T12:00:00.000Z');
      assert.equal((await criterion('margin_use')).state, 'OPEN');
      world.clock.at = new Date(OPEN_AT);
      await world.take(margin(900_000, 100_000, { at: minutes(2) }));
      assert.equal((await read()).state, 'HALTED');
    });

    it('consecutive losses: four in a row by the time of the trades; one that did not lose begins anew', async () => {
      await world.take(margin(0, 1_000_000));
      const lost = (tag: string, at: number) => closedTrade(tag, minutes(at), { exit: 101 });
      await world.take(lost('a', -9), lost('b', -8), lost('c', -7));
      assert.deepEqual(
        [(await criterion('consecutive_losses')).value, (await read()).state],
        [3, 'THROTTLED'],
      );
      // reported late: it was between the others
      await world.take(closedTrade('even', minutes(-8.5), { exit: 100, costs: { brokerage: 0 } }));
      assert.equal((await criterion('consecutive_losses')).value, 2);
      await world.take(closedTrade('unknown', minutes(-6), { exit: null }));
      assert.match(
        (await criterion('consecutive_losses')).reason ?? '',
        /of 1 trade since the last one that did not lose is unknown/,
      );
      await world.take(lost('d', -5), lost('e', -4));
      assert.equal((await read()).state, 'HALTED');
    });

    it('decisions/Options workspace: a halt lasts over days until a person resumes, and that is on record', async () => {
      await world.take(margin(0, 1_000_000), closedTrade('a', OPEN_AT, { exit: 300 }));
      assert.equal((await read()).state, 'HALTED');
      world.clock.at = new Date('2026-06-17T06:00:00.000Z');
      await world.take(margin(0, 1_000_000, { at: '2026-06-17T06:00:00.000Z' }));
      const later = await read();
      assert.deepEqual([later.state, later.since, later.criteria[0]?.value], ['HALTED', OPEN_AT, 0]);
      assert.match(later.reasons[0]?.message ?? '', /Lost today: ₹15,050/);
      const resumed = await resume('checked the fills');
      assert.deepEqual([resumed.state, resumed.resumed_at], ['OPEN', '2026-06-17T06:00:00.000Z']);
      await assert.rejects(resume(), isProblem('ENVELOPE_NOT_HALTED'));
      const last = (await audit()).at(-1);
      assert.equal(last?.action, 'ENVELOPE_RESUMED');
    });

    it('what was lost before a person resumed counts no more, and what is lost after it does, whatever its time', async () => {
      await world.take(
        margin(0, 1_000_000),
        closedTrade('a', minutes(-5), { exit: 300 }),
        // −40 × 75 = −3,000
        openTrade('open', { last: 140 }),
      );
      assert.equal((await criterion('daily_loss')).value, 18_050);
      const resumed = await resume();
      assert.deepEqual(
        [resumed.state, resumed.criteria[0]?.value, resumed.criteria[3]?.value],
        ['OPEN', 0, 0],
      );
      // the open trade loses 1,500 more, and is closed 50 below that: −4,550 in all, 1,550 of it since then
      await world.take(openTrade('open', { last: 160, at: minutes(1) }));
      assert.equal((await criterion('daily_loss')).value, 1_500);
      await world.take(closedTrade('open', minutes(2), { exit: 160 }));
      assert.deepEqual(
        [(await criterion('daily_loss')).value, (await criterion('consecutive_losses')).value],
        [1_550, 1],
      );
      // closed before the resumption by its own clock, and reported after it
      await world.take(closedTrade('late', minutes(-3), { exit: 200 }));
      assert.deepEqual(
        [(await criterion('daily_loss')).value, (await criterion('consecutive_losses')).value],
        [9_100, 2],
      );
    });

    it('other limits hold at once, and do not end a halt', async () => {
      await world.take(margin(0, 1_000_000), closedTrade('a', OPEN_AT, { exit: 139 }));
      assert.equal((await read()).state, 'OPEN');
      const { settings } = world.core.options;
      await settings.update(world.owner, { max_daily_loss: 2_975 }, BY);
      assert.equal((await read()).state, 'HALTED');
      await settings.update(world.owner, { max_daily_loss: 100_000 }, BY);
      assert.equal((await read()).state, 'HALTED');
      assert.equal((await resume()).state, 'OPEN');
    });

    it('time alone throttles, and the owner of a halted one is told once', async () => {
      await world.take(margin(0, 1_000_000));
      const look = async () => await world.core.options.envelope.look(world.owner, world.clock.now());
      assert.deepEqual(await look(), []);
      world.clock.pass(31);
      assert.deepEqual(await look(), []);
      const { state, since } = await read();
      assert.deepEqual([state, since], ['THROTTLED', minutes(31)]);
      await world.take(closedTrade('a', OPEN_AT, { exit: 300 }));
      const [first, second] = [await look(), await look()];
      assert.equal(first.length, 1);
      assert.deepEqual(second, first);
      assert.deepEqual(
        [first[0]?.kind, first[0]?.dedupKey],
        ['options_envelope_halted', `options_envelope_halted:${minutes(31)}`],
      );
    });
  });
