import { setTimeout as sleep } from 'node:timers/promises';
import { READ_FAULTS } from '../../core/brokers/practice/faults.ts';
import { ANSWERER } from '../support/live-policy.ts';
import { aimAt, type AnyOf } from './aiming.ts';
import { Answers } from './answers.ts';
import { judge, type Verdict } from './judge.ts';
import { BEGINNING } from './planned-policies.ts';
import { adoptContradicted, markAbsent, sendHeld, sendAgain } from './settling.ts';
import { ORDERBOOK, TRADES } from './told-brokers.ts';
import { KILLED, type TradingProcess, type TradingProcesses } from './trading-processes.ts';
import type { TradingWorld } from './trading-world.ts';
import { isFault, type Kill, type Trial } from './trial.ts';

export interface Attack extends Verdict {
  /** With what killed its processes, where that was open: its text repeats it. */
  trial: Trial;
  /** The kills that met a living process. */
  kills: Kill[];
}

/** Chooses at which of several steps the processes of a trial are killed, while it goes on. */
export interface Hunt {
  processes: number;
  /** What the next process is aimed at; null where nothing is left that it could come by. @param killed before it */
  aim(killed: readonly Kill[]): AnyOf | null;
  /** What it is aimed at when its first round did not kill it. */
  further(killed: readonly Kill[]): AnyOf;
}

/** Minutes after its approvals at which a process takes a round. */
const ROUNDS = [0, 1, 3, 6];
/** A killed process's lease is over after so long. */
const LEASE_MINUTES = 16 / 60;
/** Minutes after the last kill at which the parent takes a round, until nothing moves any more. */
const RECOVERY = [LEASE_MINUTES, 1, 2.5, 4.7, 5, 6, 11, 12, 13, 28, 29, 45, 62, 79];
/** Between two rounds of a second worker, real milliseconds. */
const RIVAL_PAUSE_MS = 30;
const SETTLED_EARLY = 5;
const SETTLED_LATE = 12;
const never = new AbortController().signal;

/**
 * Makes one attack, lets a healthy process clear up after it, and judges what is left.
 * @param hunt kills the processes in place of the trial's own kills
 */
export async function attack(
  world: TradingWorld,
  pool: TradingProcesses,
  trial: Trial,
  hunt?: Hunt,
): Promise<Attack> {
  await world.reset(trial.accounts);
  planFault(world, trial);
  const answers = new Answers();
  const killed: Kill[] = [];
  const moment = { at: BEGINNING };
  const others = await rivals(world, pool, trial, moment, answers);
  for (let nr = 0; nr < (hunt?.processes ?? trial.kills.length); nr += 1) {
    const kill = hunt === undefined ? trial.kills[nr] : hunt.aim(killed);
    if (kill === undefined || kill === null) break;
    const process = await pool.take();
    const struck = await run(world, process, { kill, further: () => hunt?.further(killed), moment, answers });
    if (process.wasKilled && struck !== null) killed.push(kill.at === 'any' ? struck : kill);
    process.kill();
    await process.ended;
    world.brokers.dice.tell = null;
    moment.at = later(moment.at, LEASE_MINUTES + (trial.rival === 'ahead' ? 1 : 0));
    // What one did not come by in all its rounds, the next after it does not either.
    if (hunt !== undefined && killed.length <= nr) break;
  }
  await others?.close();
  const at = moment.at;
  const tried = hunt === undefined ? trial : { ...trial, kills: [...killed] };
  if (await recover(world, pool, { trial, begun: at, answers })) killed.push(trial.again as Kill);
  // It may have ended with the last order, and the next attack begins logged in, at whichever broker.
  if (trial.fault === 'session_ends') await world.login();
  const verdict = await judge(world, answers);
  verdict.silent.push(...answers.wrong);
  return { ...verdict, trial: tried, kills: killed };
}

function planFault({ brokers: { dice } }: TradingWorld, { fault, after }: Trial): void {
  if (isFault(fault)) dice.plan({ name: fault, times: 1, after });
  else if (fault === 'seen_after_ten_minutes')
    dice.plan({ name: 'answer_lost', times: 1, after, hiddenMs: 600_000 });
  else if (fault === 'trades_server_error') dice.planReads('server_error', { times: 40, path: TRADES });
  const read = READ_FAULTS.find((name) => fault === `book_${name}`);
  // As often as a read repeats itself, and more.
  if (read !== undefined) dice.planReads(read, { times: read === 'hang' ? 2 : 8, path: ORDERBOOK });
}

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/**
 * Has a process approve both plans and take rounds, until it is killed or done.
 * @param moment goes on as the process does
 * @returns what killed it
 */
