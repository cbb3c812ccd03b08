import { Decimal, momentInWords } from '../platform/index.ts';
import { rupeesAndPaise } from './cycle-words.ts';
import { type KeptRehearsal, keptRehearsal, type PlanRehearsal } from './plan-look-view.ts';
import type { PlanOrderView, PlanView } from './plan-view.ts';

/** The part of an order that a rehearsal is about. */
type Rehearsed = Pick<
  PlanOrderView,
  'order_id' | 'side' | 'symbol' | 'quantity' | 'limit_price' | 'value' | 'costs' | 'charges'
>;
type Said = KeptRehearsal['orders'][number];
type Judged = PlanRehearsal['orders'][number];

/** Orders that are named with why they would not be accepted; the others are counted. */
const MOST_NAMED = 3;
const LONGEST_WORDS = 160;

/**
 * A rehearsal as it was kept, with what follows from it, of a plan without the orders that are left out; null for none, and for
 * one that cannot be read.
 * @param stored as it stands in the database.
 */
export function rehearsalOf(
  stored: unknown,
  { orders, digest }: { orders: readonly Rehearsed[]; digest: string },
): PlanRehearsal | null {
  return keptRehearsal.isValidSync(stored, { strict: true }) ? judged(stored, orders, digest) : null;
}

/** The rehearsal of a plan without the orders that are left out. */
export const rehearsalWithout = (
  { rehearsal, orders, digest }: PlanView,
  leftOut: readonly string[],
): PlanRehearsal | null =>
  rehearsal &&
  judged(
    rehearsal,
    orders.filter(({ order_id }) => !leftOut.includes(order_id)),
    digest,
  );

function judged(kept: KeptRehearsal, orders: readonly Rehearsed[], digest: string): PlanRehearsal {
  const said = new Map(kept.orders.map((one) => [one.order_id, one]));
  const both = orders.flatMap((order) => {
    const one = said.get(order.order_id);
    return one === undefined ? [] : [{ order, one }];
  });
  const found = judge(kept.funds, both);
  const judgements = both.map(({ order, one }) => ({
    ...one,
    ...(found.get(order.order_id) ?? { is_accepted: null, reason: null }),
  }));
  const words = [
    ...(kept.digest === digest ? [] : ['The plan changed after it was rehearsed. Rehearse it again.']),
    ...(kept.failure === null
      ? rehearsalWords(kept, both, judgements)
      : [`Rehearsed on ${momentInWords(kept.at)}, without an answer: ${kept.failure}`]),
  ];
  return { ...kept, orders: judgements, words };
}

interface Pair {
  order: Rehearsed;
  one: Said;
}
type Judgement = Pick<Judged, 'is_accepted' | 'reason'>;

/** Rupees that the broker would block: by its calculator, else what we know ourselves. */
const blockedFor = ({ order, one }: Pair): Decimal =>
  one.needs !== null
    ? new Decimal(one.needs)
    : order.side === 'SELL'
      ? new Decimal(0)
      : new Decimal(order.limit_price ?? 0)
          .times(order.quantity)
          .plus(order.limit_price === null ? order.value : 0)
          .plus(order.costs);

/**
 * Which orders the broker would accept, in the order in which they are sent: sales first, whose money then counts in full, and
 * each purchase takes its part. One that is too dear takes nothing.
 */
export function judge(funds: number | null, both: readonly Pair[]): Map<string, Judgement> {
  const found = new Map<string, Judgement>();
  let left = funds === null ? null : new Decimal(funds);
  const turns = [...both.filter(isSale), ...both.filter((pair) => !isSale(pair))];
  for (const pair of turns) {
    const judgement = judgeOne(pair, left);
    found.set(pair.order.order_id, judgement);
    if (judgement.is_accepted !== true) continue;
    const { value, costs } = pair.order;
    const brought = isSale(pair) ? new Decimal(value).minus(costs) : new Decimal(0);
    left = left?.minus(blockedFor(pair)).plus(brought) ?? null;
  }
  return found;
}

const isSale = ({ order }: Pair): boolean => order.side === 'SELL';

