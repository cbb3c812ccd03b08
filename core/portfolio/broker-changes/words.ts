import { dayInWords, Decimal } from '../../platform/index.ts';
import type { ChangeKind, TradeFacts } from './compare.ts';
import type { BrokerChangeModel, UnitFacts } from './change-store.ts';

type Described = Pick<BrokerChangeModel, 'kind' | 'before' | 'after'> & { symbol: string };

export const isTrade = (facts: TradeFacts | UnitFacts | null): facts is TradeFacts =>
  facts !== null && 'date' in facts;

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

const SENTENCES: Readonly<Record<ChangeKind, string>> = {
  CHANGED: 'The broker now shows this trade with other facts. Accepting changes the recorded one.',
  VANISHED: 'The broker does not list this trade any more. Accepting deletes the recorded one.',
  RETURNED:
    'The broker lists this trade again, which you deleted when it was gone. Accepting records it again.',
  QUANTITY:
    'The broker holds another number of units, and no trade explains it. Accepting or keeping changes no transaction; the difference stays visible until the trades are recorded.',
};

export const changeSentence = (kind: ChangeKind): string => SENTENCES[kind];

/** The day from which figures may change with a decision; null for units, which have none. */
export function dayOfChange({ before, after }: Pick<Described, 'before' | 'after'>): string | null {
  const days = [before, after].flatMap((one) => (isTrade(one) ? [one.date] : []));
  return days.sort()[0] ?? null;
}