async function run(
  world: TradingWorld,
  process: TradingProcess,
  {
    kill,
    further,
    moment,
    answers,
  }: { kill: Kill | AnyOf; further: () => AnyOf | undefined; moment: { at: Date }; answers: Answers },
): Promise<Kill | null> {
  const begun = moment.at;
  let struck = aimAt(world, process, kill);
  for (const { id } of world.plans) {
    const outcome = await process.ask({ kind: 'approve', userId: world.owner, planId: id }, begun);
    answers.note(id, 'approve', outcome);
    if (outcome === KILLED) return struck();
  }
  for (const minutes of ROUNDS) {
    moment.at = later(begun, minutes);
    world.clock.at = moment.at;
    const more = minutes > 0 ? further() : undefined;
    if (more !== undefined) struck = aimAt(world, process, more);
    const outcome = await process.ask({ kind: 'round' }, moment.at);
    if (outcome === KILLED) return struck();
    if (outcome !== null) answers.wrong.push(`a round failed: ${outcome}`);
  }
  return null;
}

/** Another process that works beside those that are killed, one after the other. */
async function rivals(
  world: TradingWorld,
  pool: TradingProcesses,
  { rival, tap }: Trial,
  moment: { at: Date },
  answers: Answers,
): Promise<{ close(): Promise<void> } | null> {
  if (rival === undefined && tap === undefined) return null;
  const other = await pool.take();
  let isOver = false;
  const work = async () => {
    const [plan] = world.plans;
    if (tap !== undefined && plan !== undefined)
      answers.note(
        plan.id,
        tap,
        await other.ask({ kind: tap, userId: world.owner, planId: plan.id }, moment.at),
      );
    while (rival !== undefined && !isOver) {
      await other.ask({ kind: 'round' }, rival === 'ahead' ? later(moment.at, 20 / 60) : moment.at);
      // A round of a process that may take nothing is short: it would take the time of those that work.
      await sleep(RIVAL_PAUSE_MS);
    }
  };
  const done = work();
  return {
    async close() {
      isOver = true;
      await done;
      other.kill();
      await other.ended;
    },
  };
}

/**
 * A healthy process goes on until nothing moves; a person answers what waits, logs in again and settles what is absent.
 * @returns whether a process in which an order was sent again was killed.
 */
async function recover(
  world: TradingWorld,
  pool: TradingProcesses,
  { trial, begun, answers }: { trial: Trial; begun: Date; answers: Answers },
): Promise<boolean> {
  const { live } = world.side;
  let { again } = trial;
  let wasKilled = false;
  for (const minutes of RECOVERY) {
    world.clock.at = later(begun, minutes);
    // The session may end only now, in what is sent after the process died.
    if (trial.fault === 'session_ends') await world.login();
    if (minutes === LEASE_MINUTES)
      for (const { id } of world.plans)
        await answers.ask(id, () => live.approvals.approve(world.owner, id, {}, ANSWERER));
    await live.round(never);
    await live.settled();
    if (minutes >= (trial.settles === 'early' ? SETTLED_EARLY : SETTLED_LATE)) {
      const takeOverAt = later(begun, minutes + LEASE_MINUTES);
      const sent = again === undefined ? null : await sendAgain(world, pool, again, { answers, takeOverAt });
      // Once: what is absent after that is marked so.
      if (sent !== null) again = undefined;
      wasKilled ||= sent === true;
      await sendHeld(world);
      await markAbsent(world);
      await adoptContradicted(world);
    }
    if (await isOver(world)) break;
  }
  return wasKilled;
}

/** Whether nothing can move any more: plans are over, fills are booked, and the book shows every order. */
async function isOver(world: TradingWorld): Promise<boolean> {
  const now = world.clock.at.getTime();
  const isHidden = world.brokers
    .orders()
    .some(({ hidden_reads, hidden_until }) => hidden_reads > 0 || hidden_until > now);
  if (isHidden) return false;
  const [row] = await world.query<{ open: boolean }>(
    `select exists (select from policy.policy_order_plans where state not in ('EXECUTED', 'PARTIAL', 'REJECTED', 'EXPIRED'))
       or exists (select from policy.policy_orders where mode = 'LIVE' and (
         state in ('PLACED', 'PLACEMENT_UNKNOWN') or state = 'ABSENT' and settlement is null))
       or exists (select from policy.policy_orders where state in ('FILLED', 'PARTIAL') and mode = 'LIVE' and booked_at is null)
       as open`,
  );
  return row?.open === false;
}
