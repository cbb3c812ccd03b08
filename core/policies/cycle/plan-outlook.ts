import { firstDayAfter, rulesFor } from '../../finance/tax-law/index.ts';
import type { MedianTurnover } from '../../market/history/index.ts';
import { type Amount, amountToNumber, fixedToNumber } from '../../platform/index.ts';
import type { ExecutedOrder, PanelLoader } from '../../strategies/index.ts';
import type { BookedShare, SaleTerms } from '../plan-view.ts';
import type { FinishedSession } from './finished-session.ts';

/** JSON that is kept with an order beside its figures. */
export interface OrderOutlook {
  /** Null of a purchase. */
  sale: SaleTerms | null;
  /** Null where Munim knows no turnovers of the share. */
  turnover: MedianTurnover | null;
}

type Planned = Pick<FinishedSession, 'market' | 'day' | 'pricedAs' | 'session'>;

const isMade = ({ quantity }: Pick<ExecutedOrder, 'quantity'>): boolean => quantity > 0n;

/** Median daily turnovers of the shares of a plan, by instrument id. */
export async function turnoversOf(
  loader: Pick<PanelLoader, 'medianTurnovers'>,
  { session, market, day }: Planned,
): Promise<Map<string, MedianTurnover>> {
  const ids = session.orders
    .filter(isMade)
    .flatMap(({ security }) => market.panel.securities[security]?.instrument_id ?? []);
  return ids.length === 0 ? new Map() : await loader.medianTurnovers([...new Set(ids)], day);
}

/** Turnover and sale terms of an order; null of one that is not made. */
export function outlookOf(
  order: ExecutedOrder,
  { market, day }: Planned,
  turnovers: ReadonlyMap<string, MedianTurnover>,
): OrderOutlook | null {
  if (!isMade(order)) return null;
  const id = market.panel.securities[order.security]?.instrument_id ?? '';
  return { sale: saleTerms(order, { market, day }), turnover: turnovers.get(id) ?? null };
}

/** How the law looks at the units of a sale, were they sold on the day of the plan. */
function saleTerms(
  { outcome, security }: ExecutedOrder,
  { market, day: sold }: Pick<Planned, 'market' | 'day'>,
): SaleTerms | null {
  if (outcome === null) return null;
  const kind = market.legalKinds[security] ?? null;
  const gains: Record<'SHORT' | 'LONG', Amount> = { SHORT: 0n, LONG: 0n };
  const waits: (string | null)[] = [];
  let isKnown = true;
  for (const { term, gain, bought } of outcome.taxable) {
    gains[term] += gain;
    const [rule] = rulesFor({ kind, currency: 'INR', bought, sold });
    if (rule === undefined) isKnown = false;
    else if (term === 'SHORT' && gain > 0n) {
      const months = rule.regime.long_after_months;
      waits.push(months === null ? null : firstDayAfter(bought, months));
    }
  }
  const days = waits.flatMap((day) => day ?? []).toSorted();
  return {
    short_term_gain: amountToNumber(gains.SHORT),
    long_term_gain: amountToNumber(gains.LONG),
    long_term_from: days[0] ?? null,
    all_long_term_from: days.length === waits.length ? (days.at(-1) ?? null) : null,
    tax_unknown: isKnown
      ? null
      : `Munim does not know how the law taxes ${market.symbol(security)}, so the tax is unknown.`,
  };
}

/**
 * What a policy holds before a plan, the largest first, each at its reference price; shares that the plan would begin to hold
 * stand at its end with a quantity of 0.
 */
export function bookBefore({ market, day, pricedAs, session }: Planned): BookedShare[] {
  const shareAt = (security: number, quantity: bigint, price: bigint, priced_on: string): BookedShare => {
    const { symbol = '', name = null, sector = null } = market.panel.securities[security] ?? {};
    return {
      symbol,
      name,
      sector,
      quantity: fixedToNumber(quantity),
      price: fixedToNumber(price),
      priced_on,
      value: amountToNumber(quantity * price),
    };
  };
  const held = new Set(pricedAs.map(({ security }) => security));
  const begun = session.orders.filter((order) => isMade(order) && !held.has(order.security));
  return [
    ...pricedAs
      .map(({ security, quantity, price, pricedOn }) => shareAt(security, quantity, price, pricedOn))
      .toSorted((a, b) => b.value - a.value),
    ...begun.map(({ security, price }) => shareAt(security, 0n, price ?? 0n, day)),
  ];
}
