import type { Instruments } from '../../market/instruments/index.ts';
import { corporateActionRegister, fateInWords } from '../../market/register/index.ts';
import { type Clock, dayInWords, Decimal, fixedToDecimal, istDate } from '../../platform/index.ts';
import { ACTION_WORDS, type PricePanel } from '../../strategies/index.ts';
import { type CycleParts, quotedPrices } from '../cycle/index.ts';
import { PLAN_PRICE_BAND_PCT } from '../live-limits.ts';
import type { HeldKind } from '../order-states.ts';
import type { LiveOrder, LivePlan } from './live-orders.ts';

/** What a look at an order before it is sent found. */
export interface LegCheck {
  /** Why it is not sent before a person looks at it again; null where it may be. */
  held: HeldKind | null;
  /** That reason in a sentence, or what is not known. */
  note: string | null;
  /** Rupees a share now, where it is held by that. */
  price: Decimal | null;
}

/** What is known of the share of an order at the moment of sending. */
interface LegFacts {
  /** YYYY-MM-DD */
  today: string;
  /** The session of whose prices the plan was made. */
  madeOn: string;
  /** What the exchange calls it today; null where Munim does not know the share. */
  symbol: string | null;
  delisted_on: string | null;
  /** How the register says that its trading ended, in a sentence; null where it does not. */
  ended: string | null;
  /** The last session since the plan, where it has no close and another share of the plan has one. */
  unpricedOn: string | null;
  actions: readonly Pick<PricePanel['actions'][number], 'kind' | 'ex_date'>[];
  /** Rupees per share now; null if unknown. */
  price: Decimal | null;
  /** Percentage points around the reference price. */
  bandPct: number;
}

const CHANGES_SHARES: readonly string[] = ['SPLIT', 'BONUS', 'CONSOLIDATION'];
const FREE: LegCheck = { held: null, note: null, price: null };

/**
 * Looks at an order again before it is sent: what happened to its share since the plan was made (spec: Policy rules 7). A
 * dividend holds nothing: what it takes off the price is within the band or not. What a person accepted does not hold it again;
 * a price that was accepted is the reference from then on.
 */
export function checkLeg(
  {
    symbol,
    quantity,
    reference_price,
    held_price,
    accepted_kinds,
  }: Pick<LiveOrder, 'symbol' | 'quantity' | 'reference_price' | 'held_price' | 'accepted_kinds'>,
  facts: LegFacts,
): LegCheck {
  const { today, madeOn, delisted_on, ended, unpricedOn, actions, price, bandPct } = facts;
  const held = (kind: HeldKind, note: string, at: Decimal | null = null): LegCheck => ({
    held: kind,
    note,
    price: at,
  });
  const since = actions.filter(
    ({ ex_date, kind }) => ex_date > madeOn && ex_date <= today && kind !== 'DIVIDEND',
  );
  const change = since.find(({ kind }) => CHANGES_SHARES.includes(kind));
  if (change !== undefined)
    return held(
      'SHARES_CHANGED',
      `${symbol} has had a ${ACTION_WORDS[change.kind]} since the plan was made (ex-date ${dayInWords(change.ex_date)}), so ${quantity.toFixed()} shares are no longer what was planned. Leave it out; the next plan counts the new shares.`,
    );
  if (delisted_on !== null && delisted_on <= today)
    return held(
      'NOT_TRADED',
      `${symbol} is no longer listed since ${dayInWords(delisted_on)}. Leave it out.`,
    );
  if (ended !== null) return held('NOT_TRADED', `${ended} Leave it out.`);
  if (facts.symbol !== null && facts.symbol !== symbol)
    return held(
      'RENAMED',
      `${symbol} is now called ${facts.symbol}, and the plan names ${symbol}. Leave it out; the next plan uses the new symbol.`,
    );
  const [action] = since;
  if (action !== undefined && !accepted_kinds.includes('CORPORATE_ACTION'))
    return held(
      'CORPORATE_ACTION',
      `${symbol} has had a ${ACTION_WORDS[action.kind]} since the plan was made (ex-date ${dayInWords(action.ex_date)}), which may have changed its price.`,
    );
  if (unpricedOn !== null && !accepted_kinds.includes('SUSPENDED'))
    return held(
      'SUSPENDED',
      `${symbol} has no close for ${dayInWords(unpricedOn)}, though other shares of the plan have one. It may be suspended.`,
    );
  const reference = accepted_kinds.includes('PRICE') ? (held_price ?? reference_price) : reference_price;
  if (price === null || reference === null)
    return { ...FREE, note: 'No current price was known when it was sent.' };
  const moved = price.minus(reference).abs().times(100).div(reference);
  if (moved.gt(bandPct))
    return held(
      'PRICE',
      `${symbol} is at ₹${price.toFixed(2)} now, ${moved.toFixed(1)}% ${price.gt(reference) ? 'above' : 'below'} the ₹${reference.toFixed(2)} of the plan. Its price band is ${bandPct}%.`,
      price,
    );
  return FREE;
}

