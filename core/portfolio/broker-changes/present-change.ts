import type { Decimal } from '../../platform/index.ts';
import type { BrokerChangeRow } from './change-store.ts';
import { isTrade, type TradeFacts, type UnitFacts } from './compare-trades.ts';
import type { LedgerEffect } from './ledger-effect.ts';
import { taxChange } from './tax-effect.ts';
import type { BrokerChange } from './broker-change-view.ts';
import { changeSentence, changeTitle } from './change-title.ts';

/** @param effects of what waits; left out for what is decided. */
export function toBrokerChange(row: BrokerChangeRow, effects: readonly LedgerEffect[] = []): BrokerChange {
  const { kind, state } = row;
  return {
    id: row.id,
    version: row.version,
    portfolio: row.portfolio,
    symbol: row.current_symbol,
    kind,
    // What is not sure yet reaches nobody.
    state: state === 'UNSURE' ? 'OPEN' : state,
    before: kind === 'RETURNED' ? null : tradeOf(row.before),
    after: tradeOf(row.after),
    quantity: kind === 'QUANTITY' ? { before: unitsOf(row.before), after: unitsOf(row.after) } : null,
    title: changeTitle(row),
    sentence: changeSentence(row),
    seen_at: row.seen_at.toISOString(),
    until: row.until?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    effects: effects.map(toEffectView),
  };
}

function tradeOf(facts: TradeFacts | UnitFacts | null): BrokerChange['before'] {
  if (!isTrade(facts)) return null;
  const { date, type, quantity, price, fee_tax, currency } = facts;
  return {
    date,
    type,
    quantity: Number(quantity),
    price: Number(price),
    fee_tax: Number(fee_tax),
    currency,
  };
}

const unitsOf = (facts: TradeFacts | UnitFacts | null): number | null =>
  facts === null ? null : Number(facts.quantity);

function toEffectView({
  symbol,
  currency,
  before,
  after,
  tax,
}: LedgerEffect): BrokerChange['effects'][number] {
  const figure = (of: 'quantity' | 'cost' | 'average_cost' | 'realised') => ({
    before: numberOf(before[of]),
    after: numberOf(after[of]),
  });
  return {
    symbol,
    currency,
    quantity: figure('quantity'),
    cost: figure('cost'),
    average_cost: figure('average_cost'),
    realised_gain: figure('realised'),
    gains: tax.map((one) => ({ ...one, before: one.before.toNumber(), after: one.after.toNumber() })),
    tax_change: after.realised === null ? null : numberOf(taxChange(tax)),
    unknown_reason: unknownReason(before, after),
  };
}

function unknownReason(before: LedgerEffect['before'], after: LedgerEffect['after']): string | null {
  const isNew = (figure: 'cost' | 'realised'): boolean => before[figure] !== null && after[figure] === null;
  const sentences = [
    isNew('cost')
      ? 'Your broker does not show what the new units cost, so their cost and the gain of a later sale are unknown.'
      : null,
    isNew('realised')
      ? 'No sale of the missing units is on record, so their gain and tax are unknown.'
      : null,
  ].filter((one) => one !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

const numberOf = (value: Decimal | null): number | null => value?.toNumber() ?? null;
