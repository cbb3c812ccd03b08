import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog, type Log, redactText } from '../../../core/platform/index.ts';

describe('log', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'munim-log-'));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const written = async (write: (log: Log) => void): Promise<string> => {
    const file = path.join(folder, 'deep', 'munim.log');
    write(createLog('debug', file));
    return await readFile(file, 'utf8');
  };

  it('writes one object a line, with the time', async () => {
    const text = await written((log) => log.info({ a: 1 }, 'hello'));
    const line = JSON.parse(text) as Record<string, unknown>;
    assert.equal(line['msg'], 'hello');
    assert.equal(line['a'], 1);
    assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT/);
  });

  it('a full disk does not end the process', function () {
    if (!existsSync('/dev/full')) this.skip();
    const log = createLog('info', '/dev/full');
    for (let line = 0; line < 3; line += 1) log.info('does not fit');
  });

  it('replaces secrets by their names, at the top and one level down', async () => {
    const text = await written((log) =>
      log.info(
        {
          token: 'hush-1',
          body: { code: 'hush-2', password: 'hush-3' },
          headers: { cookie: 'hush-4', authorization: 'hush-5' },
        },
        'x',
      ),
    );
    assert.doesNotMatch(text, /hush/);
    assert.equal(text.split('[redacted]').length - 1, 5);
  });

  it('blanks tokens and passwords in errors and their stacks', async () => {
    const text = await written((log) =>
      log.error(
        {
          err: new Error(
            'GET https://api.telegram.org/bot123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr/getMe failed; postgres://munim:s3cret@db/x',
          ),
        },
        'x',
      ),
    );
    assert.doesNotMatch(text, /AAbbCCdd|s3cret/);
    assert.match(text, /\[bot token\]/);
  });

  for (const [secret, shown] of [
    ['bot123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr', 'bot[bot token]'],
    ['postgres://munim:s3cr:et@db:5432/x', 'postgres://munim:[password]@db:5432/x'],
    ['cookie eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!', 'cookie [session token]!'],
    ['nothing to hide at 10:45', 'nothing to hide at 10:45'],
  ] as const) {
    it(`shows ${shown}`, () => assert.equal(redactText(secret), shown));
  }
});
