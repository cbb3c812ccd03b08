import assert from 'node:assert/strict';
import type { EventsView } from '../../../core/options/index.ts';
import {
  closedTrade,
  freshId,
  optionsWorld,
  type OptionsWorld,
  PUT,
  STORES,
} from '../../support/options-world.ts';

// A Friday: the RBI decides on 4 December 2026, from 09:45 to 11:00 IST.
const NOW = '2026-12-04T04:30:00.000Z';

for (const store of STORES)
  describe(`events in the workspace (${store})`, () => {
    let world: OptionsWorld;
    before(async () => {
      world = await optionsWorld(store, NOW);
    });
    beforeEach(async () => {
      world.clock.at = new Date(NOW);
      await world.anew();
    });
    after(() => world.close());

    const event = (given: object = {}): object => ({
      id: freshId('event'),
      kind: 'market_event',
      at: '2026-11-30T05:00:00Z',
      name: 'Speech',
      category: 'OTHER',
      severity: 'BLOCK',
      starts_at: '2026-12-07T10:00:00+05:30',
      ends_at: '2026-12-07T11:00:00+05:30',
      ...given,
    });
    const names = ({ items }: EventsView): string[] => items.map(({ name }) => name);
    const events = () => world.core.options.events;
    const rows = async (): Promise<{ record_id: string; severity: string }[]> =>
      await world.core.options.store.read(
        world.owner,
        async (workspace) =>
          await workspace
            .rows<{ record_id: string; severity: string }>('market_events')
            .orderBy('record_id')
            .select('record_id', 'severity'),
      );
    const file = async (content: string, dry_run = false) =>
      await events().import(world.owner, { content, dry_run }, 'test');
    const told = async (): Promise<string[]> => {
      await world.core.options.watch.round(AbortSignal.timeout(60_000));
      const { items } = await world.core.notifications.list(world.owner, { kind: 'options_event_ahead' });
      return items.map(({ title }) => title).toSorted();
    };

    it('portfolio/Option endpoints: today and upcoming, with what blocks now; somebody without a workspace has a calendar', async () => {
      const today = await events().today(world.owner);
      assert.deepEqual(
        today.items.map(({ name, severity, window_ist, is_on_now, blocks_now, is_built_in }) => [
          name,
          severity,
          window_ist,
          is_on_now,
          blocks_now,
          is_built_in,
        ]),
        [['RBI monetary policy', 'BLOCK', '09:45 to 11:00', true, true, true]],
      );
      const upcoming = await events().upcoming(world.owner, 14);
      assert.deepEqual([upcoming.from, upcoming.to], ['2026-12-04', '2026-12-17']);
      assert.deepEqual(names(upcoming), [
        'RBI monetary policy',
        'NIFTY weekly expiry',
        'Fed interest rate decision',
        'NIFTY weekly expiry',
      ]);
      // Half a minute after its end it blocks no more, and is over for today.
      world.clock.at = new Date('2026-12-04T05:30:30.000Z');
      assert.equal((await events().today(world.owner)).items[0]?.blocks_now, false);
      assert.equal(names(await events().upcoming(world.owner, 14))[0], 'NIFTY weekly expiry');
      assert.equal((await rows()).length, 0, 'reading writes nothing');
    });

    it('a window of the night before touches the day; one that is cancelled is left out', async () => {
      world.clock.at = new Date('2026-12-10T04:00:00.000Z');
      const [fed] = (await events().today(world.owner)).items;
      assert.deepEqual([fed?.category, fed?.day, fed?.window_ist], ['FED', '2026-12-10', '00:00 to 09:45']);
      await world.take(event({ starts_at: '2026-12-09T20:00:00Z', ends_at: '2026-12-10T05:00:00Z' }));
      await world.take(
        event({
          name: 'Called off',
          starts_at: '2026-12-10T03:00:00Z',
          ends_at: '2026-12-10T05:00:00Z',
          cancelled: true,
        }),
      );
      assert.deepEqual(names(await events().today(world.owner)), ['Fed interest rate decision', 'Speech']);
    });

    it('the first batch of a person finds the built-in events there, so that its entries are weighed by them', async () => {
      await world.take({
        id: freshId('position'),
        kind: 'position',
        at: '2026-12-04T04:20:00Z',
        mode: 'LIVE',
        strategy: 'short_put',
        tag: 'P-1',
        underlying: 'NIFTY',
        state: 'OPEN',
        opened_at: '2026-12-04T04:20:00Z',
        legs: [{ ...PUT, entry_price: 100, last_price: 90 }],
      });
      const [position] = await world.core.options.store.read(
        world.owner,
        async (workspace) => await workspace.rows<{ event_risk: string }>('positions').select('event_risk'),
      );
      assert.equal(position?.event_risk, 'BLOCKING');
      const written = await rows();
      assert.ok(written.some(({ record_id }) => record_id === 'builtin:RBI:2026-12-04'));
      // 45 days on either side: from 20 October to 18 January.
      const days = written.map(({ record_id }) => record_id.slice(-10)).toSorted();
      assert.ok((days[0] ?? '') >= '2026-10-20' && (days.at(-1) ?? '') <= '2027-01-18');
    });

    it('the calendar of a workspace is renewed with each day, and only then', async () => {
      await world.take(closedTrade('T-1', '2026-12-04T04:00:00Z'));
      const before = await rows();
      const revision = await world.core.options.store.revision(world.owner);
      await world.core.options.watch.round(AbortSignal.timeout(60_000));
      assert.equal(await world.core.options.store.revision(world.owner), revision, 'nothing was missing');
      world.clock.at = new Date('2026-12-24T04:30:00.000Z');
      await world.core.options.watch.round(AbortSignal.timeout(60_000));
      const after = await rows();
      assert.ok(after.some(({ record_id }) => record_id === 'builtin:RBI:2027-02-05'));
      // What lies further back than the days that are kept up stays as it was.
      assert.ok(before.every(({ record_id }) => after.some((row) => row.record_id === record_id)));
    });

    it('decisions/Options workspace: an own event takes the place of the built-in one of that day, and so does a cancelled one', async () => {
      await world.take(
        event({
          name: 'RBI, later today',
          category: 'RBI',
          severity: 'WARNING',
          starts_at: '2026-12-04T12:00:00+05:30',
          ends_at: '2026-12-04T13:00:00+05:30',
        }),
      );
      assert.deepEqual(names(await events().today(world.owner)), ['RBI, later today']);
      assert.ok(!(await rows()).some(({ record_id }) => record_id === 'builtin:RBI:2026-12-04'));
      await file('name,category,date,cancelled\nFed,FED,2026-12-09,yes');
      assert.ok(!names(await events().upcoming(world.owner, 14)).includes('Fed interest rate decision'));
      assert.ok(!(await rows()).some(({ record_id }) => record_id === 'builtin:FED:2026-12-09'));
    });

    it('ids of the calendar itself are refused to a process', async () => {
      const { rejected } = await world.core.options.ingest(world.owner, [
        event({ id: 'builtin:RBI:2026-12-04' }),
        event({ id: 'import:x' }),
      ]);
      assert.deepEqual(
        rejected.map(({ code }) => code),
        ['ID_RESERVED', 'ID_RESERVED'],
      );
    });

    it('the same file twice changes nothing; a moved date of an event with an id moves it; a dry run saves nothing', async () => {
      const content =
        'id,name,category,date,underlying\ntcs-q3,TCS results,RESULTS,2026-12-07,TCS\n,Speech,OTHER,2026-12-08,\n,Wrong,OTHER,,';
      const counts = ({ added, changed, unchanged, errors }: Awaited<ReturnType<typeof file>>): number[] => [
        added,
        changed,
        unchanged,
        errors.length,
      ];
      assert.deepEqual(counts(await file(content, true)), [2, 0, 0, 1]);
      assert.ok(!names(await events().upcoming(world.owner, 14)).includes('TCS results'));
      assert.deepEqual(counts(await file(content)), [2, 0, 0, 1]);
      const revision = await world.core.options.store.revision(world.owner);
      assert.deepEqual(counts(await file(content)), [0, 0, 2, 1]);
      assert.equal(await world.core.options.store.revision(world.owner), revision);
      assert.deepEqual(counts(await file(content.replace('2026-12-07', '2026-12-11'))), [0, 1, 1, 1]);
      const moved = (await events().upcoming(world.owner, 14)).items.filter(
        ({ name }) => name === 'TCS results',
      );
      assert.deepEqual(
        moved.map(({ day, severity, underlying }) => [day, severity, underlying]),
        [['2026-12-11', 'WARNING', 'TCS']],
      );
      const audit = await world.core.options.store.read(
        world.owner,
        async (workspace) =>
          await workspace
            .rows<{ action: string; actor: string }>('workspace_audit')
            .select('action', 'actor'),
      );
      assert.deepEqual(audit, [
        { action: 'EVENTS_IMPORTED', actor: 'test' },
        { action: 'EVENTS_IMPORTED', actor: 'test' },
      ]);
    });

    it('portfolio/Events: a day and an hour before, once each, and only for what a person trades', async () => {
      world.clock.at = new Date('2026-12-03T05:00:00.000Z');
      assert.deepEqual(await told(), [], 'no workspace');
      await world.take({
        id: freshId('signal'),
        kind: 'signal',
        at: '2026-12-02T05:00:00Z',
        mode: 'DRY_RUN',
        strategy: 'iron_condor',
        underlying: 'NIFTY',
        outcome: 'SEEN',
      });
      await file('name,category,date,underlying\nTCS results,RESULTS,2026-12-04,TCS');
      const ahead = 'RBI monetary policy: tomorrow at 09:45 IST';
      assert.deepEqual(await told(), [ahead], 'results of what is not traded are left out, and so is INFO');
      world.clock.at = new Date('2026-12-03T20:00:00.000Z');
      assert.deepEqual(await told(), [ahead], 'once');
      world.clock.at = new Date('2026-12-04T03:20:00.000Z');
      const soon = 'RBI monetary policy: today at 09:45 IST';
      assert.deepEqual(await told(), [soon, ahead]);
      world.clock.at = new Date('2026-12-04T04:20:00.000Z');
      assert.deepEqual(await told(), [soon, ahead], 'it has begun');
      // A week and a day later there is no signal any more.
      world.clock.at = new Date('2026-12-09T19:00:00.000Z');
      assert.equal((await told()).length, 2);
    });
  });