/** Longest wait for prices. An order without a price is sent, and says so. */
const LONGEST_FOR_PRICES_MS = 3_000;

interface LegCheckParts extends Pick<CycleParts, 'loader' | 'quotesOf'> {
  instruments: Pick<Instruments, 'byIds'>;
}

export type LegChecks = ReturnType<typeof createLegChecks>;

/** Reads what happened to the shares of orders since their plan was made. */
export function createLegChecks(
  { clock }: { clock: Clock },
  { loader, quotesOf, instruments }: LegCheckParts,
) {
  async function pricesOf(
    ownerId: string,
    panel: PricePanel,
    wanted: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, bigint>> {
    const either = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_FOR_PRICES_MS)]);
    try {
      return await quotedPrices(quotesOf, ownerId, panel, wanted, istDate(clock.now()), either);
    } catch (error) {
      if (signal.aborted) throw error;
      return new Map();
    }
  }

  /** @returns what was found, by the id of the order. A sweep was decided on a moment ago: nothing of it is looked at again. */
  return async (
    plan: LivePlan,
    orders: readonly LiveOrder[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LegCheck>> => {
    if (plan.kind === 'SWEEP' || orders.length === 0) return new Map();
    const today = istDate(clock.now());
    const ids = [...new Set(orders.map(({ instrument_id }) => instrument_id))];
    const known = await instruments.byIds(ids);
    const { panel } = await loader.load({
      universe: [],
      from: plan.cycle_date,
      to: today,
      warmup: 0,
      also: ids,
    });
    const places = new Map(panel.securities.map(({ instrument_id }, place) => [instrument_id, place]));
    const register = await corporateActionRegister();
    const prices = await pricesOf(plan.owner_user_id, panel, [...places.values()], signal);
    return new Map(
      orders.map((order) => {
        const share = known.get(order.instrument_id);
        const place = places.get(order.instrument_id) ?? -1;
        const price = prices.get(place);
        const fate = register.fateOf({
          symbols: [order.symbol],
          isins: share === undefined || share.isin === null ? [] : [share.isin],
          until: today,
        });
        const check = checkLeg(order, {
          today,
          madeOn: plan.cycle_date,
          symbol: share?.symbol ?? null,
          delisted_on: share?.delisted_on ?? null,
          ended: fate !== null && fate.last_traded < today ? fateInWords(fate) : null,
          unpricedOn: unpricedOn(panel, place, { madeOn: plan.cycle_date, today }),
          actions: panel.actions.filter(({ security }) => security === place),
          price: price === undefined ? null : fixedToDecimal(price),
          bandPct: plan.config.plan_price_band_pct ?? PLAN_PRICE_BAND_PCT,
        });
        return [order.id, check] as const;
      }),
    );
  };
}

/** The last session of the panel after the plan and before today, if it has a close of other shares and none of this one. */
export function unpricedOn(
  { days, securities, closes }: Pick<PricePanel, 'days' | 'securities' | 'closes'>,
  place: number,
  { madeOn, today }: { madeOn: string; today: string },
): string | null {
  const isPriced = (share: number, at: number): boolean =>
    (closes[share * days.length + at] ?? Number.NaN) > 0;
  const last = days.findLastIndex(
    (day, at) => day > madeOn && day < today && securities.some((_, share) => isPriced(share, at)),
  );
  return last === -1 || isPriced(place, last) ? null : (days[last] ?? null);
}
