import { Decimal, momentInWords } from '../platform/index.ts';
import type { Side } from '../strategies/index.ts';
import { rupees, rupeesAndPaise } from './cycle-words.ts';
import type { KeptCharges } from './kept-charges.ts';
import type { ChargesCheck, PlanOrderView, PlanReceipt, Slippage } from './plan-view.ts';

/*
 * What the orders of a plan came to: their fills beside the reference prices, and the charges that the broker names beside those
 * that the books compute. Pure.
 */

type Amount = number | Decimal;

/** An order as far as slippage is about it. Prices are rupees a share. */
interface Filled {
  side: Side;
  filled_quantity: Amount;
  average_price: Amount | null;
  reference_price: Amount | null;
}

interface Compared {
  worse: Decimal;
  reference: Decimal;
}

const isFilled = ({ filled_quantity: shares }: Pick<Filled, 'filled_quantity'>): boolean =>
  new Decimal(shares).gt(0);

function compared({ side, filled_quantity, average_price, reference_price }: Filled): Compared | null {
  if (average_price === null || reference_price === null || !isFilled({ filled_quantity })) return null;
  const reference = new Decimal(reference_price).times(filled_quantity);
  if (reference.lte(0)) return null;
  const more = new Decimal(average_price).times(filled_quantity).minus(reference);
  return { worse: side === 'BUY' ? more : more.negated(), reference };
}

function sumOf(all: readonly Compared[]): Omit<Slippage, 'words'> | null {
  if (all.length === 0) return null;
  const worse = Decimal.sum(...all.map((one) => one.worse));
  const reference = Decimal.sum(...all.map((one) => one.reference));
  return { amount: worse.toNumber(), pct: worse.div(reference).times(100).toNumber() };
}

/**
 * Slippage of an order, of what was filled of it: rupees, and percentage points of its filled shares at the reference price.
 * Above zero the person paid more or got less. Null while nothing is filled, or without a reference price.
 */
export function slippageOf(order: Filled): Slippage | null {
  const one = compared(order);
  const slippage = one === null ? null : sumOf([one]);
  return slippage === null ? null : { ...slippage, words: slippageWords(slippage, 'the reference price') };
}

/** Slippage of all orders of a plan together, in a sentence too; null while nothing is filled. */
export function planSlippage(orders: readonly Filled[]): Slippage | null {
  const filled = orders.filter(isFilled);
  const all = filled.flatMap((order) => compared(order) ?? []);
  const slippage = sumOf(all);
  if (slippage === null) return null;
  const without = filled.length - all.length;
  const rest =
    without === 0 ? '' : ` ${without} of ${filled.length} fills had no reference price and are not in it.`;
  return { ...slippage, words: `The fills are ${slippageWords(slippage, 'the reference prices')}.${rest}` };
}

/** `₹312 worse than the reference prices (0.08%)` */
function slippageWords({ amount, pct }: Omit<Slippage, 'words'>, than: string): string {
  const size = Math.abs(amount);
  if (size < 0.005) return `at ${than}`;
  const part = Math.abs(pct) < 0.005 ? 'less than 0.01%' : `${Math.abs(pct).toFixed(2)}%`;
  return `${size < 10 ? rupeesAndPaise(size) : rupees(size)} ${amount > 0 ? 'worse' : 'better'} than ${than} (${part})`;
}

const KINDS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty', 'gst'] as const;
type Kind = (typeof KINDS)[number];
const KIND_WORDS: Readonly<Record<Kind | 'dp', string>> = {
  brokerage: 'brokerage',
  stt: 'STT',
  exchange: 'exchange charges',
  sebi: 'SEBI fees',
  stamp_duty: 'stamp duty',
  gst: 'GST',
  dp: 'depository fees',
};

type Charges = NonNullable<PlanOrderView['charges']>;

/**
 * The charges of an order as its broker names them, beside those of the books for the same fills and kinds. The depository's
 * fee is in neither: brokers bill it apart.
 * @param charges those of the books; of the planned quantity until the fills are booked, so null then.
 */
export function checkCharges(
  kept: KeptCharges | null,
  at: Date | null,
  charges: Charges | null,
): ChargesCheck {
  const named = kept?.charges ?? null;
  const base = { state: kept?.state ?? ('UNKNOWN' as const), at: at?.toISOString() ?? null };
  const by = kept?.broker ?? null;
  if (named === null || by === null)
    return {
      ...base,
      source: null,
      broker: null,
      computed: null,
      difference: null,
      items: null,
      reason: kept?.reason ?? 'The broker was not asked yet.',
    };
  const total = new Decimal(named.total);
  const computed =
    charges === null
      ? null
      : KINDS.reduce((sum, kind) => (named[kind] === null ? sum : sum.plus(charges[kind])), new Decimal(0));
  return {
    ...base,
    source: by === 'dhan' ? 'DHAN_TRADES' : 'ZERODHA_CALCULATOR',
    broker: total.toNumber(),
    computed: computed?.toNumber() ?? null,
    difference: computed === null ? null : total.minus(computed).toNumber(),
    items: Object.fromEntries(
      KINDS.map((kind) => [kind, named[kind] === null ? null : Number(named[kind])]),
    ) as Record<Kind, number | null>,
    reason: null,
  };
}

