import { Decimal, type DbTransaction } from '../../platform/index.ts';
import type { SyncedHolding } from '../../brokers/index.ts';
import type { HoldingModel } from '../models.ts';
import { openUnits, type NewChange, withdrawChanges, writeChanges } from './change-store.ts';
import type { UnitFacts } from './change-store.ts';
import { type NotedChanges, NOTHING_NOTED } from './note-changes.ts';
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
  /** The ledger with the trades of the sync; `unmatched` units were sold without a purchase. */
  ledgerOf: (symbols: readonly string[]) => Promise<Map<string, { quantity: Decimal; unmatched: Decimal }>>;
}

const NOTHING = new Decimal(0);
const subjectOf = (symbol: string): string => `holding:${symbol}`;

/**
 * Writes an entry for each holding that agreed with its transactions before the sync, and of which the broker holds another
 * number of units since, for longer than trades take to come. The entry ends by itself when both agree again. A broker that
 * lists nothing at all is believed in nothing.
 */
export async function noteUnits(
  trx: DbTransaction,
  { before, held, agreed, ledgerOf, ...reading }: UnitReading,
  { userId, now }: { userId: string; now: Date },
): Promise<NotedChanges> {
  const open = await openUnits(trx, reading.portfolioId);
  if (held.length === 0) return NOTHING_NOTED;
  const listed = new Map(held.map(({ symbol, quantity }) => [symbol, new Decimal(quantity)]));
  const unitsNow = (symbol: string): Decimal => listed.get(symbol) ?? NOTHING;
  const changed = before.filter(
    ({ source, symbol, quantity }) =>
      source === 'BROKER' && agreed.has(symbol) && !unitsNow(symbol).eq(quantity),
  );
  const symbols = [...new Set([...changed, ...open].map(({ symbol }) => symbol))];
  if (symbols.length === 0) return NOTHING_NOTED;
  const ledger = await ledgerOf(symbols);
  const isExplained = (symbol: string): boolean => {
    const { quantity = NOTHING, unmatched = NOTHING } = ledger.get(symbol) ?? {};
    return unitsNow(symbol).eq(quantity.minus(unmatched));
  };
  const facts = (symbol: string, quantity: Decimal): UnitFacts => ({ symbol, quantity: quantity.toFixed() });

  const known = new Map(open.map((one) => [one.symbol, one]));
  const written: NewChange[] = changed.flatMap(({ symbol, quantity }): NewChange[] =>
    known.has(symbol) || isExplained(symbol)
      ? []
      : [
          {
            subject: subjectOf(symbol),
            kind: 'QUANTITY',
            symbol,
            before: facts(symbol, quantity),
            after: facts(symbol, unitsNow(symbol)),
            state: 'UNSURE',
          },
        ],
  );
  const ended = open.filter(({ symbol }) => isExplained(symbol)).map(({ subject }) => subject);
  const confirmed = open
    .filter(({ symbol, state, after, seen_at }) => {
      if (isExplained(symbol)) return false;
      if (state === 'UNSURE') return now.getTime() - seen_at.getTime() >= LATEST_TRADES_MS;
      // A decision was about that number of units.
      return !unitsNow(symbol).eq(after?.quantity ?? 0);
    })
    .map(({ subject, symbol, before: was }): NewChange => ({
      subject,
      kind: 'QUANTITY',
      symbol,
      before: was,
      after: facts(symbol, unitsNow(symbol)),
      state: 'OPEN',
    }));
  await writeChanges(trx, { userId, ...reading, now }, [...written, ...confirmed]);
  await withdrawChanges(trx, reading.portfolioId, ended, now);
  return { opened: confirmed, changed: written.length + confirmed.length + ended.length > 0 };
}
