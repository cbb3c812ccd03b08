import { ROW_KINDS } from '../../core/policies/live/differences.ts';
import { Problem } from '../../core/platform/index.ts';
import { ANSWERER } from '../support/live-policy.ts';
import type { Answers } from './answers.ts';
import { aimAt } from './aiming.ts';
import { SENT_AGAIN } from './messages.ts';
import { KILLED, type TradingProcesses } from './trading-processes.ts';
import type { TradingWorld } from './trading-world.ts';
import type { Kill } from './trial.ts';

/** Orders that wait for a person's word, of plans of some kind. */
async function absent(world: TradingWorld, where = 'true'): Promise<string[]> {
  const rows = await world.query<{ id: string }>(
    `select o.id::text from policy.policy_orders o join policy.policy_order_plans l on l.id = o.plan_id
     where o.state = 'ABSENT' and o.settlement is null and ${where} order by o.id`,
  );
  return rows.map(({ id }) => id);
}

/** A person has orders sent that met the end of the session, having logged in. */
export async function sendHeld(world: TradingWorld): Promise<void> {
  const rows = await world.query<{ id: string }>(
    `select id::text from policy.policy_orders where state = 'PENDING_APPROVAL' and held_kind is not null order by id`,
  );
  for (const { id } of rows) await world.side.live.held.send(world.owner, id, ANSWERER);
  if (rows.length > 0) await world.side.live.settled();
}

/** A person marks as absent what the book does not show. */
export async function markAbsent(world: TradingWorld): Promise<void> {
  const ids = await absent(world);
  for (const id of ids)
    await world.side.live.settlements.settleOrder(
      world.owner,
      id,
      { settlement: 'MARKED_ABSENT', reason: 'It is not in the app of the broker.' },
      ANSWERER,
    );
  if (ids.length > 0) await world.side.live.settled();
}

/** A person takes over from the contract notes what was filled of orders that the book contradicts. */
export async function adoptContradicted(world: TradingWorld): Promise<void> {
  const orders = await world.query<{ id: string; tag: string; quantity: string; limit: string }>(
    `select distinct o.id::text, o.tag, o.quantity::text, o.limit_price::text as limit
     from policy.account_differences d join policy.policy_orders o on o.tag = d.subject
     where d.settled_at is null and d.kind = any($1) and o.state in ('PLACED', 'PLACEMENT_UNKNOWN')`,
    [ROW_KINDS],
  );
  for (const { id, tag, quantity, limit } of orders) {
    const made = world.brokers.orders().filter((order) => order.tag === tag);
    const filled = made.reduce((sum, { quantityFilled }) => sum + quantityFilled, 0);
    const price = Number(made[0]?.average ?? 0);
    await world.side.live.settlements.settleOrder(
      world.owner,
      id,
      {
        settlement: 'ADOPTED',
        filled_quantity: Math.min(filled, Number(quantity)),
        // No contract note says 0.
        average_price: price > 0 ? price : Number(limit),
        reason: 'The contract note says so.',
      },
      ANSWERER,
    );
  }
  const ended = await world.query<{ id: string }>(
    `select d.id::text from policy.account_differences d
     where d.settled_at is null and d.kind = any($1) and not exists (select from policy.policy_orders o
       where o.tag = d.subject and o.state in ('PLACED', 'PLACEMENT_UNKNOWN'))`,
    [ROW_KINDS],
  );
  // Of an order that was booked before, the books are right: there is nothing to take over.
  for (const { id } of ended)
    await world.side.live.settlements.settleDifference(
      world.owner,
      id,
      { reason: 'The contract note is as the books have it.' },
      ANSWERER,
    );
  if (orders.length + ended.length > 0) await world.side.live.settled();
}

/** Plans by which an order is sent again. */
const againPlans = async (world: TradingWorld): Promise<string[]> =>
  (
    await world.query<{ id: string }>(
      `select id::text from policy.policy_order_plans where kind = 'SENT_AGAIN' order by id`,
    )
  ).map(({ id }) => id);

/**
 * A person has the orders of the first plans that the book does not show sent again and approves that, in a process that is
 * killed meanwhile; and once more in a healthy one, as somebody does who saw no answer.
 * @returns whether the process was killed; null where nothing was absent.
 */
export async function sendAgain(
  world: TradingWorld,
  pool: TradingProcesses,
  kill: Kill,
  { answers, takeOverAt }: { answers: Answers; takeOverAt: Date },
): Promise<boolean | null> {
  const { live } = world.side;
  const waiting = async () => await absent(world, `l.kind = 'CYCLE'`);
  const first = await waiting();
  if (first.length === 0) return null;
  const process = await pool.take();
  const { at } = world.clock;
  // In this process and for the brokers the next order is the first.
  world.brokers.dice.countAnew();
  aimAt(world, process, kill);
  const wasKilled = await (async () => {
    for (const orderId of first) {
      const outcome = await process.ask({ kind: 'send again', userId: world.owner, orderId }, at);
      if (outcome === KILLED) return true;
      if (outcome !== null)
        answers.wrong.push(`order ${orderId}: sending it again was refused with ${outcome}`);
    }
    for (const planId of await againPlans(world)) {
      const outcome = await process.ask({ kind: 'approve', userId: world.owner, planId }, at);
      answers.note(planId, 'approve', outcome);
      if (outcome === KILLED) return true;
    }
    return (await process.ask({ kind: 'round' }, at)) === KILLED;
  })();
  process.kill();
  await process.ended;
  world.brokers.dice.tell = null;
  world.clock.at = takeOverAt;
  for (const id of await waiting())
    await live.settlements.settleOrder(world.owner, id, SENT_AGAIN, ANSWERER).catch((error: unknown) => {
      // The commit of the process that was killed came through in this moment.
      if (!(error instanceof Problem) || error.code !== 'ORDER_SETTLED') throw error;
    });
  for (const id of await againPlans(world))
    await answers.ask(id, () => live.approvals.approve(world.owner, id, {}, ANSWERER));
  await live.round(new AbortController().signal);
  await live.settled();
  return wasKilled;
}
