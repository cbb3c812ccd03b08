import assert from 'node:assert/strict';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { testDatabase } from '../support/postgres.ts';

const PAGES = [
  '/api/portfolio/reports/performance',
  '/api/portfolio/reports/networth',
  '/api/portfolio/v2/dashboard',
  '/api/portfolio/portfolios',
  '/api/notifications',
  '/readyz',
  '/metrics',
];

describe('connections of real processes, counted by the server', function () {
  this.timeout(300_000);

  it('a process with all roles has at most DATABASE_CONNECTIONS, 8 by default, under any load', async () => {
    const given = await testDatabase();
    const watcher = new pg.Client({ connectionString: given.url, application_name: 'watcher' });
    await watcher.connect();
    const family = await MunimFamily.open({ DATABASE_URL: given.url, DATABASE_APP_URL: given.appUrl });
    try {
      const munim = await family.start();
      const client = await munim.signedIn();
      let most = 0;
      let isOver = false;
      const counting = (async () => {
        while (!isOver) {
          const { rows } = await watcher.query<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
          );
          most = Math.max(most, rows[0]?.n ?? 0);
        }
      })();
      const statuses = await Promise.all(
        Array.from(
          { length: 300 },
          async (_, nr) => (await client.get(PAGES[nr % PAGES.length] ?? '')).status,
        ),
      );
      isOver = true;
      await counting;
      assert.deepEqual([...new Set(statuses)], [200]);
      // More than the permanent connections, so that the pools were at work.
      assert.ok(most > 3 && most <= 8, `${most} connections`);
      const { text } = await client.get('/readyz');
      assert.match(
        text,
        /^connections: \d+ of \d+ in use, \d+ free; Munim uses \d+, and at most 8 \(1 × 8\)/m,
      );
      await eventually('the pools to be idle', async () => (await client.get('/readyz')).status === 200);
    } finally {
      await family.close();
      await watcher.end();
      await given.drop();
    }
  });
});
