import assert from 'node:assert/strict';
import { enter, MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

/** The last lines with something on them. */
const lastLines = (one: MunimProcess, count: number): string[] =>
  one.output.trimEnd().split('\n').slice(-count);

describe('what a start prints last', () => {
  let database: TestDatabase;
  let family: MunimFamily;
  before(async () => {
    database = await testDatabase();
    const { url, appUrl } = database;
    family = await MunimFamily.open({ DATABASE_URL: url, DATABASE_APP_URL: appUrl, LOG_LEVEL: 'info' });
  });
  after(async () => {
    await family.close();
    await database.drop();
  });

  it('the first time: the address and a code that signs in once, which no log repeats', async () => {
    const first = await family.start();
    const [address = '', signIn = ''] = lastLines(first, 2);
    assert.match(address, /^ {2}Dashboard +http:\/\/127\.0\.0\.1:\d+$/);
    const code = /as "owner" with the code (\d{6}) \(works once, until \d\d:\d\d IST; /.exec(signIn)?.[1];
    assert.ok(code !== undefined, `no code in: ${signIn}`);
    assert.match(first.errors, /munim is ready/);
    assert.doesNotMatch(first.errors, new RegExp(code), 'the log has the code');

    const client = first.client();
    await enter(client, 'owner', code);
    assert.equal((await client.get('/api/auth/me')).status, 200);
    const again = await first.client().post('/api/auth/verify', { login: 'owner', code });
    assert.deepEqual([again.status, again.body['code']], [401, 'INVALID_CODE']);
    await first.stop();
  });

  it('from then on the address, and how to get a code', async () => {
    const second = await family.start(['api']);
    const [address = '', signIn = ''] = lastLines(second, 2);
    assert.match(address, /^ {2}Dashboard +http/);
    assert.match(
      signIn,
      /as "owner"; the code appears here when you request it, or run: npm run login-code$/,
    );
    assert.doesNotMatch(second.output, /\b\d{6}\b/);
    await second.stop();
  });
});