/** Rounding of taxes to whole rupees explains so much, in rupees and as a part of what was computed. */
const ROUNDING = { rupees: 5, part: 0.01 };

/** Whether charges differ by more than rounding explains. */
const isDeviating = ({ difference, computed }: { difference: number; computed: number }): boolean =>
  Math.abs(difference) > Math.max(ROUNDING.rupees, Math.abs(computed) * ROUNDING.part);

const SOURCES: Readonly<Record<NonNullable<ChargesCheck['source']>, string>> = {
  ZERODHA_CALCULATOR: 'Zerodha calculates charges of',
  DHAN_TRADES: 'Dhan charged',
};

type Checked = Pick<
  PlanOrderView,
  'side' | 'symbol' | 'filled_quantity' | 'average_price' | 'reference_price' | 'charges' | 'charges_check'
>;

const sum = (amounts: readonly (number | null)[]): number =>
  Decimal.sum(0, ...amounts.map((amount) => amount ?? 0)).toNumber();

/** What a plan came to; null while nothing of it is filled. */
export function receiptOf(orders: readonly Checked[]): PlanReceipt | null {
  const filled = orders.filter(isFilled);
  if (filled.length === 0) return null;
  const checks = filled.flatMap(({ charges_check: check }) => check ?? []);
  const known = filled.flatMap((order) => {
    const {
      broker = null,
      computed = null,
      difference = null,
      source = null,
      at = null,
    } = order.charges_check ?? {};
    return broker === null || computed === null || difference === null || source === null || at === null
      ? []
      : [{ order, broker, computed, difference, source, at }];
  });
  const charges =
    known.length === 0
      ? null
      : {
          orders: known.length,
          broker: sum(known.map(({ broker }) => broker)),
          computed: sum(known.map(({ computed }) => computed)),
          difference: sum(known.map(({ difference }) => difference)),
        };
  return {
    filled_orders: filled.length,
    slippage: planSlippage(filled),
    charges: charges === null ? null : { ...charges, is_deviating: isDeviating(charges) },
    charges_words: chargesWords(filled, known, charges),
    is_complete: checks.length === filled.length && checks.every(({ state }) => state !== 'UNKNOWN'),
  };
}

type Known = {
  order: Checked;
  source: NonNullable<ChargesCheck['source']>;
  at: string;
};

function chargesWords(
  filled: readonly Checked[],
  known: readonly Known[],
  charges: { broker: number; computed: number; difference: number } | null,
): string {
  const [first] = known;
  const open = filled.filter((order) => !known.some((one) => one.order === order));
  const reasons = [...new Set(open.map(reasonOf))].join(' ');
  if (first === undefined || charges === null) return `The broker’s charges are unknown. ${reasons}`.trim();
  const at = known.reduce((latest, one) => (one.at > latest ? one.at : latest), first.at);
  const of = open.length === 0 ? '' : ` for ${known.length} of ${filled.length} fills`;
  return [
    `${SOURCES[first.source]} ${rupeesAndPaise(charges.broker)}${of}, as read on ${momentInWords(at)}; the books compute ${rupeesAndPaise(charges.computed)}${differenceWords(charges)}.`,
    isDeviating(charges) ? `Most of it is ${largestKind(known)}. The books keep their own figure.` : null,
    leftOutWords(known),
    open.length === 0 ? null : `The others are unknown. ${reasons}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

const reasonOf = ({ charges_check: check }: Checked): string =>
  check?.reason ?? 'The fills are not in the books yet.';

function differenceWords({ difference }: { difference: number }): string {
  const size = Math.abs(difference);
  return size < 0.005 ? ', the same' : `, ${rupeesAndPaise(size)} ${difference > 0 ? 'less' : 'more'}`;
}

/** The kind of charges in which broker and books differ most: `STT (₹12.00, computed ₹10.00)`. */
function largestKind(known: readonly Known[]): string {
  const kinds = KINDS.map((kind) => {
    const named = known.filter(({ order }) => typeof order.charges_check?.items?.[kind] === 'number');
    const broker = sum(named.map(({ order }) => order.charges_check?.items?.[kind] ?? null));
    const computed = sum(named.map(({ order }) => order.charges?.[kind] ?? null));
    return { kind, broker, computed };
  });
  const { kind, broker, computed } = kinds.reduce((most, one) =>
    Math.abs(one.broker - one.computed) > Math.abs(most.broker - most.computed) ? one : most,
  );
  return `${KIND_WORDS[kind]} (${rupeesAndPaise(broker)}, computed ${rupeesAndPaise(computed)})`;
}

/** What the books have and the broker does not name, so that it is in neither figure. */
function leftOutWords(known: readonly Known[]): string | null {
  const parts = [...KINDS, 'dp' as const].flatMap((kind) => {
    const unnamed = known.filter(({ order }) => kind === 'dp' || order.charges_check?.items?.[kind] === null);
    const amount = sum(unnamed.map(({ order }) => order.charges?.[kind] ?? null));
    return amount > 0 ? [`${KIND_WORDS[kind]} (${rupeesAndPaise(amount)} in the books)`] : [];
  });
  return parts.length === 0
    ? null
    : `Both are without ${parts.join(' and ')}, which the broker does not name.`;
}
