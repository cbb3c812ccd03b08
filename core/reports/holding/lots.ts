import type { Resolver } from '../../market/instruments/index.ts';
import { dayInWords, daysBetween, Decimal } from '../../platform/index.ts';
import { compareText } from '../../portfolio/ledger/index.ts';
import type { SymbolFacts } from '../../portfolio/index.ts';
import { heldRow, positionYear, remainingLot, securityOf, taxedSecurity } from '../tax/index.ts';
import type { OpenLot } from './view.ts';

/** The open lots of all portfolios, the oldest first, as the tax report has them, each with its value at the price of its holding. */
export function openLots(facts: SymbolFacts, resolver: Resolver, today: string): OpenLot[] {
  return facts.ledgers
    .flatMap((ledger) => lotsOf(ledger, facts, resolver, today))
    .toSorted((a, b) => compareText(a.date, b.date) || compareText(a.portfolio, b.portfolio));
}

function lotsOf(
  { portfolio, portfolio_id, position, renames, rows }: SymbolFacts['ledgers'][number],
  { holdings, fx }: SymbolFacts,
  resolver: Resolver,
  today: string,
): OpenLot[] {
  const holding = holdings.find((one) => one.portfolio === portfolio && one.symbol === position.symbol);
  const held =
    holding === undefined
      ? undefined
      : {
          portfolio_id,
          symbol: holding.symbol,
          name: holding.name,
          isin: holding.isin,
          asset_class: holding.asset_class,
        };
  const security = taxedSecurity(portfolio, securityOf(position, held, resolver, today));
  const { currency } = position;
  const price = holding === undefined || holding.currency !== currency ? null : holding.current_price;
  const year = positionYear(position, rows, { from: today, to: today }, renames);
  return year.held.map((part): OpenLot => {
    const lot = remainingLot(heldRow(security, part, { base: currency, fx }, today), currency, today);
    const value = price === null ? null : part.quantity.times(price);
    const gain = value === null || part.cost === null ? null : value.minus(part.cost);
    const isKnownTerm = lot.term !== null;
    return {
      portfolio,
      date: lot.buy_date,
      quantity: lot.quantity,
      currency,
      unit_cost: lot.unit_cost,
      cost: lot.cost,
      value: value?.toNumber() ?? null,
      gain: gain?.toNumber() ?? null,
      gain_pct: gain === null || !part.cost?.gt(0) ? null : gain.div(part.cost).times(100).toNumber(),
      reason: lot.cost_reason ?? (price === null ? `No price for ${position.symbol}.` : null),
      is_bonus: lot.is_bonus,
      chain: lot.chain,
      chain_words: lot.chain_words,
      term: lot.term,
      long_term_from: lot.long_term_from,
      days_to_long_term: isKnownTerm ? Math.max(0, daysBetween(today, lot.long_term_from)) : null,
    };
  });
}

/** What the open lots cost; null where the cost of one is not known. */
export function costOfLots({ ledgers }: Pick<SymbolFacts, 'ledgers'>): Decimal | null {
  if (ledgers.some(({ position }) => !position.unknown_cost_quantity.isZero())) return null;
  return ledgers.reduce((sum, { position }) => sum.plus(position.fifo_cost_basis), new Decimal(0));
}

/** The day of the oldest lot, or why it is not known. */
export function heldSince(facts: Pick<SymbolFacts, 'ledgers'>): {
  date: string | null;
  reason: string | null;
} {
  const lots = facts.ledgers.flatMap(({ position }) => position.lots());
  const oldest = lots.reduce<(typeof lots)[number] | null>(
    (first, lot) => (first === null || lot.date < first.date ? lot : first),
    null,
  );
  if (oldest === null) return { date: null, reason: 'No transactions explain when these units were bought.' };
  return oldest.is_opening
    ? {
        date: null,
        reason: `It was already held on ${dayInWords(oldest.date)}; the purchase date is not recorded.`,
      }
    : { date: oldest.date, reason: null };
}
