import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { BrokerTrade, WholeDays } from '../../../core/brokers/adapter.ts';
import type { BrokerChange } from '../../../core/portfolio/broker-changes/index.ts';
import { earningsLine } from '../../../bot/text/earnings.ts';
import { held, page, trade } from '../../support/fake-broker.ts';
import { refused } from '../../support/problems.ts';
import { BY, type BrokerWorld, sharedBrokerWorld } from './world.ts';

/** Days that the fake broker shows whole. */
const WHOLE: WholeDays = { from: '2026-01-01', to: '2026-03-02', of: 'EVERYTHING' };
const BOUGHT = trade('1', 'TCS', '10');
const SOLD = trade('2', 'TCS', '4', { type: 'SELL', date: '2026-02-10', price: '150' });
const OTHER = trade('3', 'INFY', '5');

describe('portfolio/Connection sync: what a broker changes waits in an inbox', () => {
  let world: BrokerWorld;
  let id: string;
  const worldAnew = sharedBrokerWorld();
  beforeEach(async () => {
    world = await worldAnew();
    // Months pass in some cases: its sessions have no end.
    world.broker.renewal = 'none';
    world.broker.holdings = [held('TCS', '6'), held('INFY', '5')];
    tell(BOUGHT, SOLD, OTHER);
    id = (await world.create()).id;
    assert.equal((await world.sync(id)).counts?.trades_new, 3);
  });
  afterEach(() => world.close());

  function tell(...trades: BrokerTrade[]): void {
    world.broker.pages = [{ ...page(...trades), whole: WHOLE }];
  }
  const changes = () => world.core.portfolio.brokerChanges;
  const list = () => changes().list(world.owner);
  async function sync(...trades: BrokerTrade[]): Promise<BrokerChange[]> {
    tell(...trades);
    world.clock.pass(31);
    assert.equal((await world.sync(id)).connection.sync.state, 'OK');
    return (await list()).open;
  }
  async function only(): Promise<BrokerChange> {
    const { open } = await list();
    assert.equal(open.length, 1);
    return open[0] ?? assert.fail();
  }
  const decide = (decision: 'ACCEPT' | 'KEEP' | 'LATER', ...of: BrokerChange[]) =>
    changes().decide(
      world.owner,
      { decision, changes: of.map(({ id: one, version }) => ({ id: one, version })) },
      BY,
    );
  const rows = async () =>
    (
      await world.core.portfolio.transactions.list(world.owner, { page: 1, page_size: 200, order: 'asc' })
    ).items.map(({ execution_id, quantity, price, fee_tax }) => [execution_id, quantity, price, fee_tax]);
  const brief = ({ kind, state, title }: BrokerChange) => [kind, state, title];

  const CORRECTED = { ...BOUGHT, price: '101', fee_tax: '2' };
  const RECORDED = [
    ['1', 10, 100, 1.5],
    ['3', 5, 100, 1.5],
    ['2', 4, 150, 1.5],
  ];

  it('a trade with other facts waits with its effect, and nothing of it is recorded', async () => {
    const [entry = assert.fail(), ...more] = await sync(CORRECTED, SOLD, OTHER);
    assert.deepEqual(more, []);
    assert.deepEqual(brief(entry), [
      'CHANGED',
      'OPEN',
      'bought 10 at INR 100 on 2 Feb 2026: price 100 → 101, charges 1.5 → 2',
    ]);
    assert.deepEqual(
      [entry.portfolio, entry.symbol, entry.before?.price, entry.after?.price, entry.after?.fee_tax],
      ['DHAN - 1100012345', 'TCS', 100, 101, 2],
    );
    // Bought for 1,001.5, or for 1,012; 4 of 10 were sold for 598.5: 598.5 − 400.6 = 197.9, or 598.5 − 404.8 = 193.7.
    assert.deepEqual(entry.effects, [
      {
        symbol: 'TCS',
        currency: 'INR',
        quantity: { before: 6, after: 6 },
        cost: { before: 600.9, after: 607.2 },
        average_cost: { before: 100.15, after: 101.2 },
        realised_gain: { before: 197.9, after: 193.7 },
        gains: [{ fy: '2025-26', term: 'SHORT', rate_pct: 20, before: 197.9, after: 193.7 }],
        // 20 % of 4.2 less.
        tax_change: -0.84,
        unknown_reason: null,
      },
    ]);
    assert.deepEqual(await rows(), RECORDED);
  });

  it('the same sync again asks nothing anew; a third version takes the place of the second', async () => {
    const [first = assert.fail()] = await sync(CORRECTED, SOLD, OTHER);
    const [same] = await sync(CORRECTED, SOLD, OTHER);
    assert.deepEqual(same, first);
    const [third = assert.fail(), ...more] = await sync({ ...BOUGHT, price: '102' }, SOLD, OTHER);
    assert.deepEqual(more, []);
    assert.deepEqual([third.id, third.version, third.after?.price], [first.id, first.version + 1, 102]);
    // What was shown before is not what would be accepted.
    await refused(decide('ACCEPT', first), 409, 'BROKER_CHANGE_NOT_OPEN');
    assert.deepEqual(await rows(), RECORDED);
  });

  it('a change that the broker takes back closes by itself and says so', async () => {
    await sync(CORRECTED, SOLD, OTHER);
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    assert.deepEqual(
      (await list()).decided.map(({ state }) => state),
      ['WITHDRAWN'],
    );
  });

  it("accepting records the broker's version, once; undoing brings back every digit", async () => {
    await sync(CORRECTED, SOLD, OTHER);
    const entry = await only();
    assert.deepEqual(await decide('ACCEPT', entry), { decided: 1, open_count: 0 });
    assert.deepEqual(await decide('ACCEPT', entry), { decided: 0, open_count: 0 });
    assert.deepEqual((await rows())[0], ['1', 10, 101, 2]);
    assert.deepEqual(await sync(CORRECTED, SOLD, OTHER), []);
    const undone = await changes().undo(world.owner, entry.id, BY);
    assert.deepEqual([undone.state, undone.decided_at], ['OPEN', null]);
    assert.deepEqual(await rows(), RECORDED);
    assert.equal((await changes().undo(world.owner, entry.id, BY)).version, undone.version);
    // It is asked about again, and by the next sync as well.
    assert.deepEqual((await sync(CORRECTED, SOLD, OTHER)).map(brief), [brief(entry)]);
  });

  it('what is kept is not asked again unless the broker changes it once more', async () => {
    await sync(CORRECTED, SOLD, OTHER);
    await decide('KEEP', await only());
    assert.deepEqual(await sync(CORRECTED, SOLD, OTHER), []);
    assert.deepEqual(await rows(), RECORDED);
    const [again] = await sync({ ...BOUGHT, price: '99' }, SOLD, OTHER);
    assert.equal(again?.after?.price, 99);
  });

  it('what is put off is announced again after 7 days, once, and stays marked until then', async () => {
    await sync(CORRECTED, SOLD, OTHER);
    await decide('LATER', await only());
    assert.equal((await only()).state, 'LATER');
    assert.deepEqual(
      (await sync(CORRECTED, SOLD, OTHER)).map(({ state }) => state),
      ['LATER'],
    );
    const notices = async () =>
      (await world.core.notifications.list(world.owner, {})).items.filter(
        ({ kind }) => kind === 'broker_change',
      ).length;
    assert.equal(await notices(), 1);
    world.clock.pass(7 * 24 * 60 - 120);
    assert.equal(await changes().tellNews(world.owner), 0);
    world.clock.pass(120);
    assert.equal(await changes().tellNews(world.owner), 1);
    assert.equal((await only()).state, 'OPEN');
    // A repeat of the job, and later mornings, say nothing more: the weekly letter lists it.
    assert.equal(await changes().tellNews(world.owner), 0);
    world.clock.pass(24 * 60);
    assert.equal(await changes().tellNews(world.owner), 0);
    assert.equal(await notices(), 2);
  });

  it('an undo after an edit by hand is refused: nothing of the edit is lost', async () => {
    await sync(CORRECTED, SOLD, OTHER);
    const entry = await only();
    await decide('ACCEPT', entry);
    const { items } = await world.core.portfolio.transactions.list(world.owner, {
      symbol: 'TCS',
      type: 'BUY',
    });
    await world.core.portfolio.transactions.update(world.owner, items[0]?.id ?? '', { price: 105 }, BY);
    await refused(changes().undo(world.owner, entry.id, BY), 409, 'BROKER_CHANGE_EDITED');
    // The broker's version is the accepted one still: nothing is asked.
    assert.deepEqual(await sync(CORRECTED, SOLD, OTHER), []);
  });

  it('a trade that the person corrected is no change by the broker', async () => {
    const { items } = await world.core.portfolio.transactions.list(world.owner, {
      symbol: 'TCS',
      type: 'BUY',
    });
    await world.core.portfolio.transactions.update(world.owner, items[0]?.id ?? '', { price: 98 }, BY);
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    const [entry] = await sync(CORRECTED, SOLD, OTHER);
    assert.deepEqual([entry?.before?.price, entry?.after?.price], [98, 101]);
  });

  it('charges that come later are recorded as ever, but not beside another price: a row is of one version', async () => {
    const late = trade('4', 'INFY', '1', { date: '2026-02-20', fee_tax: null });
    await sync(BOUGHT, SOLD, OTHER, late);
    const fees = async () => (await rows()).find(([execution]) => execution === '4');
    assert.deepEqual(
      await sync(BOUGHT, SOLD, OTHER, { ...late, price: '110', fee_tax: '7' }).then((all) => all.map(brief)),
      [['CHANGED', 'OPEN', 'bought 1 at INR 100 on 20 Feb 2026: price 100 → 110, charges 0 → 7']],
    );
    assert.deepEqual(await fees(), ['4', 1, 100, 0]);
    await sync(BOUGHT, SOLD, OTHER, { ...late, fee_tax: '7' });
    assert.deepEqual(await fees(), ['4', 1, 100, 7]);
    assert.deepEqual((await list()).open, []);
  });

  it('a trade that a complete reading lacks waits; accepting deletes it, and no sync brings it back or asks again', async () => {
    const [entry = assert.fail(), ...more] = await sync(BOUGHT, OTHER);
    assert.deepEqual(more, []);
    assert.deepEqual(brief(entry), [
      'VANISHED',
      'OPEN',
      'sold 4 at INR 150 on 10 Feb 2026: not listed any more',
    ]);
    assert.deepEqual(entry.effects[0]?.quantity, { before: 6, after: 10 });
    assert.deepEqual(await rows(), RECORDED);
    await decide('ACCEPT', entry);
    assert.deepEqual((await rows()).length, 2);
    assert.deepEqual(await sync(BOUGHT, OTHER), []);
    // The broker lists it again: that is a change like another one.
    const [back = assert.fail()] = await sync(BOUGHT, SOLD, OTHER);
    assert.deepEqual(brief(back), ['RETURNED', 'OPEN', 'sold 4 at INR 150 on 10 Feb 2026: listed again']);
    assert.deepEqual((await rows()).length, 2);
    assert.deepEqual((await sync(BOUGHT, SOLD, OTHER)).map(brief), [brief(back)]);
    await decide('ACCEPT', back);
    assert.deepEqual(
      (await rows()).map(([execution]) => execution),
      ['1', '3', '2'],
    );
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    await changes().undo(world.owner, back.id, BY);
    assert.deepEqual((await rows()).length, 2);
  });

  it('undoing an accepted deletion brings the trade back under its own id, also after its 30 days in the trash', async () => {
    await sync(BOUGHT, OTHER);
    const entry = await only();
    const { items } = await world.core.portfolio.transactions.list(world.owner, { type: 'SELL' });
    await decide('ACCEPT', entry);
    await world.core.database.asSystem('what the cleanup deletes', (trx) => trx('portfolio.trash').delete());
    await changes().undo(world.owner, entry.id, BY);
    assert.deepEqual(
      (await world.core.portfolio.transactions.list(world.owner, { type: 'SELL' })).items,
      items,
    );
    assert.deepEqual(
      (await sync(BOUGHT, OTHER)).map(({ kind }) => kind),
      ['VANISHED'],
    );
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
  });

  it('a trade is not gone where days are not whole, a row was not readable, or nothing known came', async () => {
    world.broker.pages = [page(BOUGHT, OTHER)];
    world.clock.pass(31);
    await world.sync(id);
    assert.deepEqual((await list()).open, []);
    world.broker.pages = [
      { ...page(BOUGHT, OTHER), whole: WHOLE, left_out: [{ what: 'a row', reason: 'UNREADABLE' }] },
    ];
    world.clock.pass(31);
    await world.sync(id);
    assert.deepEqual((await list()).open, []);
    world.broker.pages = [{ ...page(BOUGHT), whole: { ...WHOLE, to: '2026-02-09' } }];
    world.clock.pass(31);
    await world.sync(id);
    assert.deepEqual(
      (await list()).open.map(({ symbol }) => symbol),
      ['INFY'],
    );
  });

  it('an empty list of whole days is believed when a second reading an hour later shows the same', async () => {
    assert.deepEqual(await sync(), []);
    assert.deepEqual(await sync(), []);
    // Of an empty list in bad times nobody hears.
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    assert.deepEqual((await list()).decided, []);
    assert.deepEqual(await sync(), []);
    assert.deepEqual(await sync(), []);
    world.clock.pass(31);
    assert.equal((await sync()).length, 3);
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    assert.equal((await list()).decided.length, 3);
  });

  it('rows by hand and of files, and those of another connection, are never gone', async () => {
    await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'DHAN - 1100012345',
        symbol: 'TCS',
        date: '2026-02-12',
        type: 'BUY',
        quantity: 1,
        price: 100,
        currency: 'INR',
      },
      BY,
    );
    await world.core.database.asSystem('as if another connection had recorded it', (trx) =>
      trx('portfolio.transactions').where({ execution_id: '3' }).update({ connection_id: 4711 }),
    );
    assert.deepEqual(
      (await sync(BOUGHT)).map(({ symbol }) => symbol),
      ['TCS'],
    );
  });

  it('a trade of a file has its own charges; another price is a change all the same', async () => {
    await world.core.database.asSystem('as if a file had recorded it', (trx) =>
      trx('portfolio.transactions')
        .where({ execution_id: '3' })
        .update({ source: 'CSV', fee_tax: 9, connection_id: null }),
    );
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    const [entry] = await sync(BOUGHT, SOLD, { ...OTHER, price: '101' });
    assert.deepEqual([entry?.after?.price, entry?.after?.fee_tax], [101, 9]);
  });

  it('days of what waits are read again until it is decided', async () => {
    await sync(CORRECTED, SOLD, OTHER);
    world.clock.pass(30 * 24 * 60);
    world.broker.calls.length = 0;
    const asked = () => world.broker.calls.filter(({ what }) => what === 'trades').map(({ from }) => from);
    await sync(CORRECTED, SOLD, OTHER);
    await sync(CORRECTED, SOLD, OTHER);
    assert.deepEqual([...new Set(asked())], ['2026-02-02']);
    await decide('KEEP', await only());
    world.broker.calls.length = 0;
    await sync(CORRECTED, SOLD, OTHER);
    assert.deepEqual([...new Set(asked())], ['2026-03-25']);
  });

  it('units that change without a trade wait once no trade has come for two days, and end when one does', async () => {
    world.broker.holdings = [held('TCS', '9'), held('INFY', '5')];
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    world.clock.pass(48 * 60);
    const [entry = assert.fail()] = await sync(BOUGHT, SOLD, OTHER);
    assert.deepEqual(brief(entry), ['QUANTITY', 'OPEN', 'units 6 → 9 without a trade']);
    assert.deepEqual(entry.quantity, { before: 6, after: 9 });
    await decide('KEEP', entry);
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
    world.broker.holdings = [held('TCS', '10'), held('INFY', '5')];
    assert.deepEqual(
      (await sync(BOUGHT, SOLD, OTHER)).map(({ quantity }) => quantity?.after),
      [10],
    );
    const more = trade('5', 'TCS', '4', { date: '2026-02-20' });
    assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, more), []);
  });

  it('after a declined change of a trade, other units that change without a trade are asked about', async () => {
    const more = { ...BOUGHT, quantity: '12' };
    world.broker.holdings = [held('TCS', '8'), held('INFY', '5')];
    await sync(more, SOLD, OTHER);
    await decide('KEEP', await only());
    assert.deepEqual(await sync(more, SOLD, OTHER), []);
    world.clock.pass(48 * 60);
    assert.deepEqual(await sync(more, SOLD, OTHER), []);
    world.broker.holdings = [held('TCS', '11'), held('INFY', '5')];
    assert.deepEqual(await sync(more, SOLD, OTHER), []);
    world.clock.pass(48 * 60);
    const [entry = assert.fail()] = await sync(more, SOLD, OTHER);
    assert.deepEqual(brief(entry), ['QUANTITY', 'OPEN', 'units 6 → 11 without a trade']);
    await decide('ACCEPT', entry);
    const tcs = async () =>
      (await world.core.portfolio.holdings.all(world.owner))
        .filter(({ symbol }) => symbol === 'TCS')
        .map(({ quantity, reconciliation }) => [quantity, reconciliation.status]);
    assert.deepEqual(await tcs(), [[11, 'MATCHED']]);
    assert.deepEqual(await sync(more, SOLD, OTHER), []);
    assert.deepEqual(await tcs(), [[11, 'MATCHED']]);
  });

  describe('units that change without a trade and are accepted', () => {
    async function unitsOf(quantity: string): Promise<BrokerChange> {
      world.broker.holdings = [held('TCS', quantity), held('INFY', '5')];
      await sync(BOUGHT, SOLD, OTHER);
      world.clock.pass(48 * 60);
      return (await sync(BOUGHT, SOLD, OTHER))[0] ?? assert.fail();
    }
    const books = async () => ({
      rows: (
        await world.core.portfolio.transactions.list(world.owner, { page: 1, page_size: 200, order: 'asc' })
      ).items,
      holdings: (await world.core.portfolio.holdings.all(world.owner)).map(
        ({ symbol, quantity, avg_buy_price, reconciliation }) => [
          symbol,
          quantity,
          avg_buy_price,
          { ...reconciliation, calculated_at: null },
        ],
      ),
    });
    const transfers = async () =>
      (await books()).rows
        .filter(({ type }) => type === 'TRANSFER_IN' || type === 'TRANSFER_OUT')
        .map(({ type, date, quantity, price }) => [type, date, quantity, price]);
    const status = async (of = 'TCS') =>
      (await world.core.portfolio.holdings.all(world.owner)).find(({ symbol }) => symbol === of)
        ?.reconciliation.status;
    const MAIN = 'DHAN - 1100012345';
    const rename = () =>
      world.core.corporateActions.create(
        world.owner,
        { portfolio: MAIN, symbol: 'TCS', ex_date: '2026-03-03', kind: 'RENAME', into_symbol: 'TCSNEW' },
        BY,
      );
    const buy = (quantity: number) =>
      world.core.portfolio.transactions.create(
        world.owner,
        {
          portfolio: MAIN,
          symbol: 'TCS',
          date: '2026-02-12',
          type: 'BUY',
          quantity,
          price: 100,
          currency: 'INR',
        },
        BY,
        'CSV',
      );
    const asBefore = ({ until: _until, version: _version, ...of }: BrokerChange) => of;

    it('more units come as a transfer of unknown cost, as the preview says; one press takes it back', async () => {
      const entry = await unitsOf('9');
      assert.deepEqual(entry.effects, [
        {
          symbol: 'TCS',
          currency: 'INR',
          quantity: { before: 6, after: 9 },
          // 6 of 10 that cost 1,001.5.
          cost: { before: 600.9, after: null },
          average_cost: { before: 100.15, after: null },
          realised_gain: { before: 197.9, after: 197.9 },
          gains: [],
          tax_change: 0,
          unknown_reason:
            'Your broker does not show what the new units cost, so their cost and the gain of a later sale are unknown.',
        },
      ]);
      assert.equal(
        entry.sentence,
        'Your broker holds another number of units, and no trade explains it. Accepting records a transfer in of 3 units on 2 Mar 2026 at an unknown cost; a trade dated up to 2 Mar 2026 that is recorded later takes its place.',
      );
      const before = await books();
      assert.equal(await status(), 'MISSING_HISTORY');
      await decide('ACCEPT', entry);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 3, null]]);
      assert.equal(await status(), 'MATCHED');
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
      assert.equal(await status(), 'MATCHED');
      await changes().undo(world.owner, entry.id, BY);
      assert.deepEqual(asBefore(await only()), asBefore(entry));
      assert.deepEqual(await books(), before);
      assert.equal((await decide('ACCEPT', await only())).decided, 1);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 3, null]]);
    });

    it('fewer units leave at an unknown price: cost goes with them, gain and tax are unknown', async () => {
      const entry = await unitsOf('5');
      assert.deepEqual(
        entry.effects.map(({ quantity, cost, realised_gain, tax_change, unknown_reason }) => [
          quantity.after,
          cost.after,
          realised_gain,
          tax_change,
          unknown_reason,
        ]),
        [
          [
            5,
            // 5 × 100.15
            500.75,
            { before: 197.9, after: null },
            null,
            'No sale of the missing units is on record, so their gain and tax are unknown.',
          ],
        ],
      );
      const before = await books();
      await decide('ACCEPT', entry);
      assert.deepEqual(await transfers(), [['TRANSFER_OUT', '2026-03-02', 1, null]]);
      assert.equal(await status(), 'MATCHED');
      const tax = await world.core.reports.tax.read(world.owner, { fy: '2025-26' });
      assert.ok(tax.notes.some(({ code }) => code === 'UNPRICED_UNITS'));
      assert.equal(tax.short_term.left_out?.units, 1);
      const missing =
        'No sale of these units is on record. Record it under Transactions, dated no later than';
      assert.equal(tax.short_term.left_out.reason, `${missing} their transfer out.`);
      const overview = await world.core.portfolio.dashboard.read(world.owner);
      assert.match(earningsLine(overview) ?? '', /cost or sale unknown: TCS$/);
      const of = { portfolio: 'DHAN - 1100012345' };
      const { reasons } = await world.core.reports.performance.read(world.owner, of);
      assert.match(reasons.xirr_pct ?? '', /^The cost or the sale of some units of TCS is unknown\./);
      await changes().undo(world.owner, entry.id, BY);
      assert.deepEqual(await books(), before);
    });

    it('a trade that comes later takes the place of its units, from the broker or a file, and is counted once', async () => {
      await decide('ACCEPT', await unitsOf('9'));
      const late = trade('5', 'TCS', '2', { date: '2026-02-20' });
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, late), []);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 1, null]]);
      assert.equal(await status(), 'MATCHED');
      const add = {
        portfolio: 'DHAN - 1100012345',
        symbol: 'TCS',
        date: '2026-02-12',
        type: 'BUY',
        quantity: 1,
        price: 100,
        currency: 'INR',
      };
      const { id: byHand } = await world.core.portfolio.transactions.create(world.owner, add, BY, 'CSV');
      assert.deepEqual(await transfers(), []);
      assert.equal(await status(), 'MATCHED');
      const decided = async () => (await list()).decided[0] ?? assert.fail();
      assert.match((await decided()).sentence, /recorded later explain these units/);
      // Deleted again, and its unit is missing as before.
      await world.core.portfolio.transactions.remove(world.owner, byHand, BY);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 1, null]]);
      // A purchase after that day is another one.
      const next = trade('6', 'TCS', '4', { date: '2026-03-03' });
      world.broker.holdings = [held('TCS', '13'), held('INFY', '5')];
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, late, next), []);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 1, null]]);
      assert.equal(await status(), 'MATCHED');
      await changes().undo(world.owner, (await decided()).id, BY);
      assert.deepEqual(await transfers(), []);
    });

    const holding = async () => {
      const all = await world.core.portfolio.holdings.all(world.owner);
      const of = all.find(({ symbol }) => symbol === 'TCS') ?? assert.fail();
      return [of.quantity, of.reconciliation.status];
    };
    const byHand = (type: string, date: string, quantity: number) =>
      world.core.portfolio.transactions.create(
        world.owner,
        { portfolio: 'DHAN - 1100012345', symbol: 'TCS', date, type, quantity, price: 130, currency: 'INR' },
        BY,
      );

    // The list counts trades of its last days twice where what is expected of it still has the accepted units.
    for (const date of ['2026-02-27', '2026-03-02'])
      it(`a trade of ${date} that takes their place is not counted twice in the holding`, async () => {
        await decide('ACCEPT', await unitsOf('9'));
        const late = trade('5', 'TCS', '3', { date });
        for (let day = 0; day < 4; day += 1) {
          assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, late), []);
          assert.deepEqual([await transfers(), await holding()], [[], [9, 'MATCHED']]);
          world.clock.pass(25 * 60);
        }
      });

    it('a purchase of their day that comes to more than they are is another one: they stay', async () => {
      await decide('ACCEPT', await unitsOf('9'));
      const late = trade('5', 'TCS', '4', { date: '2026-03-02' });
      world.broker.holdings = [held('TCS', '13'), held('INFY', '5')];
      for (let day = 0; day < 4; day += 1) {
        assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, late), []);
        assert.deepEqual(
          [await transfers(), await holding()],
          [[['TRANSFER_IN', '2026-03-02', 3, null]], [13, 'MATCHED']],
        );
        world.clock.pass(25 * 60);
      }
    });

    it('a purchase of their day that comes to as much takes their place; where the list has both, the units are asked about', async () => {
      await decide('ACCEPT', await unitsOf('9'));
      const late = trade('5', 'TCS', '3', { date: '2026-03-02' });
      world.broker.holdings = [held('TCS', '12'), held('INFY', '5')];
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, late), []);
      world.clock.pass(48 * 60);
      const [entry = assert.fail()] = await sync(BOUGHT, SOLD, OTHER, late);
      assert.deepEqual(brief(entry), ['QUANTITY', 'OPEN', 'units 9 → 12 without a trade']);
      await decide('ACCEPT', entry);
      assert.deepEqual(await holding(), [12, 'MATCHED']);
    });

    for (const [units, type, date, quantity] of [
      ['5', 'SELL', '2026-02-27', 1],
      ['5', 'SELL', '2026-03-02', 1],
      ['9', 'BUY', '2026-02-27', 4],
      ['9', 'BUY', '2026-03-02', 3],
    ] as const)
      it(`${type} ${quantity} by hand on ${date} takes their place in the holding too; deleted, they are back`, async () => {
        await decide('ACCEPT', await unitsOf(units));
        const before = [await transfers(), await holding()];
        const { id: made } = await byHand(type, date, quantity);
        assert.deepEqual(
          [await transfers(), await holding()],
          [[], [Number(units), quantity === 4 ? 'EXCESS_LEDGER' : 'MATCHED']],
        );
        await world.core.portfolio.transactions.remove(world.owner, made, BY);
        assert.deepEqual([await transfers(), await holding()], before);
      });

    it('the preview of another change has the accepted units as accepting it leaves them', async () => {
      await decide('ACCEPT', await unitsOf('9'));
      const late = trade('5', 'TCS', '2', { date: '2026-02-20' });
      await sync(BOUGHT, SOLD, OTHER, late);
      const quantities = ({ effects }: BrokerChange) => effects.map(({ quantity }) => quantity);
      // One unit more of the three is explained.
      const [changed = assert.fail()] = await sync(BOUGHT, SOLD, OTHER, { ...late, quantity: '3' });
      assert.equal(changed.kind, 'CHANGED');
      assert.deepEqual(
        changed.effects.map(({ quantity, cost }) => [quantity, cost]),
        // 600.9 and 3 × 100 with a fee of 1.5.
        [
          [
            { before: 9, after: 9 },
            { before: null, after: 902.4 },
          ],
        ],
      );
      await decide('ACCEPT', changed);
      assert.deepEqual([await transfers(), await holding()], [[], [9, 'MATCHED']]);
      // All three are unexplained again.
      const [gone = assert.fail()] = await sync(BOUGHT, SOLD, OTHER);
      assert.deepEqual([gone.kind, quantities(gone)], ['VANISHED', [{ before: 9, after: 9 }]]);
      await decide('ACCEPT', gone);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 3, null]]);
    });

    it('while a corporate action of the symbol waits nothing is asked; declined, the units are asked about again', async () => {
      await world.core.database.asSystem('announce a bonus', (trx) =>
        trx('market.corporate_actions').insert({
          exchange: 'NSE',
          symbol: 'TCS',
          ex_date: '2026-02-25',
          raw: 'Bonus 1:2',
          kind: 'BONUS',
          new_shares: 3,
          old_shares: 2,
          status: 'READ',
          source: 'NSE',
        }),
      );
      world.broker.holdings = [held('TCS', '9'), held('INFY', '5')];
      await sync(BOUGHT, SOLD, OTHER);
      world.clock.pass(48 * 60);
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
      assert.deepEqual(await changes().undecided(world.owner), []);
      assert.equal(await changes().tellNews(world.owner), 0);
      const { corporateActions } = world.core;
      const [bonus = assert.fail()] = (await corporateActions.list(world.owner)).open;
      await corporateActions.decline(world.owner, [bonus.id], BY);
      assert.deepEqual(brief(await only()), ['QUANTITY', 'OPEN', 'units 6 → 9 without a trade']);
      assert.equal(await changes().tellNews(world.owner), 1);
      assert.equal(await changes().tellNews(world.owner), 0);
      // Accepted, and then the bonus is applied all the same: its shares take the place of the transfer.
      await decide('ACCEPT', await only());
      const terms = { symbol: 'TCS', ex_date: '2026-02-25', kind: 'BONUS', new_shares: 3, old_shares: 2 };
      await corporateActions.create(world.owner, { portfolio: 'DHAN - 1100012345', ...terms }, BY);
      assert.deepEqual(await transfers(), []);
      assert.equal(await status(), 'MATCHED');
    });

    it('trades meanwhile change nothing of the question, whatever was answered: it is about the units that none explains', async () => {
      const entry = await unitsOf('9');
      const next = trade('6', 'TCS', '4', { date: '2026-03-04' });
      world.broker.holdings = [held('TCS', '13'), held('INFY', '5')];
      const [same = assert.fail()] = await sync(BOUGHT, SOLD, OTHER, next);
      assert.deepEqual([same.version, same.title], [entry.version, 'units 6 → 9 without a trade']);
      assert.deepEqual(same.effects[0]?.quantity, { before: 10, after: 13 });
      await decide('KEEP', same);
      const more = trade('7', 'TCS', '1', { date: '2026-03-04' });
      world.broker.holdings = [held('TCS', '14'), held('INFY', '5')];
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER, next, more), []);
      await changes().undo(world.owner, entry.id, BY);
      await decide('ACCEPT', await only());
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 3, null]]);
      assert.equal(await status(), 'MATCHED');
    });

    it('the transfer is neither edited nor deleted by itself; the next change has an entry of its own', async () => {
      const first = await unitsOf('9');
      await decide('ACCEPT', first);
      const row = (await books()).rows.find(({ type }) => type === 'TRANSFER_IN') ?? assert.fail();
      const { transactions } = world.core.portfolio;
      await refused(transactions.remove(world.owner, row.id, BY), 409, 'TRANSACTION_DERIVED');
      await refused(
        transactions.update(world.owner, row.id, { quantity: 2 }, BY),
        409,
        'TRANSACTION_DERIVED',
      );
      const second = await unitsOf('11');
      assert.deepEqual(brief(second), ['QUANTITY', 'OPEN', 'units 9 → 11 without a trade']);
      // Taken back, the first has nothing to ask: the second is about all units that are missing.
      assert.equal((await changes().undo(world.owner, first.id, BY)).state, 'WITHDRAWN');
      assert.deepEqual((await only()).effects[0]?.quantity, { before: 6, after: 11 });
      await decide('ACCEPT', await only());
      assert.deepEqual(
        (await transfers()).map(([, , quantity]) => quantity),
        [5],
      );
      assert.equal(await status(), 'MATCHED');
    });

    it('an export of accepted units reads back whole in another portfolio, and clashes with no later entry', async () => {
      await decide('ACCEPT', await unitsOf('5'));
      let file = '';
      for await (const part of await world.core.portfolio.exports.csv(world.owner, { type: 'transactions' }))
        file += String(part);
      const { imports } = world.core.portfolio;
      const bytes = Readable.from([Buffer.from(file.replaceAll(MAIN, 'Elsewhere'))]);
      const { import_id } = await imports.stage(world.owner, bytes, {});
      await imports.commit(world.owner, { import_id }, BY);
      const there = (await books()).rows.filter(({ portfolio }) => portfolio === 'Elsewhere');
      assert.deepEqual(
        there
          .filter(({ symbol }) => symbol === 'TCS')
          .map(({ type, quantity, price }) => [type, quantity, price]),
        [
          ['BUY', 10, 100],
          ['SELL', 4, 150],
          ['TRANSFER_OUT', 1, null],
        ],
      );
      const [id = '', other = ''] = (await books()).rows.flatMap(
        ({ execution_id }) => execution_id?.match(/^holding:TCS#(.+)$/)?.[1] ?? [],
      );
      assert.match(id, /^[\da-f-]{36}$/);
      assert.equal(id, other);
    });

    it('accepted units that trades explain stay explained through a rename, and come back under the new name', async () => {
      await decide('ACCEPT', await unitsOf('9'));
      const { id: byHand } = await buy(3);
      assert.deepEqual(await transfers(), []);
      await rename();
      const units = async () =>
        Object.fromEntries((await books()).holdings.map(([symbol, quantity]) => [symbol, quantity]));
      const whole = { INFY: 5, TCSNEW: 9 };
      assert.deepEqual(await units(), whole);
      assert.deepEqual(await transfers(), []);
      world.broker.holdings = [held('TCSNEW', '9'), held('INFY', '5')];
      assert.deepEqual(await sync(BOUGHT, SOLD, OTHER), []);
      await world.core.portfolio.transactions.remove(world.owner, byHand, BY);
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 3, null]]);
      assert.deepEqual(await units(), whole);
      assert.equal(await status('TCSNEW'), 'MATCHED');
      // Without the rename all of it has the old name again.
      const [action = assert.fail()] = (await world.core.corporateActions.list(world.owner)).decided;
      await world.core.corporateActions.undo(world.owner, action.id, BY);
      assert.deepEqual(await units(), { INFY: 5, TCS: 9 });
    });

    it('a question about units follows a rename; accepting what trades explain meanwhile is refused', async () => {
      const entry = await unitsOf('9');
      await rename();
      const asked = [{ symbol: 'TCSNEW', title: 'units 6 → 9 without a trade' }];
      const open = async () => (await list()).open.map(({ symbol, title }) => ({ symbol, title }));
      assert.deepEqual(await open(), asked);
      world.broker.holdings = [held('TCSNEW', '9'), held('INFY', '5')];
      await sync(BOUGHT, SOLD, OTHER);
      assert.deepEqual(await open(), asked);
      const { id: byHand } = await buy(3);
      await refused(decide('ACCEPT', entry), 409, 'BROKER_CHANGE_NOT_OPEN');
      await world.core.portfolio.transactions.remove(world.owner, byHand, BY);
      await decide('ACCEPT', await only());
      assert.deepEqual(await transfers(), [['TRANSFER_IN', '2026-03-02', 3, null]]);
      assert.equal(await status('TCSNEW'), 'MATCHED');
      await changes().undo(world.owner, entry.id, BY);
      assert.deepEqual(await open(), asked);
    });
  });

  it('a process that dies between decision and record leaves both undone', async () => {
    await sync(CORRECTED, SOLD, OTHER);
    const entry = await only();
    const { systemPool } = world.core.database;
    await systemPool.query(
      `create function pg_temp_die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
       create trigger die before update on portfolio.broker_changes for each row execute function pg_temp_die()`,
    );
    await assert.rejects(decide('ACCEPT', entry));
    await systemPool.query('drop trigger die on portfolio.broker_changes');
    assert.deepEqual(await rows(), RECORDED);
    assert.equal((await decide('ACCEPT', await only())).decided, 1);
  });
});
