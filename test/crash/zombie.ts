import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWERER } from '../support/live-policy.ts';
import { markAbsent } from './settling.ts';
import { judge, type Verdict } from './judge.ts';
import type { TradingProcesses } from './trading-processes.ts';
import { BEGINNING } from './planned-policies.ts';
import type { Accounts, TradingWorld } from './trading-world.ts';

export interface Sleep {
  accounts: Accounts;
  /** The step at which the process is put to sleep. */
  step: string;
  /** Real milliseconds beyond those that the others take. */
  sleepsMs: number;
}

export interface Woken extends Verdict {
  /** What it changed in the database after it woke; empty where it wrote nothing. */
  wrote: string[];
  /** Requests that it sent after it woke. */
  sent: number;
}

const never = new AbortController().signal;
/** An order of which the broker knows nothing is waited for: at one moment of the clock for ever. */
const MOST_ROUNDS = 100;

/**
 * Puts a process to sleep (SIGSTOP) in the middle of its work, lets another one take its account over and go on for ten
 * minutes, and wakes it.
 */
export async function zombie(
  world: TradingWorld,
  pool: TradingProcesses,
  { accounts, step, sleepsMs }: Sleep,
): Promise<Woken> {
  await world.reset(accounts);
  const { live } = world.side;
  const process = await pool.take();
  process.aim({ steps: [step], skip: 0, signal: 'SIGSTOP' });
  let isAsleep = false;
  const asleep = process.fallsAsleep().then(() => void (isAsleep = true));
  const approved = new Set<string>();
  const [first, ...others] = world.plans;
  if (first === undefined) throw new Error('nothing waits');
  // It may fall asleep before it answers.
  const answered = process.ask({ kind: 'approve', userId: world.owner, planId: first.id }, BEGINNING);
  await Promise.race([answered, asleep]);
  // A broker on a crowded machine may not answer in time: the turn ends early, and the next one goes on.
  for (let round = 1; !isAsleep; round += 1) {
    if (round > MOST_ROUNDS) throw new Error(`the process never comes to the step "${step}"`);
    await Promise.race([process.ask({ kind: 'round' }, BEGINNING), asleep]);
  }
  // It said so right before it slept.
  await sleep(20);
  // It may sleep in the middle of renewing its lease. The server ends such a session by its time limit, which is longer in tests.
  await world.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  );
  const rounds = async (from: number, until: number) => {
    for (let minute = from; minute <= until; minute += 1) {
      world.clock.at = new Date(BEGINNING.getTime() + minute * 60_000);
      await live.round(never);
      await live.settled();
    }
  };
  for (const { id } of others) {
    await live.approvals.approve(world.owner, id, {}, ANSWERER);
    approved.add(id);
  }
  await rounds(1, 8);
  await sleep(sleepsMs);
  const before = await written(world);
  const requests = world.brokers.requests().length;
  process.wake();
  // Its turn ends, whatever came of it.
  if ((await answered) === null) approved.add(first.id);
  await process.ask({ kind: 'settle' }, BEGINNING);
  const after = await written(world);
  const sent = world.brokers.requests().length - requests;
  process.kill();
  await process.ended;
  await rounds(9, 9);
  await markAbsent(world);
  await rounds(10, 11);
  const verdict = await judge(world, { approved, rejected: new Set() });
  return { ...verdict, wrote: after.filter((row) => !before.includes(row)), sent };
}

/**
 * All rows that trading writes, as texts, without their leases: on a busy machine the process may be stopped before it claims
 * its second account, and may claim it after it wakes.
 */
async function written(world: TradingWorld): Promise<string[]> {
  const rows = await world.query<{ row: string }>(
    [
      'policy_orders',
      'policy_order_plans',
      'policy_order_events',
      'policy_trades',
      'trading_accounts',
      'account_differences',
    ]
      .map(
        (table) =>
          `select '${table} ' || (to_jsonb(t) - 'epoch' - 'lease_until')::text as row from policy.${table} t`,
      )
      .join(' union all '),
  );
  // Branches of a union come in any order.
  return rows.map(({ row }) => row).toSorted();
}
