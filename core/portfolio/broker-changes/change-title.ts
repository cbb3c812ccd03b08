import { dayInWords, Decimal, istDate } from '../../platform/index.ts';
import { type ChangeKind, isTrade, type TradeFacts, type UnitFacts } from './compare-trades.ts';
import type { BrokerChangeModel, BrokerChangeRow } from './change-store.ts';
import { unitsRow } from './units-row.ts';

type Described = Pick<BrokerChangeModel, 'kind' | 'before' | 'after'> & { symbol: string };

const VERBS: Readonly<Partial<Record<TradeFacts['type'], string>>> = {
  BUY: 'bought',
  SELL: 'sold',
  DIVIDEND: 'dividend',
  SPLIT: 'split',
};

const figure = (text: string): string => new Decimal(text).toFixed();

/** "bought 10 at INR 100 on 1 April 2026". */
function tradeWords({ type, quantity, price, currency, date }: TradeFacts): string {
  const units = new Decimal(quantity).isZero() ? '' : ` ${figure(quantity)} at`;
  return `${VERBS[type] ?? type.toLowerCase()}${units} ${currency} ${figure(price)} on ${dayInWords(date)}`;
}

/** The facts that differ: "quantity 10 → 11, price 100 → 101". */
function differences(before: TradeFacts, after: TradeFacts): string {
  const pairs: [string, string, string][] = [
    ['date', dayInWords(before.date), dayInWords(after.date)],
    ['type', before.type, after.type],
    ['quantity', figure(before.quantity), figure(after.quantity)],
    ['price', figure(before.price), figure(after.price)],
    ['charges', figure(before.fee_tax), figure(after.fee_tax)],
    ['currency', before.currency, after.currency],
  ];
  return pairs
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} ${was} → ${is}`)
    .join(', ');
}

/** The change in a few words, without the symbol. */
export function changeTitle({ kind, before, after }: Described): string {
  if (kind === 'QUANTITY') return `units ${unitsOf(before)} → ${unitsOf(after)} without a trade`;
  if (kind === 'CHANGED' && isTrade(before) && isTrade(after))
    return `${tradeWords(before)}: ${differences(before, after)}`;
  if (kind === 'RETURNED' && isTrade(after)) return `${tradeWords(after)}: listed again`;
  return isTrade(before) ? `${tradeWords(before)}: not listed any more` : '';
}

const unitsOf = (facts: TradeFacts | UnitFacts | null): string =>
  facts === null ? '0' : figure(facts.quantity);

const SENTENCES: Readonly<Record<Exclude<ChangeKind, 'QUANTITY'>, string>> = {
  CHANGED: 'The broker now shows this trade with other facts. Accepting changes the recorded one.',
  VANISHED: 'The broker does not list this trade any more. Accepting deletes the recorded one.',
  RETURNED:
    'The broker lists this trade again, which you deleted when it was gone. Accepting records it again.',
};

/** What accepting does, or did for units that were accepted. */
export const changeSentence = (row: BrokerChangeRow): string =>
  row.kind === 'QUANTITY' ? unitsSentence(row) : SENTENCES[row.kind];

function unitsSentence(row: BrokerChangeRow): string {
  const { state, kept, recorded_units } = row;
  const isAccepted = state === 'ACCEPTED' && kept !== null;
  const units = isAccepted
    ? { type: kept['type'], date: String(kept['trade_date']), quantity: recorded_units ?? new Decimal(0) }
    : unitsRow(row);
  if (units === null) return 'Your transactions explain these units. Accepting records nothing.';
  if (units.quantity.isZero())
    return 'Transactions that were recorded later explain these units, so nothing is recorded for them any more.';
  const [way, unknown] =
    units.type === 'TRANSFER_IN' ? ['in', 'at an unknown cost'] : ['out', 'at an unknown price'];
  const on = dayInWords(units.date);
  const transfer = `a transfer ${way} of ${units.quantity.toFixed()} ${units.quantity.eq(1) ? 'unit' : 'units'} on ${on} ${unknown}`;
  return isAccepted
    ? `Your transactions have ${transfer}. A trade dated up to ${on} that is recorded later takes its place.`
    : `Your broker holds another number of units, and no trade explains it. Accepting records ${transfer}; a trade dated up to ${on} that is recorded later takes its place.`;
}

/** The day from which figures may change with a decision, YYYY-MM-DD. */
export function dayOfChange({ before, after, seen_at }: BrokerChangeModel): string {
  const days = [before, after].flatMap((one) => (isTrade(one) ? [one.date] : (one?.day ?? [])));
  return days.sort()[0] ?? istDate(seen_at);
}
