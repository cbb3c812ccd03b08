import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestApi, testApi } from '../support/api-client.ts';

describe('backups over HTTP', () => {
  let world: TestApi;
  before(async () => (world = await testApi({ environment: { BACKUP_KEEP: '3' } })));
  after(() => world.close());

  it('the owner reads when the last one was made and where; another person is told to ask them', async () => {
    const owner = await world.signedIn('owner');
    const folder = path.join(world.core.config.DATA_DIR, 'backups');
    const { body: none } = await owner.get('/api/backups');
    assert.deepEqual(
      [none['last'], none['time'], none['keep'], none['folder'], none['is_overdue']],
      [null, '02:30', 3, folder, false],
    );
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'munim-scheduled-20260302T0230.backup'), Buffer.alloc(12_345_678));
    const { body: made } = await owner.get<{ last: Record<string, unknown> }>('/api/backups');
    assert.deepEqual(
      [made.last['name'], made.last['bytes'], made.last['size'], made.last['is_scheduled']],
      ['munim-scheduled-20260302T0230.backup', 12_345_678, '12.3 MB', true],
    );
    const other = await world.signedIn('ravi');
    const refused = await other.get<{ code: string }>('/api/backups');
    assert.deepEqual([refused.status, refused.body.code], [403, 'OWNER_ONLY']);
    assert.doesNotMatch(refused.text, /backups\//);
  });
});
