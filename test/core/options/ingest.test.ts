import assert from 'node:assert/strict';
import { RECORD_KINDS } from '../../../core/options/index.ts';
import type { Table } from '../../../core/options/store/index.ts';
import {
  closedTrade,
  freshId,
  type OptionsWorld,
  optionsWorld,
  PUT,
  STORES,
} from '../../support/options-world.ts';

const NOW = '2026-06-15T10:00:00.000Z';
const signal = (id: string, more: object = {}) => ({
  id,
  kind: 'signal',
  at: '2026-06-15T04:00:00Z',
  mode: 'DRY_RUN',
  strategy: 'iron_condor',
  outcome: 'EXECUTED',
  ...more,
});
const position = (tag: string, at: string, state: string, more: object = {}) => ({
  id: freshId('position'),
  kind: 'position',
  at,
  mode: 'LIVE',
  strategy: 'short_put',
  tag,
  underlying: 'NIFTY',
  state,
  opened_at: '2026-06-15T04:00:00Z',
  legs: [{ ...PUT, entry_price: 100, last_price: 90 }],
  ...more,
});

for (const store of STORES)
  describe(`records of a trading process, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, NOW)));
    after(() => world.close());

    const ingest = (...records: unknown[]) => world.core.options.ingest(world.owner, records);
    const rows = async (table: Table, where: object = {}) =>
      await world.core.options.store.read(
        world.owner,
        async (workspace) => await workspace.rows(table).where(where),
      );
    const codes = async (...records: unknown[]) =>
      (await ingest(...records)).rejected.map(({ code }) => code);

    it('decisions/Options workspace: every kind is taken as its example says, once', async () => {
      const examples = RECORD_KINDS.map(({ example }) => example);
      assert.equal(new Set(examples.map(({ id }) => id)).size, examples.length);
      assert.deepEqual(await ingest(...examples), { accepted: examples.length, duplicates: 0, rejected: [] });
      assert.deepEqual(await ingest(...examples), { accepted: 0, duplicates: examples.length, rejected: [] });
    });

    it('contract/Options bodies: the same id with other content is refused and named, in one batch and in two', async () => {
      const first = signal('twice');
      const conflict = [{ id: 'twice', code: 'RECORD_CONFLICT' }];
      const named = ({ rejected }: { rejected: { id: string | null; code: string }[] }) =>
        rejected.map(({ id, code }) => ({ id, code }));
      const together = await ingest(first, first, signal('twice', { strategy: 'other' }));
      assert.deepEqual([together.accepted, together.duplicates], [1, 1]);
      assert.deepEqual(named(together), conflict);
      const later = await ingest(signal('twice', { strategy: 'other' }), signal('new one'.replace(' ', '-')));
      assert.deepEqual([later.accepted, later.duplicates, named(later)], [1, 0, conflict]);
      const [kept] = await rows('signals', { record_id: 'twice' });
      assert.equal(kept?.['strategy'], 'iron_condor');
    });

    it('contract/Options bodies: fields in another order are the same content', async () => {
      const { id, ...rest } = signal('order-of-fields');
      await ingest({ id, ...rest });
      assert.deepEqual(await ingest({ ...rest, id }), { accepted: 0, duplicates: 1, rejected: [] });
    });

    it('what is wrong is refused by itself with its code, and the rest of the batch is taken', async () => {
      const wrong: [unknown, string][] = [
        [{ id: 'k', kind: 'horoscope', at: NOW }, 'UNKNOWN_KIND'],
        [null, 'INVALID_RECORD'],
        [[], 'INVALID_RECORD'],
        [{ kind: 'signal' }, 'INVALID_RECORD'],
        [signal('future', { at: '2026-06-15T10:05:00.001Z' }), 'TIME_IN_FUTURE'],
        [signal('old', { at: '1969-07-20T00:00:00Z' }), 'TIME_TOO_OLD'],
        [signal('no-moment', { at: 'yesterday' }), 'INVALID_RECORD'],
        [signal('unknown-field', { colour: 'red' }), 'INVALID_RECORD'],
        [signal('no-reason', { outcome: 'FILTERED' }), 'REASON_MISSING'],
        [signal('nan', { score: 'NaN' }), 'INVALID_RECORD'],
        [closedTrade('zero', NOW, { exit: 0 }), 'PRICE_ZERO'],
        [closedTrade('negative', NOW, { exit: -1 }), 'INVALID_RECORD'],
        [closedTrade('too-exact', NOW, { exit: 1.00001 }), 'INVALID_RECORD'],
        [closedTrade('backwards', NOW, { opened_at: '2026-06-15T10:00:01Z' }), 'OPENED_LATER'],
        [closedTrade('no-legs', NOW, { legs: [] }), 'INVALID_RECORD'],
        [
          closedTrade('no-strike', NOW, { legs: [{ ...PUT, strike: null, entry_price: 1, exit_price: 1 }] }),
          'STRIKE_WRONG',
        ],
        [signal('large', { detail: 'x'.repeat(70_000) }), 'RECORD_TOO_LARGE'],
      ];
      const good = [signal('good-1'), signal('good-2', { at: '2026-06-15T10:05:00.000Z' })];
      const answer = await ingest(good[0], ...wrong.map(([record]) => record), good[1]);
      assert.deepEqual(
        answer.rejected.map(({ code }) => code),
        wrong.map(([, code]) => code),
      );
      assert.equal(answer.accepted, 2);
      // Without an id the place in the batch says which it was.
      assert.match(answer.rejected[1]?.message ?? '', /^Record 3: /);
    });

    it('an option may be worth nothing at its expiry', async () => {
      await world.take(
        closedTrade('worthless', NOW, {
          exit_reason: 'EXPIRY',
          legs: [{ ...PUT, expiry: NOW.slice(0, 10), entry_price: 100, exit_price: 0 }],
        }),
      );
      const [row] = await rows('closed_trades', { tag: 'worthless' });
      // sold 75 at 100, worth 0: +7,500.00, less 50.00
      assert.deepEqual([row?.['realised_gross_e4'], row?.['realised_net_e4']], [75_000_000, 74_500_000]);
    });

    it('portfolio/Measurement rules 3: a record belongs to its day in India, whatever day it is when it comes', async () => {
      // 18:29:59 UTC is 23:59:59 in India.
      await world.take(
        signal('before-midnight', { at: '2026-06-14T18:29:59.999Z' }),
        signal('after-midnight', { at: '2026-06-15T00:00:00+05:30' }),
      );
      const days = await rows('signals');
      const dayOf = (id: string) => days.find((row) => row['record_id'] === id)?.['day'];
      assert.deepEqual([dayOf('before-midnight'), dayOf('after-midnight')], ['2026-06-14', '2026-06-15']);
    });

    it('portfolio/Measurement rules 4: of two reports of one trade the last to come counts, and both are kept', async () => {
      await world.take(closedTrade('told-twice', '2026-06-15T05:00:00Z', { exit: 90 }));
      await world.take(closedTrade('told-twice', '2026-06-15T04:59:00Z', { exit: 80 }));
      const reports = (await rows('closed_trades', { tag: 'told-twice' })).map((row) => [
        row['realised_gross_e4'],
        row['is_counted'],
      ]);
      // (100 − 90) × 75 = 750.00 and (100 − 80) × 75 = 1,500.00
      assert.deepEqual(
        reports.toSorted((a, b) => Number(a[0]) - Number(b[0])),
        [
          [7_500_000, 0],
          [15_000_000, 1],
        ],
      );
      const journal = await rows('trade_journal', { tag: 'told-twice' });
      assert.deepEqual(
        journal.map((row) => row['realised_gross_e4']),
        [15_000_000],
      );
    });

    it('two reports of one trade in one batch count once', async () => {
      await world.take(
        closedTrade('in-one-batch', '2026-06-15T05:00:00Z', { exit: 90 }),
        closedTrade('in-one-batch', '2026-06-15T05:00:00Z', { exit: 80 }),
      );
      const counted = await rows('closed_trades', { tag: 'in-one-batch', is_counted: 1 });
      assert.deepEqual(
        counted.map((row) => row['realised_gross_e4']),
        [15_000_000],
      );
    });

    it('a correction writes over what was reported, and leaves what a person wrote', async () => {
      await world.take(closedTrade('noted', '2026-06-15T05:00:00Z', { exit: 90 }));
      await world.core.options.store.change(world.owner, async (workspace) => {
        await workspace
          .rows('trade_journal')
          .where({ tag: 'noted' })
          .update({ operator_notes: 'Held too long.', event_risk_at_entry: 'HIGH' });
      });
      await world.take(closedTrade('noted', '2026-06-15T05:00:00Z', { exit: 80, exit_reason: 'STOP' }));
      const [row] = await rows('trade_journal', { tag: 'noted' });
      assert.deepEqual(
        [
          row?.['operator_notes'],
          row?.['event_risk_at_entry'],
          row?.['exit_reason'],
          row?.['realised_net_e4'],
        ],
        ['Held too long.', 'HIGH', 'STOP', 14_500_000],
      );
    });

    it('positions: the newest report of an open trade counts, in whatever order reports come', async () => {
      const open = async (tag: string) =>
        (await rows('positions', { tag, is_open: 1 })).map((row) => row['state']);
      await world.take(
        position('moving', '2026-06-15T06:00:00Z', 'PROFIT_LOCK'),
        position('moving', '2026-06-15T05:00:00Z', 'OPEN'),
      );
      assert.deepEqual(await open('moving'), ['PROFIT_LOCK']);
      await world.take(position('moving', '2026-06-15T05:30:00Z', 'OPEN'));
      assert.deepEqual(await open('moving'), ['PROFIT_LOCK']);
      await world.take(position('moving', '2026-06-15T07:00:00Z', 'CLOSED'));
      assert.deepEqual(await open('moving'), []);
      await world.take(position('moving', '2026-06-15T06:30:00Z', 'CLOSING'));
      assert.deepEqual(await open('moving'), [], 'a late report opens nothing again');
    });

    it('positions: a closed trade is no open one, whichever is reported first', async () => {
      await world.take(closedTrade('closed-first', '2026-06-15T08:00:00Z'));
      await world.take(position('closed-first', '2026-06-15T07:00:00Z', 'OPEN'));
      await world.take(position('closed-last', '2026-06-15T07:00:00Z', 'OPEN'));
      await world.take(closedTrade('closed-last', '2026-06-15T08:00:00Z'));
      const open = await rows('positions', { is_open: 1 });
      assert.deepEqual(
        open.filter((row) => String(row['tag']).startsWith('closed-')),
        [],
      );
    });

    it('positions: a missing price leaves the result unknown, with the reason', async () => {
      await world.take(
        position('no-price', '2026-06-15T07:00:00Z', 'OPEN', {
          legs: [
            { ...PUT, entry_price: 100, last_price: 90 },
            { ...PUT, symbol: 'NIFTY26JUN23900PE', strike: 23_900, side: 'BUY', entry_price: 60 },
          ],
        }),
      );
      const [row] = await rows('positions', { tag: 'no-price' });
      assert.equal(row?.['unrealised_gross_e4'], null);
      assert.deepEqual(JSON.parse(String(row?.['reasons_json'])), [
        'LAST_PRICE_MISSING NIFTY26JUN23900PE',
        'EXIT_COSTS_MISSING',
      ]);
    });

    it('portfolio/Trade journal row: the risk of events is stamped when a trade is first reported', async () => {
      const event = (id: string, starts: string, ends: string, more: object = {}) => ({
        id,
        kind: 'market_event',
        at: '2026-06-01T00:00:00Z',
        name: id,
        category: 'RBI',
        severity: 'BLOCK',
        starts_at: starts,
        ends_at: ends,
        ...more,
      });
      await world.take(
        event('policy', '2026-06-12T04:00:00Z', '2026-06-12T06:00:00Z'),
        event('results', '2026-06-12T04:00:00Z', '2026-06-12T06:00:00Z', {
          underlying: 'INFY',
          severity: 'WARNING',
        }),
      );
      const entered = (tag: string, opened_at: string, underlying = 'NIFTY') =>
        closedTrade(tag, '2026-06-15T05:00:00Z', { opened_at, underlying });
      await world.take(
        entered('during', '2026-06-12T05:00:00Z'),
        entered('the-day-before', '2026-06-11T05:00:00Z'),
        entered('two-days-before', '2026-06-10T03:59:59Z'),
        entered('after', '2026-06-12T06:00:01Z'),
        entered('far-away', '2026-02-01T05:00:00Z'),
      );
      const risk = async (tag: string) => (await rows('trade_journal', { tag }))[0]?.['event_risk_at_entry'];
      assert.deepEqual(
        [
          await risk('during'),
          await risk('the-day-before'),
          await risk('two-days-before'),
          await risk('after'),
          await risk('far-away'),
        ],
        ['BLOCKING', 'HIGH', 'LOW', 'LOW', 'UNKNOWN'],
      );
      // Stamped while it was open: what the calendar learns later does not change it.
      await world.take(position('stamped', '2026-06-15T04:10:00Z', 'OPEN'));
      await world.take(event('surprise', '2026-06-15T03:00:00Z', '2026-06-15T09:00:00Z'));
      await world.take(closedTrade('stamped', '2026-06-15T08:00:00Z', { opened_at: '2026-06-15T04:00:00Z' }));
      assert.equal(await risk('stamped'), 'LOW');
    });

    it('Isolation: what one person reports is nobody else’s, even under the same ids', async () => {
      const record = signal('shared-id');
      await ingest(record);
      const { core, stranger } = world;
      assert.equal((await core.options.ingest(stranger, [record])).accepted, 1);
      const theirs = await core.options.store.read(
        stranger,
        async (workspace) => await workspace.rows('signals'),
      );
      assert.deepEqual(
        theirs.map((row) => row['record_id']),
        ['shared-id'],
      );
      const both = await core.options.ingest(stranger, [signal('shared-id', { strategy: 'theirs' })]);
      assert.deepEqual(
        both.rejected.map(({ code }) => code),
        ['RECORD_CONFLICT'],
      );
    });

    it('the report of a process whose person was removed a moment ago writes nothing', async () => {
      const { options } = world.core;
      const report = async () =>
        await options.ingest(world.stranger, [signal(freshId('late'))], { token: true });
      await options.tokens.create(world.stranger, 'trader');
      assert.equal((await report()).accepted, 1);
      await options.forget(world.stranger);
      await assert.rejects(report(), { code: 'INGEST_TOKEN_UNKNOWN' });
      const read = await options.store.read(
        world.stranger,
        async (workspace) => await workspace.rows('signals'),
      );
      assert.deepEqual(read, []);
    });

    it('two processes that send the same batch at once: each record is taken once', async () => {
      const batch = Array.from({ length: 200 }, (_, nr) => signal(`race-${nr}`));
      const answers = await Promise.all([1, 2, 3].map(async () => await ingest(...batch)));
      assert.equal(
        answers.reduce((sum, { accepted }) => sum + accepted, 0),
        200,
      );
      assert.equal(
        answers.reduce((sum, { duplicates }) => sum + duplicates, 0),
        400,
      );
      assert.deepEqual(await codes(...batch), []);
    });
  });
