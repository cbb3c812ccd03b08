import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAbandonedDrafts } from '../../../../core/platform/embedded-postgres/abandoned-drafts.ts';
import { WORK_FOLDER, workFolder } from '../../../../core/platform/work-folder.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe('what killed processes leave half-made', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-drafts-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const make = async (name: string, at?: Date): Promise<void> => {
    await mkdir(path.join(dir, name, 'inner'), { recursive: true });
    if (at !== undefined) await utimes(path.join(dir, name), at, at);
  };
  const left = async (): Promise<string[]> => (await readdir(dir)).toSorted();

  it('is removed where its process is gone, or its number belongs to a younger one: as in each start of a container', async function () {
    if (process.platform !== 'linux') this.skip();
    const gone = spawnSync(process.execPath, ['--version']).pid;
    await make(`draft-${gone}`);
    // Of a start that was killed; the same number is another program's now, or ours.
    await make(`draft-${process.ppid}`, LONG_AGO);
    await make(`draft-${process.pid}`, LONG_AGO);
    await make('draft-of-somebody', LONG_AGO);
    await removeAbandonedDrafts(dir, /^draft-(\d+)$/);
    assert.deepEqual(await left(), ['draft-of-somebody']);
  });

  it('is left alone while its process lives, which may be making it right now', async () => {
    await make(`draft-${process.ppid}`);
    await make(`draft-${process.pid}`);
    await removeAbandonedDrafts(dir, /^draft-(\d+)$/);
    assert.equal((await left()).length, 2);
  });

  it('in the temporary folder it is removed once no work of it can be under way', async () => {
    const gone = spawnSync(process.execPath, ['--version']).pid;
    const own = path.basename(await mkdtemp(workFolder(dir, 'model')));
    assert.match(own, WORK_FOLDER);
    await make(`munim-model-${gone}-abcdef`);
    await make(`munim-market-file-${gone}-abcdef`, LONG_AGO);
    await removeAbandonedDrafts(dir, WORK_FOLDER, 3_600_000);
    assert.deepEqual(await left(), [own, `munim-model-${gone}-abcdef`].toSorted());
  });
});
