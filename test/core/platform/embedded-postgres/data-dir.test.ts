import assert from 'node:assert/strict';
import { chmod, link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDataDir, tightenDataDir } from '../../../../core/platform/embedded-postgres/data-dir.ts';

/** DATA_DIR itself: where Munim is root, the account of Postgres has to pass it. */
const OWN = process.getuid?.() === 0 ? '711' : '700';

describe('the data folder', () => {
  let dir: string;
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-data-dir-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const at = (name: string) => path.join(dir, 'data', name);
  const modes = async (...names: string[]): Promise<string[]> =>
    await Promise.all(names.map(async (name) => ((await stat(at(name))).mode & 0o7777).toString(8)));
  const file = async (name: string, mode = 0o644): Promise<void> => {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), 'x');
    await chmod(at(name), mode);
  };
  const folder = async (name: string, mode = 0o755): Promise<void> => {
    await mkdir(at(name), { recursive: true });
    await chmod(at(name), mode);
  };
  /** As an older Munim left it. */
  const OLD = [
    'postgres.log',
    'postgres.log.1',
    'broker.key',
    'logs/munim.log',
    'backups/munim-20260101T0600.backup',
    'chat/12-3-allocation.png',
  ];

  it('of an older Munim is tightened by the next start, files and folders', async () => {
    for (const name of OLD) await file(name);
    await folder('postgres', 0o700);
    for (const name of ['', 'logs', 'backups', 'chat']) await folder(name);
    await prepareDataDir(at(''));
    assert.deepEqual(
      await modes(...OLD),
      OLD.map(() => '600'),
    );
    assert.deepEqual(await modes('', 'logs', 'backups', 'chat'), [OWN, '700', '700', '700']);
  });

  it('that the user shares keeps its mode, and so does all that is not ours', async () => {
    for (const name of [...OLD, 'letter.txt', 'backups/photos.tar', 'projects/munim.log']) await file(name);
    for (const name of ['', 'backups', 'projects', 'chat']) await folder(name);
    await prepareDataDir(at(''));
    const kept = ['', 'letter.txt', 'backups', 'backups/photos.tar', 'projects', 'projects/munim.log'];
    assert.deepEqual(await modes(...kept), ['755', '644', '755', '644', '755', '644']);
    assert.deepEqual(await modes('chat', ...OLD), ['700', ...OLD.map(() => '600')]);
  });

  it('that everybody may write in stays as it is, even while it is empty', async () => {
    await folder('', 0o1777);
    await prepareDataDir(at(''));
    assert.deepEqual(await modes(''), ['1777']);
  });

  it('is tightened through no link and no second name, and gains no right', async () => {
    await file('elsewhere/secret');
    await folder('logs');
    await symlink(at('elsewhere/secret'), at('postgres.log'));
    await link(at('elsewhere/secret'), at('broker.key'));
    await symlink(at('elsewhere'), at('backups'));
    await file('logs/munim.log', 0o400);
    await tightenDataDir(at(''));
    assert.deepEqual(await modes('elsewhere', 'elsewhere/secret', 'logs/munim.log'), ['755', '644', '400']);
  });

  it('is made for us alone, and may be named by a link', async () => {
    await prepareDataDir(at('deep'));
    assert.deepEqual(await modes('', 'deep'), [OWN, OWN]);
    await file('deep/postgres.log');
    await folder('deep');
    await symlink(at('deep'), at('link'));
    await prepareDataDir(at('link'));
    assert.deepEqual(await modes('deep', 'deep/postgres.log'), [OWN, '600']);
    await tightenDataDir(at('nowhere'));
  });
});
