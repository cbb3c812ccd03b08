import { Decimal, istDate, type DbTransaction } from '../../platform/index.ts';
import type { SyncedHolding } from '../../brokers/index.ts';
import type { HoldingModel } from '../models.ts';
import {
  type BrokerChangeModel,
  openUnits,
  type NewChange,
  unitsSubject,
  withdrawChanges,
  writeChanges,
} from './change-store.ts';
import { isTrade } from './compare-trades.ts';
import type { StagedReading } from './reading-store.ts';

/** Trades may come days after the units: until then another reading may bring the trade that explains them. */
const LATEST_TRADES_MS = 48 * 3_600_000;

/** A reading's holdings once its trades are recorded. */
interface UnitReading extends Pick<StagedReading, 'portfolioId' | 'connectionId'> {
  /** Holdings before the sync. */
  before: readonly Pick<HoldingModel, 'symbol' | 'quantity' | 'source'>[];
  /** What is held now, trades that are not settled included. */
  held: readonly Pick<SyncedHolding, 'symbol' | 'quantity'>[];
  /** Symbols of holdings that agreed with their transactions before the sync. */
  agreed: ReadonlySet<string>;
  /** Symbols that trades of a name may be of which the person is asked about: these may explain the units. */
  asked: ReadonlySet<string>;
  /** The ledger with the trades of the sync; `unmatched` units were sold without a purchase. */
  ledgerOf: (symbols: readonly string[]) => Promise<Map<string, { quantity: Decimal; unmatched: Decimal }>>;
}

const NOTHING = new Decimal(0);

/**
 * Writes an entry for each holding that agreed with its transactions before the sync, and of which the broker holds another
 * number of units since, for longer than trades take to come. The entry ends by itself when both agree again, and rests
 * while trades of its symbol wait for the person's answer. A broker that lists nothing at all is believed in nothing.
 * @returns whether something was written.
 */
export async function noteUnits(
  trx: DbTransaction,
  { before, held, agreed, asked, ledgerOf, ...reading }: UnitReading,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const open = await openUnits(trx, reading.portfolioId);
  if (held.length === 0) return false;
  const listed = new Map(held.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]));
  const unitsNow = (symbol: string): Decimal => listed.get(symbol) ?? NOTHING;
  const changed = before.filter(
    ({ source, symbol, quantity }) =>
      source === 'BROKER' && agreed.has(symbol) && !unitsNow(symbol).eq(quantity),
  );
  const symbols = [...new Set([...changed, ...open].map(({ symbol }) => symbol))];
  if (symbols.length === 0) return false;
  const ledger = await ledgerOf(symbols);
  const recorded = (symbol: string): Decimal => {
    const { quantity = NOTHING, unmatched = NOTHING } = ledger.get(symbol) ?? {};
    return quantity.minus(unmatched);
  };
  /** Units that no trade explains; below 0 for units that are gone. */
  const unexplained = (symbol: string): Decimal => unitsNow(symbol).minus(recorded(symbol));
  const isExplained = (symbol: string): boolean => unexplained(symbol).isZero();
  const isAsNoted = ({ symbol, before: was, after: is }: BrokerChangeModel): boolean =>
    unexplained(symbol).eq(new Decimal(is?.quantity ?? 0).minus(was?.quantity ?? 0));
  const toWrite = (symbol: string, state: NewChange['state'], day = istDate(now)): NewChange => ({
    subject: unitsSubject(symbol),
    kind: 'QUANTITY',
    symbol,
    before: { symbol, quantity: recorded(symbol).toFixed() },
    after: { symbol, quantity: unitsNow(symbol).toFixed(), day },
    state,
  });

  const known = new Set(open.map(({ symbol }) => symbol));
  const written = changed.flatMap(({ symbol }) =>
    known.has(symbol) || isExplained(symbol) ? [] : [toWrite(symbol, 'UNSURE')],
  );
  const ended = open.filter(({ symbol }) => isExplained(symbol)).map(({ subject }) => subject);
  for (const one of open) {
    const { symbol, state, after, seen_at } = one;
    if (isExplained(symbol)) continue;
    const isWaiting = state === 'OPEN' || state === 'LATER';
    const day = after !== null && !isTrade(after) && isAsNoted(one) ? after.day : undefined;
    if (asked.has(symbol)) {
      if (isWaiting) written.push(toWrite(symbol, 'UNSURE', day));
    } else if (!isAsNoted(one))
      // A decision was about that difference; one that is not sure yet is another one now.
      written.push(toWrite(symbol, state === 'UNSURE' ? 'UNSURE' : 'OPEN'));
    else if (state === 'UNSURE' && now.getTime() - seen_at.getTime() >= LATEST_TRADES_MS)
      written.push(toWrite(symbol, 'OPEN', day));
  }
  await writeChanges(trx, { userId, ...reading, now }, written);
  await withdrawChanges(trx, reading.portfolioId, ended, now);
  return written.length + ended.length > 0;
}
