import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { held, page, trade } from '../../support/fake-broker.ts';
import { refused } from '../../support/problems.ts';
import { BY, type BrokerWorld, sharedBrokerWorld } from './world.ts';
import { tradebookFile } from '../../support/tradebook-rows.ts';

/** Two fills of TCS and one of INFY, as Zerodha's Console has them. */
const TRADEBOOK = tradebookFile(
  'TCS,INE467B01029,2026-02-02,NSE,EQ,EQ,buy,false,6,3200,11,1,2026-02-02T10:00:00',
  'TCS,INE467B01029,2026-02-02,NSE,EQ,EQ,buy,false,4,3200,12,1,2026-02-02T10:00:01',
  'INFY,INE009A01021,2026-02-03,NSE,EQ,EQ,buy,false,5,1500,13,2,2026-02-03T10:00:00',
);
/** The same without numbers of the exchange, as other files tell it; both fills of TCS as one line. */
const WITHOUT_NUMBERS = [
  'Symbol,Date,Type,Quantity,Price,Fee_Tax',
  'TCS,2026-02-02,BUY,10,3200,0',
  'INFY,2026-02-03,BUY,5,1500,0',
  '',
].join('\n');
const FILLS = [
  trade('NSE:2026-02-02:11', 'TCS', '6', { price: '3200', isin: 'INE467B01029' }),
  trade('NSE:2026-02-02:12', 'TCS', '4', { price: '3200', isin: 'INE467B01029' }),
  trade('NSE:2026-02-03:13', 'INFY', '5', { date: '2026-02-03', price: '1500', isin: 'INE009A01021' }),
];
const OWN = 'ZERODHA - 1100012345';

