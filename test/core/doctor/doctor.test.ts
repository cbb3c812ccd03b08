import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createLog, parseConfig } from '../../../core/platform/index.ts';
import { createDoctor } from '../../../core/doctor/index.ts';
import { CHECKS } from '../../../core/doctor/doctor.ts';
import { web } from '../../../core/doctor/machine.ts';
import { clock } from '../../../core/doctor/outside.ts';
import type { Answers, SeenRequest, Subject } from '../../../core/doctor/check.ts';
import { prepareDatabase } from '../../../core/platform/database/migrate.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { LoopbackServer } from '../../support/loopback.ts';
import { query } from '../../support/plain-database.ts';
import { testDatabase, type TestDatabase } from '../../support/postgres.ts';

const TOKEN = '123456:a-secret-token-of-a-bot';

describe('the check of the server', () => {
  let database: TestDatabase;
  let outside: LoopbackServer;
  let folder: ReturnType<typeof dataFolder>;
  before(async () => {
    database = await testDatabase();
    await prepareDatabase(database.url, null);
    outside = await new LoopbackServer((url) =>
      url.pathname.startsWith('/bot')
        ? { status: 401, type: 'application/json', body: '{"ok":false}' }
        : { status: 404, type: 'text/plain', body: 'not here' },
    ).start();
    folder = dataFolder();
    await mkdir(folder.path, { recursive: true });
  });
  after(async () => {
    await outside.close();
    await database.drop();
    await folder.remove();
  });

  /** Every source is the same loopback server, but for those that are given. */
  const configOf = (more: Record<string, string> = {}) =>
    parseConfig({
      DATA_DIR: folder.path,
      ...Object.fromEntries(
        ['YAHOO', 'AMFI', 'MFAPI', 'NSE_ARCHIVE', 'NSE_SITE', 'NYSE', 'ZERODHA', 'DHAN', 'IBKR_FLEX'].map(
          (name) => [`${name}_BASE_URL`, outside.url],
        ),
      ),
      NEWS_RSS_BASE_URL: 'off',
      SEC_DATA_BASE_URL: 'off',
      SEC_ARCHIVE_BASE_URL: 'off',
      BSE_BASE_URL: 'off',
      ...more,
    });
  const checkUp = async (more: Record<string, string> = {}, now = new Date(), url = database.url) => {
    const doctor = createDoctor(
      { config: configOf(more), clock: { now: () => now }, log: createLog('silent') },
      { ownerUrl: url, directUrl: url, embedded: false },
    );
    const found = await doctor.checkUp();
    return { ...found, of: (name: string) => found.findings.find((one) => one.name === name) };
  };

  it('has a finding for each check, in one order, and says what is well', async () => {
    const { findings, of } = await checkUp();
    assert.deepEqual(
      findings.map(({ name }) => name),
      CHECKS.map(([name]) => name),
    );
    for (const name of [
      'Postgres',
      'Tables',
      'Database settings',
      'Separation of people',
      'Clock',
      'Zerodha',
    ])
      assert.equal(of(name)?.state, 'OK', `${name}: ${of(name)?.line}`);
    assert.deepEqual(
      [of('News')?.state, of('Telegram')?.state, of('Backups')?.state],
      ['OFF', 'OFF', 'WARNING'],
    );
    for (const { state, advice } of findings)
      if (state === 'WARNING' || state === 'FAILED') assert.ok(advice);
  });

  it('an outside source that does not answer is named with its setting, and keeps no other waiting', async () => {
    const closed = await new LoopbackServer(() => ({ status: 200, type: 'text/plain', body: '' })).start();
    const { url } = closed;
    await closed.close();
    const silent = await new LoopbackServer(() => ({ status: 200, type: 'text/plain', body: '' })).start();
    silent.fail({ kind: 'hang' });
    const began = performance.now();
    const { of } = await checkUp({ DHAN_BASE_URL: url, ZERODHA_BASE_URL: silent.url });
    assert.ok(performance.now() - began < 5_000);
    await silent.close();
    assert.deepEqual(
      [of('Dhan')?.state, of('Zerodha')?.state, of('AMFI')?.state],
      ['WARNING', 'WARNING', 'OK'],
    );
    assert.match(of('Dhan')?.advice ?? '', /DHAN_BASE_URL/);
  });

  it('a clock that is a minute ahead is a failure', async () => {
    const { of } = await checkUp({}, new Date(Date.now() + 61_000));
    assert.equal(of('Clock')?.state, 'FAILED');
    assert.match(of('Clock')?.line ?? '', /6[012] seconds ahead/);
  });

  it('a token that Telegram refuses is a failure, and stands in no line', async () => {
    const found = await checkUp({
      PORTFOLIO_CHAT_ENABLED: '1',
      PORTFOLIO_CHAT_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: outside.url,
    });
    assert.equal(found.of('Telegram')?.state, 'FAILED');
    assert.equal(JSON.stringify(found.findings).includes('a-secret'), false);
  });

  it('a table that shows one person the rows of another is a failure with its name', async () => {
    const sql = async (text: string) => await query(database.url, text);
    await sql('alter table notifications.preferences disable row level security');
    const { of } = await checkUp();
    await sql('alter table notifications.preferences enable row level security');
    const found = of('Separation of people');
    assert.equal(found?.state, 'FAILED');
    assert.match(found.advice ?? '', /notifications\.preferences/);
  });

  it('a database that does not answer leaves the other checks', async () => {
    const { of } = await checkUp({}, new Date(), 'postgres://munim:munim@127.0.0.1:9/munim');
    assert.deepEqual(
      [of('Postgres')?.state, of('Disk')?.state, of('Zerodha')?.state],
      ['UNKNOWN', 'OK', 'OK'],
    );
  });

  const one = { address: 'a', setting: 'b', failure: null };
  const at = (theirs: string | null) => ({
    ...one,
    theirs: theirs === null ? null : new Date(`2026-11-30T06:00:${theirs}Z`),
    ours: new Date('2026-11-30T06:00:30Z'),
  });
  const CLOCKS: readonly [what: string, theirs: (string | null)[], state: string][] = [
    ['one source with a wrong clock', ['29', '30', '00.000'], 'OK'],
    ['no source told the time', [null, null], 'UNKNOWN'],
    ['no source at all', [], 'UNKNOWN'],
  ];
  for (const [what, theirs, state] of CLOCKS)
    it(`the clock: ${what}`, async () => {
      const answers: Answers = new Map(theirs.map((time, nr) => [String(nr), at(time)]));
      const { state: found } = await clock({ outside: () => Promise.resolve(answers) } as unknown as Subject);
      assert.equal(found, state);
    });

  const ADDRESSES: readonly [env: Record<string, string>, request: SeenRequest | null, state: string][] = [
    [{}, null, 'OK'],
    [{ HOST: '0.0.0.0' }, null, 'WARNING'],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://munim.example' }, null, 'OK'],
    [{ PUBLIC_URL: 'http://munim.example' }, null, 'WARNING'],
    [{ PUBLIC_URL: 'https://munim.example' }, { isProxied: true, isSecure: false }, 'WARNING'],
    [{ PUBLIC_URL: 'https://munim.example', TRUST_PROXY: '1' }, { isProxied: true, isSecure: true }, 'OK'],
    [{ TRUST_PROXY: '1' }, { isProxied: false, isSecure: false }, 'WARNING'],
  ];
  for (const [env, request, state] of ADDRESSES)
    it(`the address: ${JSON.stringify(env)}, ${JSON.stringify(request)}`, async () => {
      const found = await web({ config: configOf(env), request } as unknown as Subject);
      assert.equal(found.state, state, found.line);
    });
});
