import { type Amount, type Fixed, fixedText } from '../../platform/index.ts';
import { type Flow, PolicyLedger, takeContributions, throughFlow } from '../../strategies/index.ts';
import { stateOn, type StoredLedger } from '../cycle/index.ts';
import type { RecordedPrice } from './models.ts';

/** What a position is valued at when money is credited between two sessions. */
export interface PositionPrice {
  price: Fixed;
  source: RecordedPrice['source'];
  /** YYYY-MM-DD */
  price_date: string;
}

/** Books after money came in. */
export interface Application {
  flow: Flow;
  unitsBefore: Fixed;
  prices: RecordedPrice[];
  /** What changes of the books. */
  after: { cash: Amount; units: Fixed; deposits: Amount; performance: StoredLedger['performance'] };
}

/** What nobody can tell the tax of: nothing is sold here. */
const NO_SALES = { legalKind: () => null, priceOf2018: () => null };

/**
 * Credits a sum to books between two sessions, at what they are worth by these prices. Pure: nothing is written.
 * @param prices of every position, by instrument: none is ever valued at what it cost.
 * @returns null where a position has no price, or there is no NAV above 0 to issue units at.
 */
export function applyBetweenSessions(
  stored: StoredLedger,
  prices: ReadonlyMap<string, PositionPrice>,
  amount: Amount,
  day: string,
): Application | null {
  const places = new Map(stored.positions.map(({ instrument_id }, at) => [instrument_id, at]));
  const ledger = new PolicyLedger(NO_SALES, stateOn(stored, places));
  const recorded: RecordedPrice[] = [];
  for (const [at, { instrument_id, symbol, quantity }] of stored.positions.entries()) {
    const known = prices.get(instrument_id);
    const position = ledger.positions.get(at);
    if (known === undefined || known.price <= 0n || position === undefined) return null;
    position.price = known.price;
    recorded.push({
      instrument_id,
      symbol,
      quantity: fixedText(quantity),
      price: fixedText(known.price),
      source: known.source,
      price_date: known.price_date,
    });
  }
  const unitsBefore = ledger.units;
  const flow = takeContributions(ledger, [{ amount }], day);
  if (flow === null) return null;
  return {
    flow,
    unitsBefore,
    prices: recorded,
    after: {
      cash: ledger.cash,
      units: ledger.units,
      deposits: ledger.deposits,
      performance: throughFlow(stored.performance, flow),
    },
  };
}

/** The prices of a record, where it is about exactly what is held now; null otherwise. */
export function sameDayPrices(
  stored: StoredLedger,
  recorded: readonly RecordedPrice[],
  parse: (text: string) => Fixed,
): Map<string, PositionPrice> | null {
  const heldNow = new Map(
    stored.positions.map(({ instrument_id, quantity }) => [instrument_id, fixedText(quantity)]),
  );
  const isSame =
    recorded.length === heldNow.size &&
    recorded.every(({ instrument_id, quantity }) => heldNow.get(instrument_id) === quantity);
  if (!isSame) return null;
  return new Map(
    recorded.map(({ instrument_id, price, source, price_date }) => [
      instrument_id,
      { price: parse(price), source, price_date },
    ]),
  );
}
