import { ROW_KINDS } from '../../core/policies/live/differences.ts';
import { Decimal } from '../../core/platform/index.ts';
import type { MadeOrder } from './told-brokers.ts';
import type { TradingWorld } from './trading-world.ts';

/** What people were told of their answers, by plan. */
export interface Told {
  approved: ReadonlySet<string>;
  rejected: ReadonlySet<string>;
}

/** What a trial came to. Lists hold a sentence for each fault found. */
export interface Verdict {
  /** Orders of plans that were approved. */
  orders: number;
  /** Requests that the broker received beyond one for an order. */
  duplicates: number;
  silent: string[];
  lost: string[];
  absent: number;
  /** Orders that a person had sent again. */
  again: number;
}

interface Leg {
  id: string;
  policy_id: string;
  plan_id: string;
  plan_kind: string;
  /** The order in the place of which this one is sent. */
  replaces: string | null;
  tag: string;
  side: 'BUY' | 'SELL';
  instrument_id: string;
  state: string;
  quantity: string;
  filled: string;
  price: string | null;
  booked_at: Date | null;
  message: string | null;
  settlement: string | null;
  confirmed_by: string | null;
  confirmation_note: string | null;
  plan_state: string;
  trades: { quantity: string; price: string; value: string; costs: string }[];
  events: { event: string; from_state: string | null; to_state: string | null }[];
}

/** Faults after which a broker's refusal proves that no order was made. */
const PROOFS: readonly (string | null)[] = ['refused_funds', 'session_ends', null];
const NEVER_SENT: readonly string[] = ['PENDING_APPROVAL', 'EXCLUDED', 'DECLINED', 'APPROVED', 'EXPIRED'];
const UNDER_WAY: readonly string[] = ['PLACED'];

/** Holds what Munim says of every order against the broker's own record. */
export async function judge(world: TradingWorld, told: Told): Promise<Verdict> {
  const legs = await readLegs(world);
  const verdict: Verdict = { orders: 0, duplicates: 0, silent: [], lost: [], absent: 0, again: 0 };
  const differences = new Set(
    (
      await world.query<{ of: string }>(`select kind || ' ' || subject as of from policy.account_differences`)
    ).map(({ of }) => of),
  );
  const [asked, all] = [world.brokers.requests(), world.brokers.orders()];
  for (const leg of legs) {
    const name = `order ${leg.tag} (${leg.state})`;
    const isNamed = (kind: string) => differences.has(`${kind} ${leg.tag}`);
    const requests = asked.filter(({ tag }) => tag === leg.tag);
    verdict.duplicates += Math.max(0, requests.length - approvalsOf(leg));
    if (requests.slice(0, -1).some(({ fault: met }) => met !== 'session_ends'))
      verdict.silent.push(`${name}: sent again though nothing proves that it was not made`);
    if (leg.plan_state !== 'PENDING_APPROVAL' && leg.plan_state !== 'REJECTED') verdict.orders += 1;
    if (leg.events.some(({ to_state }) => to_state === 'ABSENT')) verdict.absent += 1;
    if (leg.plan_kind === 'SENT_AGAIN') verdict.again += 1;
    const made = all.filter(({ tag }) => tag === leg.tag);
    const fault =
      made.length === 0
        ? withoutOrder(leg, requests, isTakenBack(leg, legs))
        : hasShrunkUnseen(leg, requests)
          ? null
          : withOrder(leg, made, isNamed);
    const elsewhere = requests.find(({ broker }) => broker !== world.brokerOf(leg.policy_id));
    if (elsewhere !== undefined)
      verdict.silent.push(`${name}: sent to ${elsewhere.broker}, where its policy has no account`);
    const short = differences.has(`SHORTFALL order ${leg.id}`);
    for (const found of [
      fault,
      booked(leg, short),
      proven(leg),
      stepped(leg),
      turnedUp(leg, isNamed),
      replaced(leg, legs),
    ])
      if (found !== null) verdict.silent.push(`${name}: ${found}`);
    if (told.approved.has(leg.plan_id) && NEVER_SENT.includes(leg.state) && !isTakenBack(leg, legs))
      verdict.lost.push(`${name}: its plan was approved, and it is neither sent nor absent`);
    if (requests.length > 0 && told.rejected.has(leg.plan_id))
      verdict.silent.push(`${name}: sent, though its plan was rejected`);
  }
  verdict.silent.push(
    ...plansWrong(legs),
    ...(await booksWrong(world, legs)),
    ...(await untold(world, legs, differences)),
  );
  for (const planId of told.approved) {
    const state = legs.find(({ plan_id }) => plan_id === planId)?.plan_state ?? 'gone';
    const own = legs.filter(({ plan_id }) => plan_id === planId);
    const isBack = own.length > 0 && own.every((leg) => isTakenBack(leg, legs));
    if (['PENDING_APPROVAL', 'REJECTED', 'EXPIRED', 'gone'].includes(state) && !isBack)
      verdict.lost.push(`plan ${planId}: a person was told that it is approved, and it is ${state}`);
    if (told.rejected.has(planId))
      verdict.lost.push(
        `plan ${planId}: one person was told that it is approved, another that it is rejected`,
      );
  }
  return verdict;
}

