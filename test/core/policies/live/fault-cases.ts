import assert from 'node:assert/strict';
import { FAULT_NAMES, type FaultName } from '../../../../core/brokers/practice/index.ts';
import { type LiveWorld, liveWorlds, plannedAt, preparedWorlds } from '../../../support/live-policy.ts';

/** What becomes of the first order of a plan that meets a fault, and of its plan, once nothing moves any more. */
interface Fate {
  /** Right after the turn that sent it. */
  at_once: string;
  /** After three more reads over more than two quiet minutes, and more than a quarter of an hour. */
  finally: string;
  plan: string;
  /** Differences with the broker that a person is told. */
  named?: string[];
}

const FOUND: Fate = { at_once: 'FILLED', finally: 'FILLED', plan: 'EXECUTED' };
const GONE: Fate = { at_once: 'PLACEMENT_UNKNOWN', finally: 'ABSENT', plan: 'PLACEMENT_UNKNOWN' };
/** The book says of it what was not sent: nothing is booked, and a person decides. */
const contradicted = (kind = 'ORDER_MISMATCH'): Fate => ({
  at_once: 'PLACED',
  finally: 'PLACED',
  plan: 'EXECUTING',
  named: [kind],
});
const FATES: Readonly<Record<FaultName, Fate>> = {
  answer_lost: FOUND,
  // Not in the book at first: found by a later read, never sent again.
  seen_late: { ...FOUND, at_once: 'PLACEMENT_UNKNOWN' },
  dropped: GONE,
  refused_funds: { at_once: 'REJECTED', finally: 'REJECTED', plan: 'PARTIAL' },
  timed_out_placed: { ...FOUND, at_once: 'PLACEMENT_UNKNOWN' },
  timed_out: GONE,
  too_many_requests: GONE,
  server_error_placed: FOUND,
  server_error: GONE,
  hang_placed: FOUND,
  hang: GONE,
  garbage: FOUND,
  cut: FOUND,
  // Two of three parts: what came is booked after a quarter of an hour.
  sliced: { at_once: 'PLACED', finally: 'PARTIAL', plan: 'PARTIAL' },
  resting: { at_once: 'PLACED', finally: 'PLACED', plan: 'EXECUTING' },
  partial_fill: { at_once: 'PLACED', finally: 'PLACED', plan: 'EXECUTING' },
  // Over after a quarter of an hour, in which a fill may be told late.
  cancelled: { at_once: 'PLACED', finally: 'CANCELLED', plan: 'PARTIAL' },
  overfilled: contradicted('OVERFILLED'),
  price_zero: contradicted('PRICE'),
  cancelled_then_filled: { ...FOUND, at_once: 'PLACED' },
  // Its tag is none of the policy's: somebody else's business.
  stranger_fill: FOUND,
  other_side: contradicted(),
  other_symbol: contradicted(),
  price_out_of_band: contradicted('PRICE'),
  shrinking_fill: contradicted(),
  // Filled and booked at the first look; what the book says afterwards is nobody's order any more.
  larger_fill: FOUND,
  // The one that the broker answered is booked, the other is named.
  two_ids: { ...FOUND, named: ['ORDER_MISMATCH'] },
  lost_tag: FOUND,
  cut_tag: FOUND,
  complete_with_0: contradicted(),
  // It is held for a person, and the rest waits for the login.
  session_ends: { at_once: 'PENDING_APPROVAL', finally: 'PENDING_APPROVAL', plan: 'PARTIAL_PLACEMENT' },
  raised_quantity: contradicted(),
  foreign_row: { ...FOUND, named: ['UNKNOWN_ORDER'] },
  // Its trades are there a quarter of an hour long, and the book does not have them.
  stale_book: contradicted(),
};
/** They take as long as a request may: the contract of gateways has them. */
const SLOW: readonly FaultName[] = ['hang', 'hang_placed'];
/** One of each fate. */
export const FEW_FAULTS: readonly FaultName[] = [
  'answer_lost',
  'seen_late',
  'dropped',
  'refused_funds',
  'partial_fill',
  'cancelled',
  'other_side',
  'session_ends',
];
/** Of those at Dhan, in the order book of which other words stand for the same lies. */
export const FEW_LIES: readonly FaultName[] = ['other_side', 'raised_quantity', 'foreign_row', 'cut_tag'];
export const OTHER_FAULTS: readonly FaultName[] = FAULT_NAMES.filter(
  (name) => !SLOW.includes(name) && !FEW_FAULTS.includes(name),
);

/** How often the broker was asked for each tag: the judge. */
export function sentTo(world: LiveWorld): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { tag } of world.broker.account.state.requests) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** A case for each fault: what becomes of a plan of which the first order meets it. */
export function describeFaults(names: readonly FaultName[], at: 'zerodha' | 'dhan'): void {
  describe(`orders of a live policy whose broker fails, at ${at}`, function limited(this: Mocha.Suite) {
    // Much work: a busy machine may need minutes for it.
    this.timeout(600_000);
    const anew = preparedWorlds(liveWorlds(), async (world) => await plannedAt(world, at));
    for (const name of names)
      it(`Orders: ${name} at ${at}: the first order ends as ${FATES[name].finally}, and no order is sent twice`, async () => {
        const { world, prepared } = await anew();
        const { core, owner, broker } = world;
        const fate = FATES[name];
        const { policy, plan } = prepared;
        assert.equal(plan.orders.length, 2);
        broker.dice.plan({ name, times: 1 });
        await world.approve(plan);
        const [first] = await world.states(plan.plan_id);
        assert.equal(first, fate.at_once);
        await world.rounds(3);
        await world.rounds(2, 10);
        const [last, ...others] = await world.states(plan.plan_id);
        const after = await core.policies.plans.get(owner, plan.plan_id);
        assert.deepEqual([last, after.state], [fate.finally, fate.plan], JSON.stringify(after.orders[0]));
        for (const [tag, count] of sentTo(world)) assert.equal(count, 1, `${tag} was sent ${count} times`);
        // Only the end of the session keeps back the rest: the account can pay it whatever became of the first one.
        const isHeld = fate.plan === 'PARTIAL_PLACEMENT';
        assert.ok(
          others.every((state) => state === (isHeld ? 'APPROVED' : 'FILLED')),
          others.join(),
        );
        const { items: differences } = await core.policies.live.reads.differences(owner, {});
        assert.deepEqual(
          differences.map(({ kind }) => kind),
          fate.named ?? [],
        );
        // What is in the books is what was filled and can be booked, once.
        const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
        const booked = after.orders.filter(
          ({ state, filled_quantity }) => ['FILLED', 'PARTIAL'].includes(state) && filled_quantity > 0,
        );
        assert.ok(booked.every(({ confirmed_by }) => confirmed_by === 'TRADES'));
        assert.deepEqual(
          trades.map(({ symbol, quantity, price }) => `${symbol} ${quantity} ${price}`).toSorted(),
          booked
            .map(
              ({ symbol, filled_quantity, average_price }) => `${symbol} ${filled_quantity} ${average_price}`,
            )
            .toSorted(),
        );
      });
  });
}
