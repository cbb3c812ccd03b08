import assert from 'node:assert/strict';
import pg from 'pg';
import { type Answer, type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { createWire } from '../support/database-wire.ts';
import { limitsTimes } from '../support/time-limits.ts';
import { countTurns } from '../support/turns.ts';

const LIMITS = limitsTimes(0.125);
/** The longest wait of a person: five seconds of the product five times over, in the time of this test. */
const BOUND_MS = 5 * 5000 * 0.125;
const BUY = { portfolio: 'Load', date: '2024-01-05', type: 'BUY', quantity: 1, price: 10, currency: 'INR' };
const PATH = '/api/portfolio/transactions';

describe('api while the database does not answer', () => {
  const wire = createWire();
  let world: TestApi;
  let client: ApiClient;
  let direct: pg.Client;
  before(async () => {
    world = await testApi({ between: (port) => wire.open(port), timeLimits: LIMITS });
    client = await world.signedIn();
    direct = new pg.Client({ connectionString: world.database.url });
    await direct.connect();
  });
  after(async () => {
    await direct.end();
    await world.close();
    await wire.cut();
  });
  afterEach(async () => {
    wire.thaw();
    await direct.query('rollback');
    await eventually('it to be well again', async () => (await client.get(PATH)).status === 200);
  });

  const buy = (symbol: string, key = `silent-buy-of-${symbol}`) =>
    client.post(PATH, { ...BUY, symbol }, { headers: { 'idempotency-key': key } });
  const countOf = async (symbol: string): Promise<number> =>
    (await direct.query('select from portfolio.transactions where symbol = $1', [symbol])).rowCount ?? 0;
  const isRefused = ({ status, body, headers, text }: Answer, detail = /database/, isBusy = false): void => {
    const code = isBusy && body['code'] === 'OVERLOADED' ? 'OVERLOADED' : 'UNAVAILABLE';
    assert.deepEqual([status, body['code']], [503, code], text);
    assert.ok(Number(headers.get('retry-after')) > 0, 'with the time to try again');
    assert.match(String(body['detail']), detail);
  };
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const turns = countTurns();
    const result = await work();
    const waited = turns();
    assert.ok(waited < BOUND_MS, `${waited} of ${BOUND_MS} ms`);
    return result;
  };

  it('a frozen database: reads, writes, sign-in and uploads are 503 in time, and all of it is well afterwards', async () => {
    await buy('BEFORE');
    wire.freeze();
    const form = new FormData();
    form.append(
      'file',
      new Blob(['symbol,date,type,quantity,price\nTCS,2024-01-05,BUY,1,10\n']),
      'trades.csv',
    );
    const [written, ...rest] = await inTime(
      async () =>
        await Promise.all([
          buy('FROZEN'),
          client.get(PATH),
          client.get('/api/portfolio/holdings'),
          world.stranger().post('/api/auth/request-code', { login: 'owner' }),
          client.request('POST', '/api/portfolio/csv/upload', { body: form }),
        ]),
    );
    for (const answer of [written, ...rest]) isRefused(answer);
    const ready = await inTime(async () => await client.get('/readyz'));
    assert.deepEqual([ready.status, ready.text.split('\n')[0]], [503, 'database: no answer in time']);
    assert.equal((await client.get('/healthz')).status, 200);
    wire.thaw();
    await eventually('it to be ready', async () => (await client.get('/readyz')).status === 200);
    await eventually('writes to pass', async () => (await buy('FROZEN')).status === 201);
    assert.equal((await buy('FROZEN')).status, 201, 'the same key again is the same answer');
    assert.equal(await countOf('FROZEN'), 1);
  });

  it('a frozen database: 200 requests at once are answered together, and no connection of theirs is left', async () => {
    await Promise.all(Array.from({ length: 20 }, () => client.get(PATH)));
    wire.freeze();
    const answers = await inTime(
      async () => await Promise.all(Array.from({ length: 200 }, () => client.get(PATH))),
    );
    for (const answer of answers) isRefused(answer);
    wire.thaw();
    await eventually('it to serve many', async () => {
      const again = await Promise.all(Array.from({ length: 20 }, () => client.get(PATH)));
      return again.every(({ status }) => status === 200);
    });
    // Ten and four of the pools of Knex, four of the plain pool; one that listens, one that looks after the server.
    assert.ok(wire.openCount() <= 20, `${wire.openCount()} connections`);
  });

  it('a frozen database: many who wait for the owner’s revision are all told, and nothing is written', async () => {
    await buy('FIRST');
    await direct.query('begin; select from portfolio.revisions for update');
    const answers = await inTime(
      async () => await Promise.all(Array.from({ length: 40 }, (_, n) => buy(`HELD${n}`))),
    );
    // The database refuses those at the lock; others wait for their connections until then.
    for (const answer of answers) isRefused(answer, /at the same time|database|overloaded/, true);
    assert.ok(answers.some(({ body }) => /at the same time/.test(String(body['detail']))));
    await direct.query('rollback');
    assert.equal(
      (await direct.query(`select from portfolio.transactions where symbol like 'HELD%'`)).rowCount,
      0,
    );
    assert.equal((await buy('HELD0')).status, 201);
  });

  it('a locked table is 503, wherever it is met: in the request, in its session, in a limit', async () => {
    // Nobody has asked with this session yet, so that it is not known without the database.
    const newcomer = await world.signedIn('newcomer');
    for (const [table, ask] of [
      ['portfolio.holdings', () => client.get('/api/portfolio/holdings')],
      ['identity.sessions', () => newcomer.get('/api/auth/me')],
    ] as const) {
      await direct.query(`begin; lock table ${table} in access exclusive mode`);
      isRefused(await inTime(async () => await ask()), /at the same time/);
      await direct.query('rollback');
    }
    // Limits count for themselves then, and what they guard goes on.
    await direct.query('begin; lock table platform.rate_limits in access exclusive mode');
    const code = await inTime(
      async () => await world.stranger().post('/api/auth/request-code', { login: 'owner' }),
    );
    assert.equal(code.status, 202);
  });

  it('a connection that is cut in the middle of a request is 503', async () => {
    await direct.query('begin; lock table portfolio.holdings in access exclusive mode');
    const asked = client.get('/api/portfolio/holdings');
    await eventually('it to wait', async () => {
      const { rowCount } = await direct.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    isRefused(await asked);
    await direct.query('rollback');
    wire.loseAnswerTo('holdings');
    await client.get('/api/portfolio/holdings').then(isRefused);
  });

  it('a full disk, a lack of connections and whatever else the server has too little of are 503', async () => {
    const refuse = (state: string) => `
      create or replace function portfolio.refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${state}'; end $$`;
    try {
      await direct.query(`${refuse('53100')};
        create trigger refuse before insert on portfolio.transactions for each statement execute function portfolio.refuse()`);
      for (const [state, detail] of [
        ['53100', /out of disk space/],
        ['53200', /too busy/],
        ['58030', /read or write its disk/],
      ] as const) {
        await direct.query(refuse(state));
        isRefused(await buy('FULL'), detail);
      }
    } finally {
      await direct.query('drop function portfolio.refuse() cascade');
    }
    assert.equal((await buy('FULL')).status, 201);
    const { rows } = await direct.query<{ name: string }>('select current_database() as name');
    const name = pg.escapeIdentifier(rows[0]?.name ?? '');
    await direct.query(`alter database ${name} connection limit 0`);
    try {
      await direct.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename <> current_user`,
      );
      await eventually('no connection to be had', async () => {
        const answer = await client.get(PATH);
        if (answer.status === 503) isRefused(answer, /too busy|database/);
        return /too busy/.test(answer.text);
      });
    } finally {
      await direct.query(`alter database ${name} connection limit -1`);
    }
  });
});