async function readLegs(world: TradingWorld): Promise<Leg[]> {
  return await world.query<Leg>(
    `select o.id::text, o.policy_id::text, o.plan_id::text, l.kind as plan_kind, o.replaces_order_id::text as replaces, o.tag, o.side, o.instrument_id::text, o.state, o.quantity::text,
       o.filled_quantity::text as filled, o.average_price::text as price, o.booked_at, o.broker_message as message,
       o.settlement, o.confirmed_by, o.confirmation_note, l.state as plan_state,
       (select coalesce(json_agg(json_build_object('quantity', t.quantity::text, 'price', t.price::text,
          'value', t.value::text, 'costs', t.costs::text)), '[]') from policy.policy_trades t where t.order_id = o.id) as trades,
       (select coalesce(json_agg(json_build_object('event', e.event, 'from_state', e.from_state, 'to_state', e.to_state)
          order by e.id), '[]') from policy.policy_order_events e where e.order_id = o.id) as events
     from policy.policy_orders o join policy.policy_order_plans l on l.id = o.plan_id
     where (o.plan_id::text = any($1) or l.replaces_plan_id::text = any($1)) and o.tag is not null order by o.plan_id, o.nr`,
    [world.plans.map(({ id }) => id)],
  );
}

/** How often a person approved it: one that met the end of the session asks once more. */
const approvalsOf = ({ events }: Pick<Leg, 'events'>): number =>
  Math.max(1, events.filter(({ event }) => event === 'approve').length);

/** The broker made no order of it. */
function withoutOrder(
  leg: Leg,
  requests: readonly { fault: string | null }[],
  isBack: boolean,
): string | null {
  const request = requests.at(-1);
  if (request === undefined) {
    if (leg.state === 'ABSENT' || isBack) return null;
    const isOfPlan =
      (leg.state === 'PENDING_APPROVAL' && leg.plan_state === 'PENDING_APPROVAL') ||
      (leg.state === 'DECLINED' && leg.plan_state === 'REJECTED');
    return isOfPlan ? null : 'never sent, and nobody is told';
  }
  if (leg.state === 'ABSENT') return null;
  if (leg.state !== 'REJECTED') return 'the broker made no order of it';
  return PROOFS.includes(request.fault) && leg.message !== null
    ? null
    : `rejected, but ${request.fault} proves nothing`;
}

function withOrder(leg: Leg, made: readonly MadeOrder[], isNamed: (kind: string) => boolean): string | null {
  const { filled, price } = atBroker(made);
  const says = `the broker says ${made.map(({ state }) => state).join(', ')} with ${filled.toFixed()} filled`;
  const wrong = (is: boolean) => (is ? null : says);
  if (leg.state === 'CANCELLED' && filled.gt(0))
    return isNamed('LATE_ORDER') ? null : `${says}, and nothing is named`;
  if (filled.gt(0) && price.isZero())
    return leg.settlement === 'ADOPTED' && isNamed('PRICE') ? null : `${says} at no price`;
  const isSame = new Decimal(leg.filled).eq(filled) && price.eq(leg.price ?? 0);
  if (filled.gt(leg.quantity))
    return wrong(leg.state === 'FILLED' && leg.filled === leg.quantity && isNamed('OVERFILLED'));
  if (filled.eq(leg.quantity)) return wrong(leg.state === 'FILLED' && isSame);
  const isOpen = made.some(({ state }) => state === 'OPEN');
  if (filled.gt(0)) return wrong(leg.state === (isOpen ? 'PLACED' : 'PARTIAL') && isSame);
  return wrong(
    leg.state === (isOpen ? 'PLACED' : (made[0]?.state ?? '')) && new Decimal(leg.filled).isZero(),
  );
}

/** Its fill was shown to a process that died with it, and the book has it as open since: nobody can know more. */
const hasShrunkUnseen = (leg: Leg, requests: readonly { fault: string | null }[]): boolean =>
  requests.some(({ fault }) => fault === 'shrinking_fill') &&
  leg.state === 'PLACED' &&
  new Decimal(leg.filled).isZero();

