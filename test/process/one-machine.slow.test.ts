import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, lstat, readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadImage } from '@napi-rs/canvas';
import pg from 'pg';
import { type ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { endServer } from '../support/embedded-postgres-users.ts';
import { enter, MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { openPositions, tradebook } from '../support/tradebook.ts';

const ROWS = 600;
const SYMBOLS = 30;

interface Preview {
  import_id: string;
  detected_format: string;
  total_rows: number;
  valid_rows: number;
  issue_rows: unknown[];
  portfolio: string;
}
interface Holding {
  id: string;
  symbol: string;
  quantity: number;
  avg_buy_price: number;
  isin: string;
}

/** A newcomer's first day: the tests go on from one another, as the day does. */
describe('one machine, from the first start to the restored backup', function () {
  this.timeout(600_000);
  const { fills, csv } = tradebook({ rows: ROWS, symbols: SYMBOLS, seed: 7 });
  const expected = openPositions(fills);
  let family: MunimFamily;
  let other: MunimFamily;
  let munim: MunimProcess;
  let client: ApiClient;
  /** What it said on standard error while its Postgres was away. */
  let saidOfOutage = '';
  before(async () => {
    [family, other] = await Promise.all([MunimFamily.open(), MunimFamily.open()]);
    munim = await family.start();
  });
  after(async () => {
    await family.close();
    await other.close();
  });

  const upload = async (text: string, name = 'tradebook.csv'): Promise<Preview> => {
    const form = new FormData();
    form.append('type', 'auto');
    form.append('file', new Blob([text]), name);
    const {
      status,
      body,
      text: said,
    } = await client.request<Preview>('POST', '/api/portfolio/csv/upload', {
      body: form,
    });
    assert.equal(status, 200, said);
    return body;
  };
  const commit = async (importId: string) => {
    const { status, body, text } = await client.post('/api/portfolio/csv/commit', { import_id: importId });
    assert.equal(status, 200, text);
    return body;
  };
  const exported = async (from: ApiClient = client): Promise<string> =>
    (await from.get<string>('/api/portfolio/csv?type=transactions')).text;
  const holdings = async (from: ApiClient = client): Promise<Holding[]> =>
    (await from.get<{ items: Holding[] }>('/api/portfolio/holdings?page_size=200')).body.items.toSorted(
      (a, b) => (a.symbol < b.symbol ? -1 : 1),
    );

  it('the first start on an empty folder shows where, how to sign in and what is off, and is alive and ready', async () => {
    assert.match(munim.output, /Dashboard\s+http:\/\/127\.0\.0\.1:\d+/);
    assert.match(munim.output, /Sign in\s+as "owner" with the code \d{6} .*npm run login-code/);
    assert.match(munim.output, /Chat\s+in the dashboard, and in a terminal with: npm run chat/);
    assert.match(munim.output, /Telegram: set PORTFOLIO_CHAT_ENABLED=1 and PORTFOLIO_CHAT_BOT_TOKEN/);
    client = munim.client();
    assert.equal((await client.get('/healthz')).status, 200);
    const ready = await client.get('/readyz');
    assert.equal(ready.status, 200, ready.text);
    assert.equal((await client.get('/api/auth/me')).status, 401);
  });

  it('contract/Signing in: the code that login-code prints signs in once, beside the running server', async () => {
    const { code, output } = await family.runHere(['login-code']);
    assert.equal(code, 0);
    const digits = /Sign-in code for owner: (\d{6}) /.exec(output)?.[1] ?? assert.fail(output);
    await enter(client, 'owner', digits);
    const { body } = await client.get<{ user: { login: string } }>('/api/auth/me');
    assert.equal(body.user.login, 'owner');
    const again = await munim.client().post('/api/auth/verify', { login: 'owner', code: digits });
    assert.deepEqual([again.status, again.body['code']], [401, 'INVALID_CODE']);
  });

  it('a broker tradebook goes in, the holdings are those of a sum made by hand, the second import changes nothing', async () => {
    const preview = await upload(csv);
    assert.deepEqual(
      [preview.detected_format, preview.total_rows, preview.valid_rows, preview.issue_rows],
      ['zerodha-tradebook', ROWS, ROWS, []],
    );
    const first = await commit(preview.import_id);
    assert.deepEqual([first['imported'], first['skipped']], [ROWS, 0]);

    const held = await holdings();
    assert.deepEqual(
      held.map(({ symbol, quantity }) => [symbol, quantity]),
      expected.map(({ symbol, quantity }) => [symbol, quantity]),
    );
    for (const [at, { symbol, average }] of expected.entries()) {
      const difference = Math.abs((held[at]?.avg_buy_price ?? 0) - average) / average;
      assert.ok(difference < 1e-9, `${symbol}: ${held[at]?.avg_buy_price} is not ${average}`);
    }

    const before = await exported();
    const second = await commit((await upload(csv)).import_id);
    assert.deepEqual([second['imported'], second['skipped']], [0, ROWS]);
    assert.equal(await exported(), before);
    assert.deepEqual(await holdings(), held);
  });

  it('portfolio/csv: the export, read back over HTTP, changes nothing and loses nothing', async () => {
    const before = await exported();
    assert.equal(before.trim().split('\n').length, ROWS + 1);
    const preview = await upload(before, 'export.csv');
    assert.deepEqual([preview.valid_rows, preview.issue_rows], [ROWS, []]);
    const result = await commit(preview.import_id);
    assert.deepEqual([result['imported'], result['skipped']], [0, ROWS]);
    assert.equal(await exported(), before);
  });

  it('contract/Command line: npm run chat beside the running server answers status, chart and help', async () => {
    const first = (await holdings())[0] ?? assert.fail();
    const priced = await client.put(`/api/portfolio/holdings/${first.id}`, {
      current_price: first.avg_buy_price * 2,
    });
    assert.equal(priced.status, 200, priced.text);
    // The three questions of a newcomer, piped in.
    const { code, output, errors } = await family.run(['chat'], {
      input: '/complete_status\n/chart allocation\n/help\n',
    });
    assert.deepEqual([code, errors], [0, '']);
    assert.match(output, new RegExp(`${ROWS} transactions since 1 Jan 2021`));
    const file = /\[picture\] (\S+\.png)/.exec(output)?.[1] ?? assert.fail(output);
    assert.ok(file.startsWith(family.dataDir), file);
    const { width, height } = await loadImage(await readFile(file));
    assert.ok(width >= 600 && height >= 300, `${width} × ${height}`);
    assert.match(output, /\/complete_status/);
    assert.match(output, /\/add_transaction/);
  });

  it('with nothing to do it rests', async function () {
    if (process.platform !== 'linux') return this.skip();
    const worked = async () => {
      const fields = (await readFile(`/proc/${munim.pid}/stat`, 'utf8')).split(' ');
      // User and system time, in hundredths of a second.
      return Number(fields[13]) + Number(fields[14]);
    };
    // What the tests before have left to do may go on for a while; a process that never rests would for ever.
    await eventually(
      'two seconds in which it works for less than a fifth',
      async () => {
        const before = await worked();
        await sleep(2000);
        return (await worked()) - before < 40;
      },
      300_000,
    );
  });

  it('contract/Health: Postgres is killed and its port taken: /healthz says so; everything comes back when it is free', async () => {
    const server = await family.postmaster();
    assert.ok(server.state === 'ready');
    const stranger = createServer((socket) => socket.destroy());
    do {
      await endServer(family.dataDir, 'SIGKILL');
      stranger.listen(server.port, '127.0.0.1');
      // Once more, should Postgres have been quicker.
    } while (
      await once(stranger, 'listening').then(
        () => false,
        () => true,
      )
    );
    const away = await eventually('it to say so', async () => {
      const { status, text } = await client.get<string>('/healthz');
      return status === 503 && text.includes('is in use by') ? text : null;
    });
    assert.match(
      away,
      new RegExp(
        `^the embedded Postgres cannot be started: its port ${server.port} is in use by another program \\(try \\d+, `,
      ),
    );
    stranger.close();
    await eventually('it to be ready', async () => (await client.get('/readyz')).status === 200, 120_000);
    assert.equal((await client.get('/healthz')).status, 200);
    assert.equal((await holdings()).length, expected.length);
    await eventually('the roles to be locked', async () => {
      const { rows } = await asked(`select from pg_locks where locktype = 'advisory' and pid in
        (select pid from pg_stat_activity where application_name = 'munim:api+bot+jobs:${munim.pid}')`);
      return rows.length >= 3;
    });
    saidOfOutage = munim.errors;
  });

  it('a second start on the same folder refuses in a sentence and does not disturb the first', async () => {
    const { code, errors, output } = await family.runHere(['start', 'api']);
    assert.equal(code, 1);
    assert.match(
      errors,
      new RegExp(
        `^Munim's api already runs on .* \\(process ${munim.pid}\\)\\. Stop it first, or set DATA_DIR`,
        'm',
      ),
    );
    assert.doesNotMatch(`${output}${errors}`, /Munim is ready|\n\s+at /);
    assert.equal((await client.get('/readyz')).status, 200);
    assert.equal((await holdings()).length, expected.length);
  });

  it('contract/Command line: a backup beside the running server', async () => {
    const { code, output, errors } = await family.runHere(['backup']);
    assert.equal(code, 0, errors);
    const [, file = ''] = /^Wrote \d+ rows of \d+ tables to (.*)$/m.exec(output) ?? [];
    assert.equal(path.dirname(file), path.join(family.dataDir, 'backups'));
    await copyFile(file, path.join(other.dataDir, 'first-day.backup'));
  });

  it('SIGTERM in the middle of an upload: it is finished and answered, nothing new is taken, code 0, nothing runs on', async () => {
    const { begun, upload: slow, finish } = slowUpload(client, csv);
    await begun;
    const stopped = munim.stop();
    await eventually('it to take no more connections', () =>
      fetch(`${client.url}/healthz`).then(
        () => null,
        () => true,
      ),
    );
    assert.ok(munim.isRunning, 'it did not wait for the upload');
    finish();
    const { status, body } = await slow;
    assert.equal(status, 200, body);
    assert.equal((JSON.parse(body) as Preview).valid_rows, ROWS);
    const { code, errors } = await stopped;
    // A busy machine may have kept a job's statement waiting once more.
    const since = errors.replace(saidOfOutage, '').split('\n');
    assert.deepEqual([code, since.filter((line) => !/^$|did not answer in time/.test(line))], [0, []]);
    assert.equal((await family.postmaster()).state, 'none');
  });

  it('contract/Command line: npm run chat without a server answers by itself and leaves nothing running', async () => {
    const { code, output, errors } = await family.run(['chat'], { input: '/complete_status\n' });
    assert.deepEqual([code, errors], [0, '']);
    assert.match(output, new RegExp(`${ROWS} transactions since 1 Jan 2021`));
    assert.equal((await family.postmaster()).state, 'none');
  });

  it('nobody else can read anything of it; where Munim is root, the account of Postgres passes the folder itself', async () => {
    const found = await readdir(family.dataDir, { recursive: true });
    for (const wanted of ['backups', 'chat', 'postgres.log', path.join('postgres', 'munim.password')])
      assert.ok(found.includes(wanted), wanted);
    const open: string[] = [];
    for (const name of found) {
      const { mode } = await lstat(path.join(family.dataDir, name));
      if ((mode & 0o077) !== 0) open.push(`${(mode & 0o777).toString(8)} ${name}`);
    }
    assert.deepEqual(open, []);
    const { mode } = await lstat(family.dataDir);
    assert.equal(mode & 0o777, process.getuid?.() === 0 ? 0o711 : 0o700);
  });

  it('contract/Command line: the backup goes into another, empty folder; a full one is refused without --force', async () => {
    const file = path.join(other.dataDir, 'first-day.backup');
    const foreign = await other.runHere(['restore', file]);
    assert.match(foreign.errors, /a key that is not on this server.*--force/);
    await copyFile(path.join(family.dataDir, 'broker.key'), path.join(other.dataDir, 'broker.key'));
    const restored = await other.runHere(['restore', file]);
    assert.equal(restored.code, 0, restored.errors);
    const refused = await other.runHere(['restore', file]);
    assert.equal(refused.code, 1);
    assert.match(refused.errors, /--force/);
    assert.equal((await other.postmaster()).state, 'none');
  });

  it('the roles run apart on one folder with the restored data and warn of nothing; the last one out stops Postgres', async () => {
    const all = await Promise.all([other.start(['api']), other.start(['bot', 'jobs'])]);
    const [api] = all;
    const reader = await api.signedIn();
    assert.deepEqual(
      (await holdings(reader)).map(({ symbol, quantity, isin }) => [symbol, quantity, isin]),
      expected.map(({ symbol, quantity }) => [symbol, quantity, isinOf(symbol)]),
    );
    assert.equal((await exported(reader)).trim().split('\n').length, ROWS + 1);
    for (const role of all) {
      assert.equal((await other.postmaster()).state, 'ready');
      const { code, errors } = await role.stop();
      assert.deepEqual([code, errors], [0, '']);
    }
    assert.equal((await other.postmaster()).state, 'none');
  });

  const asked = async (sql: string): Promise<pg.QueryResult> => {
    const database = new pg.Client({ connectionString: await family.postgresUrl() });
    await database.connect();
    try {
      return await database.query(sql);
    } finally {
      await database.end();
    }
  };
  const isinOf = (symbol: string) => fills.find((fill) => fill.symbol === symbol)?.isin;
});

/** An upload of which the server has begun to take half; `finish` sends the rest. */
function slowUpload(client: ApiClient, csv: string) {
  const boundary = 'munim-slow-upload';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="slow.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`;
  const half = Math.floor(body.length / 2);
  const sending = request(`${client.url}/api/portfolio/csv/upload`, {
    method: 'POST',
    headers: {
      origin: client.url,
      cookie: client.cookie ?? '',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(body),
      // The server says when it has the request in hand.
      expect: '100-continue',
    },
  });
  const begun = new Promise<void>((resolve) =>
    sending.once('continue', () => sending.write(body.slice(0, half), () => resolve())),
  );
  sending.flushHeaders();
  const upload = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
  });
  return { begun, upload, finish: () => sending.end(body.slice(half)) };
}
