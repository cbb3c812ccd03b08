import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { testCore } from '../../support/core.ts';
import { testDatabase } from '../../support/postgres.ts';

describe('core', () => {
  it("takes the operator's own calendar days, and leaves out lines it cannot read", async () => {
    const folder: string = await mkdtemp(path.join(tmpdir(), 'munim-calendar-'));
    const file = path.join(folder, 'days.csv');
    await writeFile(
      file,
      'date,exchange,kind,reason\n2026-11-20,NSE,closed,Election day\nsoon,NSE,closed,Nobody knows\n',
    );
    const fixture = await testCore({ environment: { CALENDAR_FILE: file } });
    try {
      const { calendar } = fixture.core;
      assert.equal(calendar.isSession('NSE', '2026-11-20'), false);
      assert.equal(calendar.sessionReason('NSE', '2026-11-20'), 'Election day');
      assert.equal(calendar.isSession('NSE', '2026-11-19'), true);
    } finally {
      await fixture.close();
      await rm(folder, { recursive: true });
    }
  });

  it('closes its connections where it cannot be opened', async () => {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const create = (): never => {
        throw new Error('no such broker');
      };
      const adapters = [{ switchedOnBy: 'ZERODHA_BASE_URL' as const, create }];
      await assert.rejects(testCore({ database, adapters }), /no such broker/);
      // Its last message comes before its socket is gone.
      const deadline = performance.now() + 5_000;
      for (let left = 1; left > 0;) {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int from pg_stat_activity
           where datname = current_database() and application_name = 'munim:listen'`,
        );
        left = rows[0]?.count ?? 0;
        assert.ok(performance.now() < deadline, `${left} connections are still open`);
      }
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