function atBroker(made: readonly MadeOrder[]): { filled: Decimal; price: Decimal } {
  let filled = new Decimal(0);
  let value = new Decimal(0);
  for (const { quantityFilled, average } of made) {
    filled = filled.plus(quantityFilled);
    value = value.plus(new Decimal(average).times(quantityFilled));
  }
  return { filled, price: filled.isZero() ? filled : value.div(filled) };
}

/** What was absent and turns up is named, the more so where a person had it sent again meanwhile. */
function turnedUp({ events, settlement }: Leg, isNamed: (kind: string) => boolean): string | null {
  const isLate = events.some(({ event, from_state }) => event === 'find' && from_state === 'ABSENT');
  if (!isLate || isNamed('LATE_ORDER')) return null;
  return settlement === 'SENT_AGAIN'
    ? 'it turned up though it was sent again, and nothing is named'
    : 'it turned up though it was absent, and nothing is named';
}

/** What was to be sent again and turned up before: its plan expires, approved or not. */
const isTakenBack = (leg: Leg, legs: readonly Leg[]): boolean =>
  leg.state === 'EXPIRED' &&
  legs.some(
    ({ id, events }) =>
      id === leg.replaces &&
      events.some(({ from_state: from, event }) => from === 'ABSENT' && event === 'find'),
  );

/** What a person had sent again has one order in its place, and nothing else has. */
function replaced({ id, settlement }: Leg, legs: readonly Leg[]): string | null {
  const count = legs.filter(({ replaces }) => replaces === id).length;
  return count === (settlement === 'SENT_AGAIN' ? 1 : 0)
    ? null
    : `settled as ${settlement}, with ${count} orders in its place`;
}

/**
 * What was filled is booked once, as it was filled; nothing else is. A sale that was sent again and turned up is filled twice where
 * the account has shares of the other policy: what the books did not hold is named in place of being booked.
 */
function booked({ state, side, filled, price, booked_at, trades }: Leg, isShort: boolean): string | null {
  const isDue = (state === 'FILLED' || state === 'PARTIAL') && new Decimal(filled).gt(0);
  if (!isDue) return trades.length === 0 ? null : `booked ${trades.length} times`;
  const [trade] = trades;
  const sold = new Decimal(trade?.quantity ?? 0);
  if (isShort && side === 'SELL' && booked_at !== null && trades.length < 2 && sold.lt(filled)) return null;
  if (trade === undefined || trades.length > 1 || booked_at === null) return `booked ${trades.length} times`;
  const isSame = new Decimal(trade.quantity).eq(filled) && new Decimal(trade.price).eq(price ?? 0);
  return isSame ? null : `filled ${filled} at ${price}, booked ${trade.quantity} at ${trade.price}`;
}

/** Its fills are proven by trades too, or it says why they are not. */
const proven = ({ state, filled, confirmed_by, confirmation_note }: Leg): string | null =>
  (state === 'FILLED' || state === 'PARTIAL') &&
  new Decimal(filled).gt(0) &&
  confirmed_by === null &&
  confirmation_note === null
    ? 'filled, and nothing says whether its trades prove it'
    : null;

/** Each step on record begins where the one before it ended, and it was claimed once at most. */
function stepped({ events, state }: Leg): string | null {
  let at = 'PENDING_APPROVAL';
  for (const { event, from_state, to_state } of events) {
    if (from_state !== at) return `the record has ${event} from ${from_state} while it was ${at}`;
    at = to_state ?? '';
  }
  if (at !== state) return `the record ends with ${at}`;
  const claims = events.filter(({ event }) => event === 'claim').length;
  return claims > approvalsOf({ events }) ? `claimed ${claims} times` : null;
}

/** A plan is over when its orders are, and not before. */
function plansWrong(legs: readonly Leg[]): string[] {
  const wrong: string[] = [];
  for (const planId of new Set(legs.map(({ plan_id }) => plan_id))) {
    const own = legs.filter(({ plan_id }) => plan_id === planId);
    const state = own[0]?.plan_state ?? '';
    const expected = own.some((leg) => leg.state === 'PENDING_APPROVAL')
      ? 'PENDING_APPROVAL'
      : own.every((leg) => leg.state === 'DECLINED')
        ? 'REJECTED'
        : own.every((leg) => isTakenBack(leg, legs))
          ? 'EXPIRED'
          : own.every((leg) => leg.state === 'FILLED')
            ? 'EXECUTED'
            : own.some((leg) => UNDER_WAY.includes(leg.state))
              ? 'EXECUTING'
              : 'PARTIAL';
    // An order that turns up after its plan ended leaves the plan as it ended.
    const isLate = own.some(({ events }) => events.some((one) => one.from_state === 'ABSENT'));
    if (state !== expected && !(isLate && state === 'PARTIAL'))
      wrong.push(`plan ${planId} is ${state} with orders ${own.map((leg) => leg.state).join(', ')}`);
  }
  return wrong;
}

