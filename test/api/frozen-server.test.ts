import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { TIME_LIMITS } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { sampled } from '../support/soak.ts';

/*
 * A server of Postgres that is stopped by SIGSTOP while many work, with the limits of the product:
 * in the soak alone, which runs one file after the other, since every test of a run uses that server.
 */
const FREEZE_MS = sampled(0, 10_000);
const CLIENTS = 50;
const PATHS = ['/api/auth/me', '/api/portfolio/holdings', '/api/portfolio/dashboard', '/readyz'];
const BUY = { portfolio: 'Load', date: '2024-01-05', type: 'BUY', quantity: 1, price: 10, currency: 'INR' };

interface Asked {
  what: string;
  at: number;
  ms: number;
  status: number;
}

/** The postmaster and all its processes. */
async function processesOf(pool: pg.Pool): Promise<number[]> {
  const { rows: all } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  const file = await readFile(path.join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8');
  return [Number(file.split('\n')[0]), ...all.map(({ pid }) => pid)];
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // A session that has ended since.
    }
  }
}

function tally(asked: readonly Asked[]) {
  const by: Record<string, number> = {};
  for (const { status } of asked) by[status] = (by[status] ?? 0) + 1;
  return { by, slowest_ms: Math.round(Math.max(0, ...asked.map(({ ms }) => ms))) };
}

describe('a server that is stopped for a while', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async function () {
    if (FREEZE_MS === 0) this.skip();
    world = await testApi({ timeLimits: TIME_LIMITS });
    client = await world.signedIn();
  });
  after(() => world?.close());

  it('is answered for in time, doubles nothing, and leaves nothing behind', async () => {
    const asked: Asked[] = [];
    const refused: number[] = [];
    let written = 0;
    const buy = (n: number) =>
      client.post(
        '/api/portfolio/transactions',
        { ...BUY, symbol: `S${n}` },
        { headers: { 'idempotency-key': `frozen-server-${String(n).padStart(6, '0')}` } },
      );
    const ask = async (turn: number): Promise<void> => {
      const at = performance.now();
      const what = PATHS[turn % (PATHS.length + 1)] ?? 'a purchase';
      const n = written;
      if (what === 'a purchase') written += 1;
      const { status } = await (what === 'a purchase' ? buy(n) : client.get(what));
      if (what === 'a purchase' && status !== 201) refused.push(n);
      asked.push({ what, at, ms: performance.now() - at, status });
    };
    let isOver = false;
    const lanes = Array.from({ length: CLIENTS }, async (_, lane) => {
      for (let turn = lane; !isOver; turn += 1) {
        await ask(turn);
        await sleep(20);
      }
    });
    await sleep(2000);
    const pids = await processesOf(world.core.database.systemPool);
    const frozenAt = performance.now();
    signalAll(pids, 'SIGSTOP');
    let thawedAt: number;
    try {
      await Promise.race([sleep(FREEZE_MS), Promise.all(lanes)]);
    } finally {
      thawedAt = performance.now();
      signalAll(pids, 'SIGCONT');
    }
    await sleep(3000);
    const calmFrom = performance.now();
    await sleep(1500);
    isOver = true;
    await Promise.all(lanes);

    const during = asked.filter(({ at, ms }) => at + ms >= frozenAt && at < thawedAt);
    process.stdout.write(`    while it was stopped: ${JSON.stringify(tally(during))}\n`);
    process.stdout.write(
      `    afterwards: ${JSON.stringify(tally(asked.filter(({ at }) => at >= thawedAt)))}\n`,
    );
    assert.deepEqual(
      asked.filter(({ status }) => status >= 500 && status !== 503),
      [],
    );
    assert.ok(during.every(({ ms }) => ms < 8000));
    assert.deepEqual(
      asked.filter(({ at, status }) => at >= calmFrom && status >= 500),
      [],
    );
    for (const n of refused) assert.equal((await buy(n)).status, 201);
    const { rows } = await world.core.database.systemPool.query<{ n: number; symbols: number }>(
      'select count(*)::int as n, count(distinct symbol)::int as symbols from portfolio.transactions',
    );
    assert.deepEqual(rows[0], { n: written, symbols: written });
    await eventually('no transaction to be left open', async () => {
      const { rowCount } = await world.core.database.systemPool.query(
        `select from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
      );
      return rowCount === 0;
    });
  });
});