describe('a portfolio that has the trades of an account before it is connected', () => {
  let world: BrokerWorld;
  let id: string;
  const worldAnew = sharedBrokerWorld({ broker: 'zerodha' });
  beforeEach(async () => {
    world = await worldAnew();
    world.broker.holdings = [
      held('TCS', '10', { isin: 'INE467B01029' }),
      held('INFY', '5', { isin: 'INE009A01021' }),
    ];
    world.broker.pages = [page(...FILLS)];
  });
  afterEach(() => world.close());

  async function importFile(text: string, portfolio?: string): Promise<void> {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(text)]), {
      portfolio,
    });
    await imports.commit(world.owner, { import_id }, BY);
  }
  const connect = async () => {
    ({ id } = await world.create({ broker: 'zerodha', label: 'My Zerodha' }));
    return await world.sync(id);
  };
  const portfolios = async () =>
    (await world.core.portfolio.portfolios.list(world.owner))
      .map(({ name }) => name)
      .filter((name) => name !== 'Networth')
      .sort();
  const rows = async () =>
    (await world.core.portfolio.transactions.list(world.owner, { order: 'asc', page_size: 200 })).items.map(
      ({ portfolio, symbol, quantity }) => [portfolio, symbol, quantity],
    );
  const positions = async () =>
    (await world.core.portfolio.holdings.all(world.owner)).map(({ portfolio, symbol, quantity }) => [
      portfolio,
      symbol,
      quantity,
    ]);
  const choose = (portfolioId: string | null, by = BY) =>
    world.core.connections.choosePortfolio(world.owner, id, portfolioId, by);
  const zerodha = async () =>
    (await world.core.portfolio.portfolios.list(world.owner)).find(({ name }) => name === 'Zerodha')?.id ??
    '';
  const notices = async () =>
    (await world.core.notifications.list(world.owner, {})).items.filter(
      ({ kind }) => kind === 'connection_attention',
    );

  it('the first sync records nothing, and asks which portfolio the account is', async () => {
    await importFile(TRADEBOOK);
    const before = [await rows(), await positions(), await portfolios()];
    const { connection, counts } = await connect();
    assert.equal(counts, null);
    assert.deepEqual(
      [connection.sync.state, connection.sync.reason_code, connection.sync.next_due_at],
      ['NEEDS_PORTFOLIO', 'PORTFOLIO_TO_CHOOSE', null],
    );
    assert.deepEqual(connection.portfolio_question, {
      portfolios: [{ id: await zerodha(), name: 'Zerodha', executions: 3, holdings: 2 }],
      separate: OWN,
      answer: null,
    });
    assert.deepEqual([await rows(), await positions(), await portfolios()], before);
    const [notice] = await notices();
    assert.equal(notice?.title, 'My Zerodha (Fake Broker) needs you to choose a portfolio');
    // Nothing is tried before the person has answered; asked again by hand, it asks the same and tells nobody twice.
    assert.equal(await world.round(), 'nothing was due');
    assert.equal((await world.sync(id)).connection.sync.state, 'NEEDS_PORTFOLIO');
    assert.equal((await notices()).length, 1);
    const { rows: staged } = await world.core.database.systemPool.query(
      'select * from portfolio.import_rows',
    );
    assert.deepEqual(staged, []);
  });

  it('“use the existing one”: the sync goes on at once, knows the trades, and there is no second portfolio', async () => {
    await importFile(TRADEBOOK);
    await connect();
    const answered = await choose(await zerodha());
    assert.deepEqual(
      [
        answered.sync.state,
        answered.sync.reason_code,
        answered.portfolio,
        answered.portfolio_question?.answer,
      ],
      ['PENDING', null, 'Zerodha', 'EXISTING'],
    );
    assert.equal(await world.round(), '1 synced');
    const { portfolio, portfolio_question, sync } = await world.get(id);
    assert.deepEqual(
      [
        portfolio,
        portfolio_question,
        sync.state,
        sync.last_result?.trades_new,
        sync.last_result?.trades_known,
      ],
      ['Zerodha', null, 'OK', 0, 3],
    );
    assert.deepEqual(await portfolios(), ['Zerodha']);
    assert.deepEqual(await positions(), [
      ['Zerodha', 'INFY', 5],
      ['Zerodha', 'TCS', 10],
    ]);
    assert.equal((await rows()).length, 3);
  });

  it('“keep a separate one”: both are there, because the person said so, and nothing is asked again', async () => {
    await importFile(TRADEBOOK);
    await connect();
    await choose(null);
    const { counts } = await world.sync(id);
    assert.equal(counts?.trades_new, 3);
    assert.deepEqual(await portfolios(), [OWN, 'Zerodha'].sort());
    assert.equal((await world.sync(id)).connection.sync.state, 'OK');
  });

  it('the answer may be changed until the first rows are recorded, and not after', async () => {
    await importFile(TRADEBOOK);
    await connect();
    await choose(null);
    const changed = await choose(await zerodha());
    assert.deepEqual([changed.portfolio, changed.portfolio_question?.separate], ['Zerodha', OWN]);
    const back = await choose(null);
    assert.equal(back.portfolio, OWN);
    await choose(await zerodha());
    await world.sync(id);
    await refused(choose(null), 409, 'PORTFOLIO_NOT_ASKED');
    // The same answer once more, from a press that came twice, is no error.
    assert.equal((await choose(await zerodha())).sync.state, 'OK');
    assert.deepEqual(await portfolios(), ['Zerodha']);
  });

  it('an answer while a sync is under way with another one: that sync writes nothing any more', async () => {
    await importFile(TRADEBOOK);
    await connect();
    await choose(null);
    const target = await zerodha();
    world.broker.before = async ({ what }) => {
      if (what !== 'trades') return;
      world.broker.before = () => undefined;
      await choose(target);
    };
    assert.equal((await world.sync(id)).counts, null);
    assert.deepEqual(await portfolios(), ['Zerodha']);
    assert.equal((await world.sync(id)).counts?.trades_known, 3);
    assert.deepEqual(await portfolios(), ['Zerodha']);
  });

  it('repeats of one press change nothing, and a killed process leaves nothing to mend', async () => {
    await importFile(TRADEBOOK);
    await connect();
    const by = { ...BY, request: { idempotencyKey: 'chat:1:press' } };
    const target = await zerodha();
    const first = await choose(target, by);
    assert.deepEqual(await choose(target, by), first);
    assert.deepEqual(await choose(target), first);
    // Another process takes up what was asked here.
    const other = await world.neighbour();
    assert.equal(await other.brokers.maintain(new AbortController().signal), '1 synced');
    assert.deepEqual(await portfolios(), ['Zerodha']);
  });

  it('one of the portfolios that were found, or none: another one, and one that is gone, is refused', async () => {
    await importFile(TRADEBOOK);
    await connect();
    const target = await zerodha();
    await importFile(WITHOUT_NUMBERS, 'Aside');
    const aside = (await world.core.portfolio.portfolios.list(world.owner)).find(
      ({ name }) => name === 'Aside',
    );
    await refused(choose(aside?.id ?? ''), 422, 'VALIDATION_ERROR');
    await refused(choose('999999'), 422, 'VALIDATION_ERROR');
    await world.core.portfolio.portfolios.remove(world.owner, target, BY);
    await refused(choose(target), 422, 'VALIDATION_ERROR');
    await refused(
      world.core.connections.choosePortfolio(world.stranger, id, null, BY),
      404,
      'CONNECTION_NOT_FOUND',
    );
  });

  it('a file without the exchange’s numbers is recognised by day, side, quantity and price, and its trades stay one each', async () => {
    await importFile(WITHOUT_NUMBERS, 'Old file');
    const { connection } = await connect();
    const [found] = connection.portfolio_question?.portfolios ?? [];
    // The day's 10 TCS at 3200 are the fills of 6 and 4; INFY is the same row.
    assert.deepEqual([found?.name, found?.executions, found?.holdings], ['Old file', 2, 2]);
    await choose(found?.id ?? '');
    const { counts } = await world.sync(id);
    assert.deepEqual([counts?.trades_new, counts?.trades_known], [0, 3]);
    assert.deepEqual(await rows(), [
      ['Old file', 'TCS', 10],
      ['Old file', 'INFY', 5],
    ]);
    assert.equal((await world.sync(id)).counts?.trades_new, 0);
  });

  it('a broker that tells today’s trades only is recognised by its holdings', async () => {
    await importFile(TRADEBOOK);
    world.broker.pages = [page()];
    const { connection } = await connect();
    assert.deepEqual(
      connection.portfolio_question?.portfolios.map(({ name, executions, holdings }) => [
        name,
        executions,
        holdings,
      ]),
      [['Zerodha', 0, 2]],
    );
  });

  it('with nothing in common nothing is asked', async () => {
    await importFile(
      tradebookFile('SBIN,INE062A01020,2026-02-02,NSE,EQ,EQ,buy,false,7,500,99,1,2026-02-02T10:00:00'),
    );
    const { connection } = await connect();
    assert.equal(connection.sync.state, 'OK');
    assert.deepEqual(await portfolios(), [OWN, 'Zerodha'].sort());
    await refused(choose(null), 409, 'PORTFOLIO_NOT_ASKED');
  });

  it('trades that are alike but bear other numbers of the exchange are those of somebody else in the household', async () => {
    await importFile(TRADEBOOK.replaceAll(/,1([123]),/g, ',7$1,'));
    world.broker.holdings = [];
    const { connection } = await connect();
    assert.equal(connection.sync.state, 'OK');
  });

  it('what another connection fills is its account’s: nothing is asked about it', async () => {
    await connect();
    const { id: second } = await world.create({
      broker: 'zerodha',
      label: 'Twin',
      credentials: { client_id: '1100099999', secret: 'another-secret-value' },
    });
    const { connection } = await world.sync(second);
    assert.equal(connection.sync.state, 'OK');
  });

  it('a connection that is put into that portfolio from the start is asked nothing', async () => {
    await importFile(TRADEBOOK);
    ({ id } = await world.create({ broker: 'zerodha', label: 'My Zerodha', portfolio: 'zerodha' }));
    const { counts } = await world.sync(id);
    assert.equal(counts?.trades_known, 3);
    assert.deepEqual(await portfolios(), ['Zerodha']);
  });

  it('a portfolio that was chosen and deleted before the first sync: the question is put anew, or not at all', async () => {
    await importFile(TRADEBOOK);
    await connect();
    const target = await zerodha();
    await choose(target);
    await world.core.portfolio.portfolios.remove(world.owner, target, BY);
    const { connection } = await world.sync(id);
    assert.deepEqual([connection.sync.state, connection.portfolio], ['OK', OWN]);
  });
});
