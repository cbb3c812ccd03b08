import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TradebookView } from '../../../../core/options/index.ts';
import { optionsWorld, type OptionsWorld, STORES } from '../../../support/options-world.ts';
import { sampled } from '../../../support/soak.ts';
import { bytesOf, CALL, type FillRow, PUT, STRANGLE, zerodhaFile } from '../../../support/fo-tradebook.ts';

const ACTOR = { actor: 'test:owner' };
const NOW = '2026-01-09T10:00:00.000Z';

for (const store of STORES)
  describe(`decisions/Options workspace: F&O tradebooks (${store})`, () => {
    let world: OptionsWorld;
    before(async () => {
      world = await optionsWorld(store, NOW);
    });
    after(() => world.close());
    beforeEach(async () => {
      world.clock.at = new Date(NOW);
      await world.anew();
    });

    const tradebooks = () => world.core.options.tradebooks;
    async function importing(rows: readonly FillRow[], strategy?: string): Promise<TradebookView> {
      const reading = await tradebooks().read(
        bytesOf(zerodhaFile(rows)),
        strategy === undefined ? {} : { strategy },
      );
      assert.ok(reading);
      const view = await tradebooks().commit(world.owner, reading, { name: 'tradebook.csv', actor: ACTOR });
      assert.deepEqual(view.refused, []);
      return view;
    }
    /** All that the journal and the results rest on, without what counts up with each report. */
    const journal = async () =>
      await world.core.options.store.read(world.owner, async (workspace) => {
        const plain = (rows: Record<string, unknown>[]) =>
          rows.map((row) => ({
            ...row,
            owner_user_id: null,
            record_id: null,
            payload_json: null,
            payload: { ...(JSON.parse(row['payload_json'] as string) as object), id: null },
          }));
        const closed = await workspace.rows('closed_trades').where({ is_counted: 1 }).orderBy('tag');
        const open = await workspace.rows('positions').where({ is_open: 1 }).orderBy('tag');
        const stories = await workspace.rows('trade_journal').orderBy('tag');
        const executions = await workspace.rows('executions').orderBy('record_id');
        return {
          closed: plain(closed),
          open: plain(open),
          journal: plain(stories),
          executions: executions.map((row) => ({ ...row, owner_user_id: null })),
        };
      });

    it('fills become a closed trade with its legs, its costs and its row of the journal', async () => {
      const view = await importing(STRANGLE);
      // The put gains (100 − 60) × 75 = 3,000, the call loses (90 − 80) × 75 = 750.
      assert.deepEqual(
        [view.fills, view.trades, view.gross],
        [{ new: 4, known: 0, total: 4 }, { closed: 1, open: 0, unknown: 0 }, 2_250],
      );
      const { closed, open, journal: stories, executions } = await journal();
      assert.deepEqual([closed.length, open.length, stories.length, executions.length], [1, 0, 1, 4]);
      const [trade] = closed as Record<string, unknown>[];
      assert.equal(trade?.['tag'], 'TB-NIFTY-260113-20260105-093210');
      assert.deepEqual(
        [
          trade?.['mode'],
          trade?.['strategy'],
          trade?.['exit_reason'],
          trade?.['realised_gross_e4'],
          trade?.['day'],
        ],
        ['LIVE', 'tradebook', 'SQUARED_OFF', 22_500_000, '2026-01-06'],
      );
      // Four orders of ₹20; STT 0.1 % of the sales of 7,500 and 6,000: 7.50 and 6.00.
      const { costs } = (trade ?? {})['payload'] as { costs: Record<string, number> };
      assert.deepEqual([costs['brokerage'], costs['stt']], [80, 13.5]);
      const { realised, trades } = await world.core.options.performance.read(world.owner, 'LIVE');
      assert.deepEqual([realised.gross, realised.state, trades.closed], [2_250, 'COMPLETE', 1]);
      assert.equal(realised.costs, view.costs);
    });

    it('the same file again changes nothing, and a preview never does', async () => {
      const reading = await tradebooks().read(bytesOf(zerodhaFile(STRANGLE)));
      assert.ok(reading);
      const preview = await tradebooks().preview(world.owner, reading);
      assert.deepEqual(
        [preview.is_imported, preview.gross, (await journal()).executions.length],
        [false, 2_250, 0],
      );
      await importing(STRANGLE);
      const before_ = await journal();
      const again = await importing(STRANGLE, 'another name');
      assert.deepEqual(again.fills, { new: 0, known: 4, total: 4 });
      assert.deepEqual(await journal(), before_);
      const known = await world.core.options.store.read(world.owner, (workspace) =>
        workspace.rows('workspace_audit').select('action'),
      );
      assert.deepEqual(
        known.map(({ action }) => String(action)).filter((action) => action.startsWith('TRADEBOOK')),
        ['TRADEBOOK_IMPORTED'],
      );
    });

    it('a later file closes a trade that was open', async () => {
      const first = await importing(STRANGLE.slice(0, 3));
      // The put is closed with 3,000, which counts once the call is closed too.
      assert.deepEqual(
        [first.trades, first.gross, first.realised_in_open],
        [{ closed: 0, open: 1, unknown: 0 }, null, 3_000],
      );
      assert.equal((await journal()).open.length, 1);
      const second = await importing(STRANGLE.slice(2));
      assert.deepEqual(
        [second.trades.closed, second.gross, second.fills],
        [1, 2_250, { new: 1, known: 1, total: 2 }],
      );
      assert.deepEqual((await journal()).open, []);
    });

    it('whatever files the fills come in, and in whatever order, the journal is the same', async () => {
      const rows: FillRow[] = [
        ...STRANGLE,
        // a scalp that turns from short to long: one fill ends a trade and begins the next
        {
          ...PUT,
          at: '2026-01-07T10:00:00',
          side: 'sell',
          quantity: 75,
          price: 50.05,
          trade: 800,
          order: 'A',
        },
        {
          ...PUT,
          at: '2026-01-07T10:00:00',
          side: 'buy',
          quantity: 150,
          price: 45.15,
          trade: 801,
          order: 'B',
        },
        { ...PUT, at: '2026-01-07T11:00:00', side: 'sell', quantity: 75, price: 47, trade: 802, order: 'C' },
        // an order in three fills, still open
        {
          ...CALL,
          at: '2026-01-08T09:20:00',
          side: 'buy',
          quantity: 75,
          price: 10.05,
          trade: 901,
          order: 'D',
        },
        {
          ...CALL,
          at: '2026-01-08T09:20:00',
          side: 'buy',
          quantity: 75,
          price: 10.1,
          trade: 902,
          order: 'D',
        },
        {
          ...CALL,
          at: '2026-01-08T09:20:01',
          side: 'buy',
          quantity: 150,
          price: 10.15,
          trade: 903,
          order: 'D',
        },
      ];
      await importing(rows);
      const whole = await journal();
      // The strangle, the scalp short and the scalp long are closed; the calls are open.
      assert.deepEqual([whole.closed.length, whole.open.length], [3, 1]);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uniqueArray(fc.nat({ max: rows.length - 1 }), { minLength: 1 }), { maxLength: 4 }),
          fc.shuffledSubarray(
            rows.map((_, at) => at),
            { minLength: rows.length },
          ),
          async (parts, order) => {
            await world.anew();
            const half = Math.ceil(order.length / 2);
            for (const part of [...parts, order.slice(0, half), order.slice(half)])
              await importing(part.map((at) => rows[at] as FillRow));
            assert.deepEqual(await journal(), whole);
          },
        ),
        { numRuns: sampled(8, 200) },
      );
    });

    it('a trade that one fill opened, while it ended another, is taken back where there was none', async () => {
      const fill = (trade: number, minute: string, side: 'buy' | 'sell', quantity: number): FillRow => ({
        ...PUT,
        at: `2026-01-07T10:${minute}:00`,
        side,
        quantity,
        price: 50,
        trade,
      });
      // 75 are sold and 150 bought: a trade is over, and another is open.
      await importing([fill(811, '05', 'sell', 75), fill(812, '10', 'buy', 150)]);
      const first = await journal();
      assert.deepEqual([first.closed.length, first.open.length], [1, 1]);
      // Another 75 had been sold before: the purchase closed them all.
      await importing([fill(810, '00', 'sell', 75)]);
      const second = await journal();
      assert.deepEqual([second.closed.length, second.open.length], [1, 0]);
    });

    it('a trade that has no fill to itself ends with its contract', async () => {
      const rows: FillRow[] = [
        { ...PUT, at: '2026-01-07T10:05:00', side: 'sell', quantity: 75, price: 50, trade: 821 },
        { ...PUT, at: '2026-01-07T10:10:00', side: 'buy', quantity: 150, price: 50, trade: 822 },
      ];
      await importing(rows);
      assert.equal((await journal()).open.length, 1);
      const at = world.clock.at;
      world.clock.at = new Date('2026-01-14T04:00:00.000Z');
      await world.core.options.watch.round(AbortSignal.timeout(60_000));
      world.clock.at = at;
      const { closed, open } = await journal();
      assert.deepEqual([closed.length, open.length], [2, 0]);
    });

    it('a file in the middle that was missing makes other trades; what was written to the first moves along', async () => {
      const [sold, , bought] = STRANGLE as FillRow[];
      // Without the sale of the 5th the purchase of the 6th looks like an opening, which the sale of the 7th ends.
      const late: FillRow = {
        ...PUT,
        at: '2026-01-07T09:30:00',
        side: 'sell',
        quantity: 75,
        price: 70,
        trade: 720,
      };
      await importing([bought as FillRow, late]);
      const { closed } = await journal();
      const tag = String((closed[0] as Record<string, unknown>)['tag']);
      await world.core.options.store.change(world.owner, async (workspace) => {
        await workspace
          .rows<{ tag: string }>('trade_journal')
          .where({ tag })
          .update({ operator_notes: 'too early' } as object);
      });
      const view = await importing([sold as FillRow]);
      assert.deepEqual([view.replaced, view.trades.closed], [1, 1]);
      const after_ = await journal();
      assert.deepEqual([after_.closed.length, after_.open.length, after_.journal.length], [1, 1, 1]);
      const [row] = after_.journal as Record<string, unknown>[];
      assert.equal(row?.['operator_notes'], 'too early');
      assert.equal(row?.['realised_gross_e4'], 30_000_000);
    });

    it('an option without a closing fill has an unknown result after its expiry, until somebody says the settlement', async () => {
      const [, sold] = STRANGLE as FillRow[];
      await importing([sold as FillRow]);
      assert.equal((await journal()).open.length, 1);
      world.clock.at = new Date('2026-01-13T10:01:00.000Z');
      await tradebooks().watcher.look(world.owner, world.clock.at);
      const { closed, open } = await journal();
      assert.deepEqual(
        [
          open.length,
          closed.map((row) => [
            (row as Record<string, unknown>)['exit_reason'],
            (row as Record<string, unknown>)['realised_gross_e4'],
          ]),
        ],
        [0, [['EXPIRY', null]]],
      );
      const { realised } = await world.core.options.performance.read(world.owner, 'LIVE');
      assert.deepEqual(
        [realised.gross, realised.state, realised.reasons.map(({ code }) => code)],
        [null, 'UNAVAILABLE', ['SETTLEMENT_UNKNOWN']],
      );
      const expiry = { underlying: 'NIFTY', expiry: '2026-01-13' };
      assert.deepEqual(await tradebooks().settlements(world.owner), { unsettled: [expiry], settled: [] });
      // The call of 26,500 was 40 in the money: (80 − 40) × 75 = 3,000 are left.
      const settled = await tradebooks().settle(
        world.owner,
        { underlying: 'NIFTY', expiry: '2026-01-13', price: 26_540 },
        ACTOR,
      );
      assert.deepEqual(
        settled.trades.map(({ state, gross }) => [state, gross]),
        [['CLOSED', 3_000]],
      );
      const { unsettled, settled: given } = await tradebooks().settlements(world.owner);
      assert.deepEqual([unsettled, given.map(({ price }) => price)], [[], [26_540]]);
      const known = await world.core.options.performance.read(world.owner, 'LIVE');
      assert.deepEqual([known.realised.gross, known.realised.state], [3_000, 'COMPLETE']);
      // Said again otherwise: the last word counts. Worthless: the whole premium of 6,000 stays.
      await tradebooks().settle(
        world.owner,
        { underlying: 'NIFTY', expiry: '2026-01-13', price: 26_000 },
        ACTOR,
      );
      assert.equal((await world.core.options.performance.read(world.owner, 'LIVE')).realised.gross, 6_000);
    });

    it('the holder of an option that is exercised pays STT on what it is worth', async () => {
      const bought: FillRow = {
        ...CALL,
        at: '2026-01-09T09:20:00',
        side: 'buy',
        quantity: 75,
        price: 10,
        trade: 1,
      };
      await importing([bought]);
      world.clock.at = new Date('2026-01-14T04:00:00.000Z');
      await tradebooks().settle(
        world.owner,
        { underlying: 'NIFTY', expiry: '2026-01-13', price: 26_600 },
        ACTOR,
      );
      const { closed } = await journal();
      const { costs } = (closed[0] as unknown as { payload: { costs: { stt: number } } }).payload;
      // 100 × 75 = 7,500 of intrinsic value at 0.125 % are 9.375: 9.38.
      assert.equal(costs.stt, 9.38);
    });

    it('a fill that comes again with another price is named and stays as it was', async () => {
      await importing(STRANGLE);
      const [first] = STRANGLE as FillRow[];
      const view = await importing([{ ...(first as FillRow), price: 120 }]);
      assert.deepEqual([view.issue_count, view.issues[0]?.row, view.fills.new], [1, 2, 0]);
      assert.match(view.issues[0]?.message ?? '', /was imported before with another/);
    });

    it('a settlement before the expiry, or of an expiry without fills, is refused', async () => {
      await importing(STRANGLE);
      const settle = (expiry: string) =>
        tradebooks().settle(world.owner, { underlying: 'NIFTY', expiry, price: 26_000 }, ACTOR);
      await assert.rejects(settle('2026-01-13'), { code: 'NOT_EXPIRED' });
      await assert.rejects(settle('2026-01-06'), { code: 'NO_FILLS_OF_EXPIRY' });
    });

    it('a file that was shown is imported once, within a day', async () => {
      const reading = await tradebooks().read(bytesOf(zerodhaFile(STRANGLE)));
      assert.ok(reading);
      const id = await tradebooks().keep(world.owner, reading, 'tradebook.csv');
      assert.equal((await tradebooks().commitKept(world.owner, id, ACTOR)).fills.new, 4);
      await assert.rejects(tradebooks().commitKept(world.owner, id, ACTOR), { code: 'TRADEBOOK_NOT_FOUND' });
      const late = await tradebooks().keep(world.owner, reading, 'tradebook.csv');
      world.clock.at = new Date('2026-01-10T10:00:01.000Z');
      await assert.rejects(tradebooks().commitKept(world.owner, late, ACTOR), {
        code: 'TRADEBOOK_NOT_FOUND',
      });
    });
  });
