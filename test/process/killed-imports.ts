import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { PATIENCE, WAIT_MS } from '../support/embedded-postgres-users.ts';
import type { MunimFamily, MunimProcess } from '../support/munim-process.ts';
import { openPositions, tradebook } from '../support/tradebook.ts';
import { sampled } from '../support/soak.ts';

const ROWS = sampled(2200, 6000);
const SYMBOLS = 400;

interface Preview {
  import_id: string;
  valid_rows: number;
}

/** Rows of the import, counted by the superuser. */
interface Recorded {
  transactions: number;
  positions: number;
  holdings: number;
  units: number;
  events: number;
  committed: number;
}

const NOTHING: Recorded = { transactions: 0, positions: 0, holdings: 0, units: 0, events: 0, committed: 0 };

/** @param given the family whose folder takes the import: nothing was recorded in it yet, and nothing runs on it after that */
export const killedImports = (given: () => MunimFamily): Mocha.Suite =>
  describe('kill -9 in the middle of an import', () => {
    const { fills, csv } = tradebook({ rows: ROWS, symbols: SYMBOLS, seed: 11 });
    const open = openPositions(fills);
    const everything: Recorded = {
      transactions: ROWS,
      positions: new Set(fills.map(({ symbol }) => symbol)).size,
      holdings: open.length,
      units: open.reduce((sum, { quantity }) => sum + quantity, 0),
      events: 1,
      committed: 1,
    };
    let family: MunimFamily;
    let munim: MunimProcess;
    let client: ApiClient;
    let importId: string;
    before(async () => {
      family = given();
      munim = await family.start(['api']);
      client = await munim.signedIn();
      const { status, body, text } = await upload();
      assert.deepEqual([status, body.valid_rows], [200, ROWS], text);
      importId = body.import_id;
    });
    after(async () => await munim.stop());

    const asked = async <T>(work: (database: pg.Client) => Promise<T>): Promise<T> => {
      const database = new pg.Client({ connectionString: await family.postgresUrl(), ...PATIENCE });
      // A server that is killed under it is what some of these tests are about.
      database.on('error', () => undefined);
      await database.connect();
      try {
        return await work(database);
      } finally {
        await database.end().catch(() => undefined);
      }
    };
    const recorded = (): Promise<Recorded> =>
      asked(async (database) => {
        const { rows } = await database.query<Recorded>(
          `select (select count(*)::int from portfolio.transactions) as transactions,
                (select count(*)::int from portfolio.positions) as positions,
                (select count(*)::int from portfolio.holdings) as holdings,
                (select coalesce(sum(quantity), 0)::float8 from portfolio.holdings) as units,
                (select count(*)::int from evidence.events where kind = 'IMPORT_COMMITTED') as events,
                (select count(*)::int from portfolio.imports where status = 'COMMITTED') as committed`,
        );
        return rows[0] ?? assert.fail();
      });
    const upload = () => {
      const form = new FormData();
      form.append('file', new Blob([csv]), 'tradebook.csv');
      return client.request<Preview>('POST', '/api/portfolio/csv/upload', { body: form });
    };
    const commit = () => client.post('/api/portfolio/csv/commit', { import_id: importId });
    /** Locks a table and kills the process once its work waits for that. @returns the result of the work */
    const killedAt = (table: string, work: () => Promise<unknown>): Promise<unknown> =>
      asked(async (keeper) => {
        await keeper.query(`begin; lock table ${table} in access exclusive mode`);
        const answer = work();
        // Another session looks: within one transaction the list of sessions stays as it was first read.
        await asked((watcher) =>
          eventually(
            `somebody to wait at ${table}`,
            async () =>
              (
                await watcher.query(
                  `select from pg_locks where not granted and relation = '${table}'::regclass`,
                )
              ).rowCount === 1,
            WAIT_MS,
          ),
        );
        await munim.kill();
        return await answer;
      });
    /** The process comes back by itself, on the server that its predecessor left behind; the session still holds. */
    const restart = async (): Promise<void> => {
      const { cookie } = client;
      munim = await family.start(['api']);
      client = munim.client();
      client.cookie = cookie;
      assert.equal((await client.get('/readyz')).status, 200);
    };

    /** Begins an upload that stays half staged. The answer, called after the kill, holds that it broke off, and clears up. */
    const halfUploaded = async (keeper: pg.Client) => {
      // Rows are staged in batches while the file is read. A lock stops the second half, so that the kill always finds some
      // rows staged and others not.
      await keeper.query(`
      select pg_advisory_lock(4711);
      create function public.wait_for_test() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(4711);
        return new;
      end $$;
      create trigger wait_for_test before insert on portfolio.import_rows for each row
        when (new.row > ${ROWS / 2}) execute function public.wait_for_test()`);
      const broken = upload().catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      const waiting = `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
      await eventually(
        'the second half of the rows to wait',
        async () => (await keeper.query(waiting)).rowCount === 1,
        WAIT_MS,
      );
      const { rowCount } = await keeper.query('select from portfolio.import_rows where import_id <> $1', [
        importId,
      ]);
      assert.ok((rowCount ?? 0) > 0, 'no row was staged yet');
      return async () => {
        const end = await broken;
        // On a slow machine the database may have been waited for too long.
        assert.ok(end instanceof Error || end.status === 503, 'the upload was answered before the kill');
        await keeper.query('select pg_advisory_unlock(4711)');
        await keeper.query('drop function public.wait_for_test cascade');
      };
    };

    // A commit writes the trades, their positions, the holdings and the event beside the result, in this order. A kill at the
    // last comes after all other writes; the next test does that together with the server.
    for (const table of sampled<string[]>(
      [],
      ['portfolio.transactions', 'portfolio.positions', 'portfolio.holdings', 'evidence.events'],
    )) {
      it(`killed before it writes ${table}: none of the rows is there, and the server left behind is adopted`, async () => {
        const before = await family.postmaster();
        const answer = await killedAt(table, () => commit().catch((error: unknown) => error));
        assert.ok(answer instanceof Error, 'the commit was answered before the kill');
        await restart();
        assert.deepEqual(await family.postmaster(), before, 'another server runs now');
        assert.deepEqual(await recorded(), NOTHING);
      });
    }

    it('killed together with its Postgres: it recovers, and none of the rows is there', async () => {
      const server = await family.postmaster();
      assert.ok(server.state === 'ready');
      const { pid } = server;
      await killedAt('evidence.events', async () => {
        const answer = await commit().catch((error: unknown) => error);
        process.kill(pid, 'SIGKILL');
        return answer;
      });
      await restart();
      assert.notDeepEqual(await family.postmaster(), server);
      assert.deepEqual(await recorded(), NOTHING);
    });

    it('killed at any moment around the end, and while another file is read: every row is there once or none is, the server left behind is adopted; then commit and upload may be repeated', async () => {
      const killed = async (when: string, moment: () => Promise<unknown>): Promise<boolean> => {
        const before = await family.postmaster();
        const answered = await asked(async (keeper) => {
          const givenUp = await halfUploaded(keeper);
          const answer = commit().catch((error: unknown) => error);
          await moment();
          await munim.kill();
          await givenUp();
          return !((await answer) instanceof Error);
        });
        await restart();
        assert.deepEqual(await family.postmaster(), before, 'another server runs now');
        const now = await recorded();
        assert.deepEqual(now, now.committed === 0 ? NOTHING : everything, when);
        if (answered) assert.deepEqual(now, everything, 'it was answered and then lost');
        return now.committed === 1;
      };
      let isThere = false;
      for (const delayMs of sampled([], [300, 900]))
        isThere ||= await killed(`after ${delayMs} ms`, () => sleep(delayMs));
      // And as soon as others see it, which is before or after it is answered.
      isThere ||= await killed('when it is seen', () =>
        asked((watcher) =>
          eventually(
            'the commit',
            async () =>
              (await watcher.query(`select from portfolio.imports where status = 'COMMITTED'`)).rowCount ===
              1,
            WAIT_MS,
          ),
        ),
      );
      assert.ok(isThere);
      const repeated = await commit();
      assert.deepEqual(
        [repeated.status, repeated.body['imported'], repeated.body['skipped']],
        [200, ROWS, 0],
      );
      assert.deepEqual((await commit()).body, repeated.body);
      assert.deepEqual(await recorded(), everything);
      const again = await upload();
      importId = again.body.import_id;
      const second = await commit();
      assert.deepEqual([second.body['imported'], second.body['skipped']], [0, ROWS]);
      assert.deepEqual({ ...(await recorded()), events: 1, committed: 1 }, everything);
    });
  });
