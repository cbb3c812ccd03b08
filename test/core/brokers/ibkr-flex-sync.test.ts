import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { testCore, type TestCore } from '../../support/core.ts';
import { FlexServer } from '../../support/flex-server.ts';
import {
  flexAction,
  flexCash,
  flexPosition,
  type FlexSections,
  flexTax,
  flexTrade,
} from '../../support/flex-statement.ts';

const BY = { actor: 'api:owner' };
const ACCOUNT = 'U1234567';
const STATEMENT: FlexSections = {
  positions: [flexPosition({ position: '160', reportDate: '20260227' })],
  trades: [
    flexTrade({ tradeID: '1', quantity: '60', tradePrice: '10' }),
    flexTrade({ tradeID: '2', quantity: '-20', buySell: 'SELL', tradePrice: '12', tradeDate: '20260202' }),
    flexTrade({
      tradeID: '3',
      quantity: '7',
      symbol: 'OOPS',
      conid: '8',
      isin: 'US5949181045',
      securityID: '',
    }),
    flexTrade({ tradeID: '4', assetCategory: 'OPT', symbol: 'ACME 260320C00010000' }),
  ],
  cash: [flexCash(), flexTax(), flexCash({ type: 'Other Fees', transactionID: '9' })],
  actions: [flexAction({ reportDate: '20260216' })],
};