function judgeOne(pair: Pair, left: Decimal | null): Judgement {
  const { order, one } = pair;
  const no = (reason: string): Judgement => ({ is_accepted: false, reason });
  if (one.refusal !== null) return no(`“${cut(one.refusal)}”`);
  if (isSale(pair)) {
    if (one.held === null) return { is_accepted: null, reason: 'what the account holds could not be read' };
    if (one.held >= order.quantity) return { is_accepted: true, reason: null };
    return no(one.held <= 0 ? 'not held' : `only ${one.held} of ${order.quantity} are held`);
  }
  if (left === null) return { is_accepted: null, reason: 'the account’s money could not be read' };
  const short = blockedFor(pair).minus(left);
  return short.lte(0)
    ? { is_accepted: true, reason: null }
    : no(`funds short by ${rupeesAndPaise(short.toNumber())}`);
}

const cut = (words: string): string =>
  words.length <= LONGEST_WORDS ? words : `${words.slice(0, LONGEST_WORDS - 1)}…`;

function rehearsalWords(kept: KeptRehearsal, both: readonly Pair[], judgements: readonly Judged[]): string[] {
  const { funds, funds_reason } = kept;
  const accepted = judgements.filter(({ is_accepted }) => is_accepted === true).length;
  const unknown = judgements.filter(({ is_accepted }) => is_accepted === null).length;
  const reasons = both.flatMap(({ order }, at) => {
    const { is_accepted, reason } = judgements[at] as Judged;
    const what = `${order.side === 'BUY' ? 'Buy' : 'Sell'} ${order.quantity} ${order.symbol}`;
    return is_accepted === true || reason === null ? [] : [`${what}: ${reason}.`];
  });
  const taken = both.filter((_, at) => judgements[at]?.is_accepted === true);
  const sales = taken
    .filter(isSale)
    .reduce((sum, { order }) => sum.plus(order.value).minus(order.costs), new Decimal(0));
  return [
    `Rehearsed on ${momentInWords(kept.at)}: ${accepted} of ${both.length} ${both.length === 1 ? 'order' : 'orders'} would be accepted${unknown === 0 ? '' : `, ${unknown} not known`}. Nothing was sent.`,
    ...reasons.slice(0, MOST_NAMED),
    ...(reasons.length > MOST_NAMED ? [`And ${reasons.length - MOST_NAMED} more.`] : []),
    funds === null
      ? `The account’s money could not be read: ${funds_reason ?? ''}`
      : `${blockWords(taken)}; the account has ${rupeesAndPaise(funds)}${sales.gt(0) ? `, and its sales bring about ${rupeesAndPaise(sales.toNumber())}` : ''}.`,
    ...chargeWords(both),
  ];
}

/** What accepted orders take: by the broker where it says so, else by our own estimate, which is called one. */
function blockWords(taken: readonly Pair[]): string {
  const sum = (pairs: readonly Pair[]) =>
    rupeesAndPaise(pairs.reduce((total, pair) => total.plus(blockedFor(pair)), new Decimal(0)).toNumber());
  const buys = taken.filter((pair) => !isSale(pair));
  const estimated = buys.filter(({ one }) => one.needs === null);
  if (estimated.length === 0) return `The broker would block ${sum(taken)} for accepted orders`;
  if (estimated.length === buys.length)
    return `Munim estimates that accepted orders take ${sum(taken)}, since the broker names no amount`;
  return `Accepted orders would take ${sum(taken)}, of which ${sum(estimated)} is Munim’s estimate`;
}

const KINDS = [
  ['brokerage', 'brokerage'],
  ['stt', 'STT'],
  ['exchange', 'exchange'],
  ['sebi', 'SEBI'],
  ['stamp_duty', 'stamp duty'],
  ['gst', 'GST'],
] as const;

/** The broker's charges against our estimate of the same kinds. No broker names the depository's fee. */
function chargeWords(both: readonly Pair[]): string[] {
  let [said, estimated] = [new Decimal(0), new Decimal(0)];
  const named = new Set<string>();
  const missing = new Set<string>();
  for (const { order, one } of both)
    for (const [kind, word] of KINDS) {
      const [theirs, ours] = [one.charges?.[kind] ?? null, order.charges?.[kind] ?? null];
      if (theirs === null || ours === null) {
        missing.add(word);
        continue;
      }
      named.add(word);
      said = said.plus(theirs);
      estimated = estimated.plus(ours);
    }
  if (named.size === 0) return ['The broker’s calculator names no charges.'];
  const both_ = `${rupeesAndPaise(said.toNumber())}, our estimate ${rupeesAndPaise(estimated.toNumber())}`;
  return [
    missing.size === 0
      ? `Charges by the broker ${both_}, both without the depository’s fee.`
      : `Of the charges, the broker names ${[...named].join(', ')}: ${both_}.`,
  ];
}
