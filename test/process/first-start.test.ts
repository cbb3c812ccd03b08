import assert from 'node:assert/strict';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { enter, MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const WAIT_MS = 120_000;
const KEY = 'a-purchase-of-monday-1';
/** Of a request whose change is not yet saved at the kill; that of the other is, and its answer is not. */
const UNSAVED = 'a-purchase-of-monday-2';
const purchase = {
  portfolio: 'Long term',
  symbol: 'TCS',
  type: 'BUY',
  date: '2026-01-05',
  quantity: 10,
  price: 3000,
  currency: 'INR',
  asset_class: 'Indian Equity',
};

/** The last lines with something on them. */
const lastLines = (one: MunimProcess, count: number): string[] =>
  one.output.trimEnd().split('\n').slice(-count);

/** One kill, with two requests in hand, between two starts: the tests go on from one another. */
describe('a first start, kill -9 in the middle of requests with a key, and the next start', function () {
  this.timeout(600_000);
  let given: TestDatabase;
  let family: MunimFamily;
  let munim: MunimProcess;
  let client: ApiClient;
  let keeper: pg.Client;
  before(async () => {
    given = await testDatabase();
    family = await MunimFamily.open({
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      LOG_LEVEL: 'info',
    });
    munim = await family.start();
    client = munim.client();
    keeper = new pg.Client({ connectionString: given.url });
    await keeper.connect();
    await keeper.query(`
      create function public.wait_for_test() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(4712);
        return new;
      end $$;
      create trigger wait_for_test before insert on identity.command_receipts for each row
        when (new.step = 'answer' or new.key like '%${UNSAVED}') execute function public.wait_for_test();
      select pg_advisory_lock(4712)`);
  });
  after(async () => {
    await keeper.end();
    await family.close();
    await given.drop();
  });

  const record = (body: object = purchase, key = KEY) =>
    client.request<{ id: string }>('POST', '/api/portfolio/transactions', {
      body,
      headers: { 'Idempotency-Key': key },
    });
  const recorded = async (): Promise<{ transactions: number; events: number }> =>
    (
      await keeper.query<{ transactions: number; events: number }>(
        `select (select count(*)::int from portfolio.transactions) as transactions,
                (select count(*)::int from evidence.events where kind = 'TRANSACTION_CREATED') as events`,
      )
    ).rows[0] ?? assert.fail();

  /** Sends a request, which is not answered, and waits until its receipt waits to be written, as the `nth` one. */
  async function waitsAtReceipt(nth: number, body: object, key: string) {
    const answer = record(body, key).catch((error: unknown) => error);
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = 4712 and not granted`;
    await eventually(
      'the receipt to wait',
      async () => (await keeper.query(waiting)).rowCount === nth,
      WAIT_MS,
    );
    return { answer };
  }

  it('the first start prints last the address and a code that signs in once, which no log repeats', async () => {
    const [address = '', signIn = '', entry] = lastLines(munim, 3);
    assert.match(address, /^ {2}Dashboard +http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(entry, `  Enter it at ${munim.url}/#code=owner`);
    const code = /as "owner" with the code (\d{6}) \(works once, until \d\d:\d\d IST; /.exec(signIn)?.[1];
    assert.ok(code !== undefined, `no code in: ${signIn}`);
    assert.match(munim.errors, /munim is ready/);
    assert.doesNotMatch(munim.errors, new RegExp(code), 'the log has the code');

    await enter(client, 'owner', code);
    assert.equal((await client.get('/api/auth/me')).status, 200);
    const again = await munim.client().post('/api/auth/verify', { login: 'owner', code });
    assert.deepEqual([again.status, again.body['code']], [401, 'INVALID_CODE']);
  });

  it('killed before its change is saved: nothing of it is there; what was saved is', async () => {
    const saved = await waitsAtReceipt(1, purchase, KEY);
    const unsaved = await waitsAtReceipt(2, { ...purchase, symbol: 'INFY' }, UNSAVED);
    await munim.kill();
    for (const { answer } of [saved, unsaved])
      assert.ok((await answer) instanceof Error, 'it was answered before the kill');
    await keeper.query('select pg_advisory_unlock(4712)');
    await keeper.query('drop trigger wait_for_test on identity.command_receipts');
    const { rows } = await keeper.query<{ symbol: string }>('select symbol from portfolio.transactions');
    assert.deepEqual(rows, [{ symbol: purchase.symbol }]);
    const { cookie } = client;
    munim = await family.start(['api']);
    client = munim.client();
    client.cookie = cookie;
  });

  it('a later start prints last the address, and how to get a code', () => {
    const [address = '', signIn = ''] = lastLines(munim, 2);
    assert.match(address, /^ {2}Dashboard +http/);
    assert.match(
      signIn,
      /as "owner"; the code appears here when you request it, or run: npm run login-code$/,
    );
    assert.doesNotMatch(munim.output, /\b\d{6}\b/);
  });

  it('killed after its change was saved and before it was answered: the repeat is answered and changes nothing', async () => {
    assert.deepEqual(await recorded(), { transactions: 1, events: 1 });
    const { status, body, text } = await record();
    assert.equal(status, 201, text);
    const { rows } = await keeper.query<{ id: string }>('select id from portfolio.transactions');
    assert.deepEqual(rows, [{ id: body.id }]);
    assert.deepEqual(await recorded(), { transactions: 1, events: 1 });
    // Once more, now that the answer is kept; and with other contents.
    assert.deepEqual((await record()).body, body);
    const other = await record({ ...purchase, quantity: 20 });
    assert.deepEqual(
      [other.status, (other.body as unknown as { code: string }).code],
      [409, 'IDEMPOTENCY_CONFLICT'],
    );
    assert.deepEqual(await recorded(), { transactions: 1, events: 1 });
  });
});