/** Cash and positions are what they were before, with what the broker filled. */
async function booksWrong(world: TradingWorld, legs: readonly Leg[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { policyId } of world.plans) {
    const own = legs.filter(({ policy_id }) => policy_id === policyId);
    const cash = own
      .flatMap(({ side, trades }) => trades.map(({ value, costs }) => ({ side, value, costs })))
      .reduce(
        (sum, { side, value, costs }) => sum.plus(side === 'SELL' ? value : `-${value}`).minus(costs),
        new Decimal(0),
      );
    const [books] = await world.query<{ before: string; after: string }>(
      `select b.cash::text as before, a.cash::text as after from policy.policy_state a
       join crash.policy__policy_state b using (policy_id, mode) where a.policy_id = $1 and a.mode = 'LIVE'`,
      [policyId],
    );
    if (books === undefined || !new Decimal(books.before).plus(cash).eq(books.after))
      wrong.push(
        `the cash of policy ${policyId} is ${books?.after}, by its trades ${cash.plus(books?.before ?? 0).toFixed()}`,
      );
    const rows = await world.query<{ instrument_id: string; before: string; after: string }>(
      `select instrument_id::text, coalesce(b.quantity, 0)::text as before, coalesce(a.quantity, 0)::text as after
       from (select * from policy.policy_positions where policy_id = $1 and mode = 'LIVE') a
       full join (select * from crash.policy__policy_positions where policy_id = $1 and mode = 'LIVE') b using (instrument_id)`,
      [policyId],
    );
    const held = new Map(rows.map((row) => [row.instrument_id, row]));
    for (const instrument of new Set([...held.keys(), ...own.map(({ instrument_id }) => instrument_id)])) {
      const moved = own
        .filter(({ instrument_id }) => instrument_id === instrument)
        .flatMap(({ side, trades }) =>
          trades.map(({ quantity }) => (side === 'BUY' ? quantity : `-${quantity}`)),
        )
        .reduce((sum, quantity) => sum.plus(quantity), new Decimal(0));
      const { before, after } = held.get(instrument) ?? { before: '0', after: '0' };
      if (!new Decimal(before).plus(moved).eq(after))
        wrong.push(
          `policy ${policyId} holds ${after} of ${instrument}; it had ${before} and ${moved.toFixed()} were traded`,
        );
    }
  }
  return wrong;
}

/** Everything that a person must know of is told: orders that were absent, differences, plans that ended. */
async function untold(
  world: TradingWorld,
  legs: readonly Leg[],
  differences: ReadonlySet<string>,
): Promise<string[]> {
  const keys = (await world.query<{ dedup_key: string }>('select dedup_key from notifications.outbox')).map(
    ({ dedup_key }) => dedup_key,
  );
  const wrong = legs
    .filter(({ events }) => events.some(({ to_state }) => to_state === 'ABSENT'))
    // What a person settled because the book contradicted it was told as a difference.
    .filter(
      ({ tag, settlement }) =>
        settlement !== 'ADOPTED' || !ROW_KINDS.some((kind) => differences.has(`${kind} ${tag}`)),
    )
    .filter(
      ({ id, plan_id }) =>
        !keys.some(
          (key) =>
            key.startsWith(`plan:${plan_id}:absent:`) && key.split(':')[3]?.split(',').includes(id) === true,
        ),
    )
    .map(({ tag }) => `nobody was told that order ${tag} is absent`);
  for (const planId of new Set(legs.map(({ plan_id }) => plan_id))) {
    const state = legs.find(({ plan_id }) => plan_id === planId)?.plan_state ?? '';
    if (['EXECUTED', 'PARTIAL', 'EXPIRED'].includes(state) && !keys.includes(`plan:${planId}:ended`))
      wrong.push(`nobody was told that plan ${planId} is ${state}`);
  }
  const named = await world.query<{ key: string }>(
    `select 'difference:' || connection_id || ':' || kind || ':' || subject || ':' as key from policy.account_differences`,
  );
  for (const { key } of named)
    if (!keys.some((one) => one.startsWith(key))) wrong.push(`nobody was told of ${key}`);
  return wrong;
}
