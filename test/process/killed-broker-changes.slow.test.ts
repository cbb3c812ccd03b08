import assert from 'node:assert/strict';
import pg from 'pg';
import { createCore } from '../../core/assembly/index.ts';
import { createLog, istInstant, parseConfig } from '../../core/platform/index.ts';
import type { BrokerChange, BrokerChanges } from '../../core/portfolio/broker-changes/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { DhanServer } from '../support/dhan-server.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE, TEST_KEY } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';
import { sampled } from '../support/soak.ts';

const CHANGES = '/api/portfolio/broker-changes';
const WAIT_MS = 120_000;
/** Tables in the order in which a decision writes them. */
const WRITTEN = sampled(
  ['portfolio.positions', 'portfolio.broker_changes'],
  ['portfolio.transactions', 'portfolio.positions', 'evidence.events', 'portfolio.broker_changes'],
);

/** The tests go on from one another: one database, and a process for each attempt. */
describe('kill -9 in the middle of the inbox of broker changes', function () {
  this.timeout(600_000);
  const clock = new SharedClock(istInstant('2026-03-10', '14:04'));
  const dhan = new DhanServer(() => clock.now);
  let given: TestDatabase;
  let family: MunimFamily;
  let watcher: pg.Client;
  let connection: string;
  before(async () => {
    await dhan.start();
    dhan.reset({ holdings: 2, trades: 8, leftOut: 0 });
    given = await testDatabase();
    watcher = new pg.Client({ connectionString: given.url });
    await watcher.connect();
    const settings = {
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      BROKER_SECRET_KEY: TEST_KEY,
      DHAN_BASE_URL: dhan.url,
    };
    family = await MunimFamily.open(settings);
    const core = await createCore({
      config: parseConfig({ ...NOBODY_OUTSIDE, ...settings, LOG_LEVEL: 'silent' }),
      ownerUrl: given.url,
      isSeparationTried: true,
      clock: { now: () => clock.now },
      log: createLog('silent'),
    });
    const { id: owner } = await core.identity.users.ensureOwner();
    const credentials = { client_id: DhanServer.CLIENT_ID, access_token: dhan.accessToken() };
    const by = { actor: 'test' };
    ({ id: connection } = await core.connections.create(
      owner,
      { broker: 'dhan', label: 'Dhan', role: 'SYNC', credentials },
      by,
    ));
    assert.equal((await core.connections.sync(owner, connection, by)).connection.sync.state, 'OK');
    await core.close();
    // Three units more than the transactions, as two readings two days apart have noted.
    await watcher.query(
      `with lacking as (
         select l.* from portfolio.positions l
           join portfolio.holdings h on h.portfolio_id = l.portfolio_id and h.symbol = l.symbol and h.source = 'BROKER'
         order by l.symbol limit 1
       ), held as (
         update portfolio.holdings h set quantity = l.quantity - l.unmatched_quantity + 3, stock_quantity = null,
           stock_settled_to = null, stock_day = null, stock_expected = null, stock_average = null
         from lacking l where h.portfolio_id = l.portfolio_id and h.symbol = l.symbol
       )
       insert into portfolio.broker_changes (owner_user_id, portfolio_id, connection_id, subject, kind, symbol, before, after,
         state, seen_at)
       select owner_user_id, portfolio_id, $1, 'holding:' || symbol, 'QUANTITY', symbol,
         jsonb_build_object('symbol', symbol, 'quantity', (quantity - unmatched_quantity)::text),
         jsonb_build_object('symbol', symbol, 'quantity', (quantity - unmatched_quantity + 3)::text, 'day', '2026-03-09'),
         'OPEN', $2
       from lacking`,
      [connection, clock.now],
    );
  });
  after(async () => {
    await family.close();
    await watcher.end();
    await given.drop();
    await dhan.close();
  });

  const books = async () => {
    const rows = async (sql: string) => (await watcher.query<Record<string, unknown>>(sql)).rows;
    return {
      transactions: await rows(
        'select type, symbol, trade_date::text, quantity, price, fee_tax from portfolio.transactions order by execution_id',
      ),
      positions: await rows(
        'select symbol, quantity, cost_basis, unknown_cost_quantity from portfolio.positions order by symbol',
      ),
      holdings: await rows('select symbol, quantity, avg_buy_price from portfolio.holdings order by symbol'),
      entries: await rows(
        'select subject, state, kept is null as free from portfolio.broker_changes order by id',
      ),
    };
  };
  const only = async (client: ApiClient): Promise<BrokerChange> => {
    const { open } = (await client.get<BrokerChanges>(CHANGES)).body;
    assert.equal(open.length, 1);
    return open[0] ?? assert.fail();
  };
  /** Lets a fresh process do something. Manual syncs are half an hour apart. */
  async function withProcess<T>(run: (client: ApiClient) => Promise<T>): Promise<T> {
    clock.set(new Date(clock.now.getTime() + 31 * 60_000));
    const munim = await family.start(['api'], { clock: clock.now });
    const result = await run(await munim.signedIn());
    await munim.stop();
    return result;
  }
  /** Has a process killed while its request waits to write a table. */
  async function killedAt(table: string, request: (client: ApiClient) => Promise<() => Promise<unknown>>) {
    clock.set(new Date(clock.now.getTime() + 31 * 60_000));
    const munim = await family.start(['api'], { clock: clock.now });
    const send = await request(await munim.signedIn());
    const keeper = new pg.Client({ connectionString: given.url });
    await keeper.connect();
    try {
      await keeper.query(`begin; lock table ${table} in share mode`);
      const answered = send().catch(() => 'cut');
      await eventually(
        `the request to wait at ${table}`,
        async () => {
          const { rows } = await watcher.query(
            `select from pg_locks where not granted and relation = '${table}'::regclass and mode = 'RowExclusiveLock'`,
          );
          return rows.length > 0;
        },
        WAIT_MS,
      );
      await munim.kill();
      assert.equal(await answered, 'cut');
    } finally {
      await keeper.end();
    }
  }
  const accepting = async (client: ApiClient) => {
    const { id, version } = await only(client);
    return () => client.post(`${CHANGES}/decide`, { decision: 'ACCEPT', changes: [{ id, version }] });
  };
  const undoing = async (client: ApiClient) => {
    const { decided } = (await client.get<BrokerChanges>(CHANGES)).body;
    return () => client.post(`${CHANGES}/${decided[0]?.id ?? assert.fail()}/undo`);
  };
  let untouched: Awaited<ReturnType<typeof books>>;
  let accepted: Awaited<ReturnType<typeof books>>;

  for (const table of WRITTEN)
    it(`killed when accepting comes to write ${table}: nothing is accepted, and the books are as before`, async () => {
      untouched = await books();
      await killedAt(table, accepting);
      assert.deepEqual(await books(), untouched);
    });

  it('the next process accepts it, once', async () => {
    const answer = await withProcess(async (client) => {
      const accept = await accepting(client);
      await accept();
      return await accept();
    });
    assert.deepEqual((answer as { body: unknown }).body, { decided: 0, open_count: 0 });
    accepted = await books();
    assert.equal(accepted.transactions.length, untouched.transactions.length + 1);
    assert.deepEqual(
      accepted.entries.map(({ state, free }) => [state, free]),
      [['ACCEPTED', false]],
    );
  });

  for (const table of WRITTEN)
    it(`killed when undoing comes to write ${table}: it stays accepted, whole`, async () => {
      await killedAt(table, undoing);
      assert.deepEqual(await books(), accepted);
    });

  it('the next process undoes it: the books are as before, to the last digit', async () => {
    await withProcess(async (client) => await (await undoing(client))());
    assert.deepEqual(await books(), untouched);
  });

  it('killed when a sync comes to note a change: none is noted, and the next sync notes it once', async () => {
    const [row = assert.fail()] = dhan.books.history;
    row['tradedPrice'] = Number(row['tradedPrice']) + 1;
    const syncing = (client: ApiClient) =>
      Promise.resolve(() => client.post(`/api/portfolio/connections/${connection}/sync`));
    await killedAt('portfolio.broker_changes', syncing);
    assert.deepEqual((await books()).entries, untouched.entries);
    const kinds = async () =>
      await withProcess(async (client) => {
        await (
          await syncing(client)
        )();
        return (await client.get<BrokerChanges>(CHANGES)).body.open
          .map(({ kind }) => kind)
          .filter((kind) => kind !== 'QUANTITY');
      });
    assert.deepEqual(await kinds(), ['CHANGED']);
    assert.deepEqual(await kinds(), ['CHANGED']);
    assert.deepEqual((await books()).transactions, untouched.transactions);
  });
});