/** What the statement says, as an Activity statement has it. */
const ACTIVITY = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers LLC
Statement,Data,Title,Activity Statement
Statement,Data,Period,"January 1, 2026 - February 27, 2026"
Account Information,Header,Field Name,Field Value
Account Information,Data,Base Currency,USD
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,ACME,"2026-01-09, 10:00:00",60,10,10,-600.00,-1.0410679,601.04,0,0,O
Trades,Data,Order,Stocks,USD,ACME,"2026-02-02, 10:00:00",-20,12,12,240.00,-1.0410679,-200.35,38.6,0,C
Trades,Data,Order,Stocks,USD,OOPS,"2026-01-09, 11:00:00",7,6.6415,6.64,-46.4905,-1.0410679,47.53,0,0,O
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2026-02-16,"2026-02-13, 20:25:00","ACME(US0378331005) Split 4 for 1 (ACME, ACME INC, US0378331005)",120,0,0,0,
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2026-02-12,ACME(US0378331005) Cash Dividend USD 0.24 per Share (Ordinary Dividend),81.6
Withholding Tax,Header,Currency,Date,Description,Amount,Code
Withholding Tax,Data,USD,2026-02-12,ACME(US0378331005) Cash Dividend USD 0.24 per Share - US Tax,-20.4,
`;

describe('portfolio/Connection sync rules 4: a sync of ibkr_flex', () => {
  const server = new FlexServer();
  let world: TestCore;
  before(() => server.start());
  after(() => server.close());
  beforeEach(async () => {
    server.reset({ holdings: 0, trades: 0, leftOut: 0 });
    server.statements = [STATEMENT];
    world = await testCore({ environment: { IBKR_FLEX_BASE_URL: server.url } });
  });
  afterEach(() => world.close());

  async function connect(): Promise<string> {
    const { id } = await world.core.connections.create(
      world.owner,
      {
        broker: 'ibkr_flex',
        label: 'My IBKR',
        role: 'SYNC',
        credentials: { token: FlexServer.TOKEN, query_id: FlexServer.QUERY, account_id: ACCOUNT },
      },
      BY,
    );
    return id;
  }
  const sync = async (id: string) => await world.core.connections.sync(world.owner, id, BY);
  const drop = async (portfolio: string, type: 'auto' | 'holdings' = 'auto') => {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(server.document())]), {
      portfolio,
      type,
    });
    return await imports.commit(world.owner, { import_id }, BY);
  };
  const rows = async () =>
    (await world.core.portfolio.transactions.list(world.owner, { order: 'asc', page_size: 200 })).items.map(
      ({ symbol, date, type, quantity, price, fee_tax, currency, execution_id }) =>
        [symbol, date, type, quantity, price, fee_tax, currency, execution_id] as const,
    );

  const inbox = async () =>
    (await world.core.portfolio.brokerChanges.list(world.owner)).open.map(
      ({ kind, symbol, before, after }) => [kind, symbol, before?.price, after?.price ?? null] as const,
    );

  it('writes holdings, trades, dividends and splits, and says what it left out', async () => {
    const { connection, counts } = await sync(await connect());
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['OK', null]);
    assert.equal(connection.portfolio, `IBKR_FLEX - ${ACCOUNT}`);
    assert.deepEqual([counts?.holdings, counts?.trades_new, counts?.left_out], [1, 5, 2]);
    assert.deepEqual(await rows(), [
      ['ACME', '2026-01-09', 'BUY', 60, 10, 1.0410679, 'USD', 'IBKR:TRADE:1'],
      ['OOPS', '2026-01-09', 'BUY', 7, 6.6415, 1.0410679, 'USD', 'IBKR:TRADE:3'],
      ['ACME', '2026-02-02', 'SELL', 20, 12, 1.0410679, 'USD', 'IBKR:TRADE:2'],
      ['ACME', '2026-02-12', 'DIVIDEND', 0, 81.6, 20.4, 'USD', 'IBKR:TXN:5767420360'],
      ['ACME', '2026-02-16', 'SPLIT', 4, null, 0, 'USD', 'IBKR:SPLIT:ACME:2026-02-16'],
    ]);
    const acme = (await world.core.portfolio.holdings.all(world.owner)).find(
      ({ symbol }) => symbol === 'ACME',
    );
    // (60 − 20) × 4 is what the broker has, too.
    assert.deepEqual(
      [acme?.source, acme?.quantity, acme?.reconciliation?.status, acme?.current_price],
      ['BROKER', 160, 'MATCHED', 314.86],
    );
  });

  it('a sync and the same statement dropped by hand meet in one row each, whichever comes first', async () => {
    const id = await connect();
    const { connection } = await sync(id);
    const synced = await rows();
    const dropped = await drop(connection.portfolio);
    assert.deepEqual([dropped.imported, dropped.skipped_reasons.already_recorded], [0, 5]);
    assert.deepEqual(await rows(), synced);

    await world.close();
    world = await testCore({ environment: { IBKR_FLEX_BASE_URL: server.url } });
    const again = await connect();
    assert.equal((await drop(connection.portfolio)).imported, 5);
    const { counts } = await sync(again);
    assert.deepEqual([counts?.trades_new, counts?.trades_known], [0, 5]);
    assert.deepEqual(await rows(), synced);
  });

  it('portfolio/Import and ledger rules 3: a sync and an Activity statement, which has no numbers, meet too, whichever comes first', async () => {
    const activity = async (portfolio: string) => {
      const { imports } = world.core.portfolio;
      const file = Readable.from([Buffer.from(ACTIVITY)]);
      const { import_id } = await imports.stage(world.owner, file, { portfolio });
      return await imports.commit(world.owner, { import_id }, BY);
    };
    const told = async () =>
      (await rows()).map(([symbol, date, type, quantity]) => [symbol, date, type, quantity]);
    const id = await connect();
    const { connection } = await sync(id);
    const synced = await told();
    const after = await activity(connection.portfolio);
    assert.deepEqual([after.imported, after.skipped_reasons.already_recorded], [0, 5]);
    assert.deepEqual(await told(), synced);

    await world.close();
    world = await testCore({ environment: { IBKR_FLEX_BASE_URL: server.url } });
    const again = await connect();
    assert.equal((await activity(connection.portfolio)).imported, 5);
    await sync(again);
    await sync(again);
    assert.deepEqual(await told(), synced);
  });

  it('a trade that was taken back later leaves no position, and nothing is deleted', async () => {
    const id = await connect();
    await sync(id);
    const back = flexTrade({
      tradeID: '30',
      quantity: '-7',
      symbol: 'OOPS',
      conid: '8',
      isin: 'US5949181045',
      securityID: '',
      transactionType: 'TradeCancel',
      buySell: 'BUY (Ca.)',
      ibCommission: '1.0410679',
      tradeDate: '20260202',
    });
    server.statements = [{ ...STATEMENT, trades: [...(STATEMENT.trades ?? []), back] }];
    const { counts } = await sync(id);
    assert.equal(counts?.trades_new, 1);
    assert.deepEqual(await inbox(), []);
    assert.equal((await rows()).length, 6);
    const holdings = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      holdings.map(({ symbol }) => symbol),
      ['ACME'],
    );
  });

  it('a dividend that is taken back and paid anew later is right in the end, in the statement whole or in parts', async () => {
    const id = await connect();
    await sync(id);
    server.statements = [
      {
        ...STATEMENT,
        cash: [
          ...(STATEMENT.cash ?? []),
          flexCash({ amount: '-81.6', transactionID: '70', reportDate: '20260301' }),
          flexTax({ amount: '20.4', transactionID: '71', reportDate: '20260301' }),
          flexCash({ amount: '81.6', transactionID: '72', reportDate: '20260301' }),
          flexTax({ amount: '-12.24', transactionID: '73', reportDate: '20260301' }),
        ],
      },
    ];
    const { connection, counts } = await sync(id);
    assert.equal(counts?.trades_new, 2);
    const dividends = async () => (await rows()).filter(([, , type]) => type === 'DIVIDEND');
    const put = await dividends();
    const total = (at: 4 | 5) =>
      put.reduce((sum, row) => sum + (row[3] === 0 ? 1 : at === 4 ? -1 : 1) * (row[at] ?? 0), 0);
    // 81.6 once, and 20.4 − 20.4 + 12.24 of tax.
    assert.deepEqual([total(4).toFixed(2), total(5).toFixed(2)], ['81.60', '12.24']);
    assert.equal((await drop(connection.portfolio)).imported, 0);
    assert.equal((await drop('Another')).imported, 7);
    assert.equal((await dividends()).length, 6);
  });

  it('1001 is tried again within the hour, a success once a day; what is there stays', async () => {
    const id = await connect();
    const until = ({ next_due_at }: { next_due_at: string | null }) =>
      (Date.parse(next_due_at ?? '') - world.clock.now().getTime()) / 3_600_000;
    const good = (await sync(id)).connection.sync;
    assert.ok(until(good) > 12 && until(good) <= 36, `${until(good)} hours`);
    const before = await rows();
    server.refuse(1001, { at: 'send', times: 1 });
    const later = (await sync(id)).connection.sync;
    assert.deepEqual([later.state, later.reason_code], ['FAILED', 'STATEMENT_NOT_READY']);
    assert.ok(until(later) > 0 && until(later) <= 1.1, `${until(later)} hours`);
    assert.deepEqual(await rows(), before);
  });

  it('a refused token waits for the person', async () => {
    server.refuse(1012, { at: 'send' });
    const { sync: state } = (await sync(await connect())).connection;
    assert.deepEqual([state.reason_code, state.next_due_at], ['FLEX_TOKEN_EXPIRED', null]);
    assert.match(state.reason ?? '', /^The Flex token has expired\. Create a new one/);
  });

  it('a trade that a later statement has otherwise waits, and one that it lacks; other days and dividends do not', async () => {
    const id = await connect();
    await sync(id);
    const [, sold = assert.fail()] = STATEMENT.trades ?? [];
    // Without the purchase of OOPS, and without the dividend, which a query may leave out.
    server.statements = [
      {
        ...STATEMENT,
        trades: [flexTrade({ tradeID: '1', quantity: '60', tradePrice: '11' }), sold],
        cash: [],
      },
    ];
    await sync(id);
    assert.deepEqual(await inbox(), [
      ['CHANGED', 'ACME', 10, 11],
      ['VANISHED', 'OOPS', 6.6415, null],
    ]);
    server.statements = [STATEMENT];
    await sync(id);
    assert.deepEqual(await inbox(), []);
    assert.equal((await rows()).length, 5);
  });

  it('a statement that corrects a trade by a row of its own goes on as before, also where it lists the old row no more', async () => {
    const id = await connect();
    await sync(id);
    const [, ...others] = STATEMENT.trades ?? [];
    const corrected = flexTrade({
      tradeID: '1',
      quantity: '60',
      tradePrice: '11',
      transactionType: 'TradeCorrect',
    });
    server.statements = [{ ...STATEMENT, trades: [...others, corrected] }];
    await sync(id);
    assert.deepEqual(await inbox(), []);
    server.statements = [{ ...STATEMENT, trades: others }];
    await sync(id);
    assert.deepEqual(await inbox(), []);
  });
});
