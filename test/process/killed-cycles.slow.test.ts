import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { istInstant } from '../../core/platform/index.ts';
import { eventually } from '../support/chat-driver.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { market } from '../support/market.ts';
import { paperPolicy } from '../support/paper-policy.ts';
import { testProcess } from '../support/test-processes.ts';
import { sampled } from '../support/soak.ts';
import { strategyConfigOf } from '../support/strategy-config.ts';

const [START, END] = ['2024-01-01', sampled('2024-02-07', '2024-12-31')];
const SYMBOLS = Array.from({ length: 10 }, (_, nr) => `SH0${nr}`);
/** Everything that a session writes, in which a process may be killed. */
const TABLES = [
  'policy.policy_cycles',
  'policy.policy_order_plans',
  'policy.policy_orders',
  'policy.policy_trades',
  'policy.policy_signals',
  'policy.policy_universe_events',
  'policy.policy_equity',
  'policy.policy_holdings',
  'policy.policy_state',
  'policy.policy_positions',
  'policy.policy_tax_lots',
  'notifications.outbox',
];
/** Two of them in the suite, in the middle and at the end of a session. */
const KILLED_AT = sampled(['policy.policy_state', 'notifications.outbox'], TABLES);

async function smallMarket({ core }: TestCore): Promise<void> {
  const built = market();
  for (const [nr, symbol] of SYMBOLS.entries()) {
    built.share(symbol).member('NIFTY500', symbol, '2020-01-01');
    built.walk(symbol, {
      from: '2023-10-02',
      to: END,
      seed: nr + 1,
      start: 50 + nr * 130,
      drift: (nr % 4) * 0.1,
      step: 3,
    });
    built.split(symbol, `2024-0${2 + (nr % 3)}-13`, 2, 1).dividend(symbol, `2024-0${2 + (nr % 3)}-07`, 4.5);
  }
  await built.write(core);
}

/** All that a policy wrote, without what counts rows and tells the time of the clock. */
async function digestOf({ core }: TestCore, policyId: string): Promise<string> {
  return await core.database.asSystem('the books of a policy for a test', async (trx) => {
    const texts: string[] = [];
    for (const table of TABLES.filter((one) => one.startsWith('policy.'))) {
      const { rows } = await trx.raw<{ rows: { text: string | null }[] }>(
        `select string_agg(row_text, E'\\n' order by row_text) as text from (
           select (to_jsonb(t) - array['id', 'policy_id', 'cycle_id', 'plan_id', 'order_id', 'started_at', 'finished_at',
             'created_at', 'digest'])::text as row_text
           from ${table} t where policy_id = ?) r`,
        [policyId],
      );
      texts.push(`${table}: ${rows[0]?.text ?? ''}`);
    }
    return texts.join('\n');
  });
}

describe('policies on paper whose process is killed', () => {
  let test: TestCore;
  before(async () => {
    test = await testCore({ at: '2024-01-01T14:00:00.000Z' });
    await smallMarket(test);
  });
  after(async () => await test.close());

  const start = async (minutes: number): Promise<ChildProcess> => {
    const { DATABASE_URL, DATABASE_APP_URL } = test.core.config;
    const environment = {
      DATABASE_URL: DATABASE_URL ?? '',
      DATABASE_APP_URL: DATABASE_APP_URL ?? '',
      LOG_LEVEL: 'silent',
    };
    return spawn(process.execPath, [await testProcess('policy'), START, END, String(minutes)], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };
  /** The same in this process, to the end. */
  const work = async (minutes: number): Promise<void> => {
    for (const day of test.core.calendar.sessionsBetween('NSE', START, END)) {
      test.clock.at = new Date(istInstant(day, '20:00').getTime() + minutes * 60_000);
      await test.core.policies.cycles.advanceAll(new AbortController().signal);
    }
  };
  const policyOf = async (tag_code: string) =>
    await paperPolicy(test.core, test.owner, {
      config: strategyConfigOf({ rebalance: 'weekly', top_n: 4 }),
      starts_on: START,
      tag_code,
    });
  const saidReady = async (child: ChildProcess) => await once(child.stdout ?? child, 'data');
  const ended = async (child: ChildProcess) =>
    child.exitCode === null && child.signalCode === null ? await once(child, 'exit') : [];
  const query = async (sql: string) => await test.core.database.systemPool.query(sql);

  it('proof: cycles with kills in the middle of a session equal those without, byte for byte', async () => {
    const undisturbed = await policyOf('UNDISTUR');
    await work(0);
    const expected = await digestOf(test, undisturbed);
    assert.ok(expected.length > 10_000);
    await query(`update policy.policies set status = 'PAUSED' where id = ${undisturbed}`);

    const killed = await policyOf('KILLED01');
    await query('create table public.held_at (name text primary key)');
    await query(`create function public.hold() returns trigger language plpgsql security definer as $$ begin
      if exists (select from public.held_at where name = tg_table_schema || '.' || tg_table_name) then
        perform pg_advisory_xact_lock(4713);
      end if;
      return null; end $$`);
    const keeper = await test.core.database.systemPool.connect();
    await keeper.query('select pg_advisory_lock(4713)');
    const held = `from pg_locks where locktype = 'advisory' and objid = 4713 and not granted`;
    let starts = 0;
    for (const table of KILLED_AT) {
      await query(
        `create trigger held after insert on ${table} for each statement execute function public.hold()`,
      );
      await query(`insert into public.held_at values ('${table}')`);
      const child = await start((starts += 2));
      await saidReady(child);
      const isHeld = async (): Promise<boolean> => {
        assert.equal(child.exitCode, null, `it ended before it wrote ${table}`);
        return (await query(`select ${held}`)).rowCount === 1;
      };
      await eventually(`it to write ${table}`, isHeld, 120_000);
      child.kill('SIGKILL');
      await ended(child);
      assert.equal(child.signalCode, 'SIGKILL', `killed while it wrote ${table}`);
      await query(`select pg_terminate_backend(pid) ${held}`);
      await query('delete from public.held_at');
      await query(`drop trigger held on ${table}`);
    }
    keeper.release(true);
    for (let kill = 0; kill < sampled(0, 60); kill += 1) {
      const child = await start((starts += 2));
      await saidReady(child);
      await sleep(Math.random() * 60);
      child.kill('SIGKILL');
      await ended(child);
    }
    await work((starts += 2));
    assert.equal(await digestOf(test, killed), expected);
    const { rows } = await query(
      `select count(*)::int as cycles, count(distinct n.dedup_key)::int as told
       from policy.policy_cycles c left join notifications.outbox n
         on n.dedup_key = 'policy:' || c.policy_id || ':cycle:' || c.cycle_date
       where c.policy_id = ${killed}`,
    );
    assert.equal(rows[0]?.cycles, rows[0]?.told, 'every cycle is told, once');
  }).timeout(600_000);
});
