import type { Resolver } from '../market/instruments/index.ts';
import { type DbTransaction, grouped } from '../platform/index.ts';
import { announced, type Announced } from './announcements.ts';
import type { HeldBond } from './coupons.ts';
import { incomeOf, type SecurityIncome, type SymbolLedger } from './derive.ts';
import { type Difference, difference, type StoredEvent } from './event-diff.ts';
import type { Trade } from '../portfolio/index.ts';
import type { IncomeFacts } from './event.ts';
import {
  type IncomeRow,
  type LedgerKey,
  readAnnounced,
  readHeldBonds,
  readIncomeRows,
  readLedgerKeys,
  readStoredEvents,
  unlistedId,
} from './income-store.ts';
import { type DividendRow, paymentsOf } from './payments.ts';
import type { SettlementDays } from './settlement-days.ts';

/** Rows of the ledger that are in memory at a time. */
const ROWS_AT_ONCE = 50_000;

/** One security in one portfolio, before its rows are read. */
interface Security {
  instrumentId: string | null;
  /** The symbol by which an exchange may know it, where the registry does not. */
  unlisted: string | null;
  keys: LedgerKey[];
  bonds: HeldBond[];
}

/** Works out what one person's income events have to become. Reads only; the time grows with the rows. */
export async function deriveIncome(
  trx: DbTransaction,
  { resolver, settlement, today }: { resolver: Resolver; settlement: SettlementDays; today: string },
): Promise<Difference> {
  const stored = await readStoredEvents(trx);
  const bonds = withIsins(await readHeldBonds(trx), resolver, today);
  const securities = securitiesOf(await readLedgerKeys(trx), bonds, resolver, today);
  const declared = await readAnnounced(trx, {
    instrumentIds: distinct(securities.map(({ instrumentId }) => instrumentId)),
    symbols: distinct(securities.map(({ unlisted }) => unlisted)),
  });
  const actions = grouped(declared, ({ instrument_id }) => instrument_id);
  const announcements = new Map([...actions].map(([id, some]) => [id, announced(some)]));
  const paidCoupons = grouped(
    stored.filter(
      ({ status, source_reference }) => status === 'PAID' && source_reference.startsWith('coupon:'),
    ),
    (event) => keyOf(event),
  );
  const entitled = new Map(
    stored
      .filter(({ status }) => status !== 'CANCELLED')
      .map(({ source_reference, entitled_quantity }) => [source_reference, entitled_quantity]),
  );
  const wanted: IncomeFacts[] = [];
  for (const some of batches(securities)) {
    const rows = grouped(
      await readIncomeRows(
        trx,
        some.flatMap(({ keys }) => keys),
      ),
      ({ portfolio: portfolio_id, symbol }) => keyOf({ portfolio_id, symbol }),
    );
    for (const security of some) {
      const id = security.instrumentId ?? (security.unlisted === null ? null : unlistedId(security.unlisted));
      const announced = id === null ? [] : (announcements.get(id) ?? []);
      const income = { ...incomeInput(security, rows, announced, paidCoupons, settlement), entitled };
      for (const event of incomeOf(income, today)) wanted.push(event);
    }
    // A long ledger must not hold up the other requests of this process.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return difference(stored, wanted, today);
}

/** Bonds with the ISIN that the registry has for their symbol, where the holding tells none. */
export function withIsins(bonds: readonly HeldBond[], resolver: Resolver, today: string): HeldBond[] {
  return bonds.map((bond) => {
    const found = resolver.resolve({ isin: bond.isin, symbol: bond.symbol, on: today });
    if (found.outcome !== 'FOUND' || found.instrument.asset_class !== 'Bond') return bond;
    return { ...bond, isin: bond.isin ?? found.instrument.isin };
  });
}

function securitiesOf(
  keys: readonly LedgerKey[],
  bonds: readonly HeldBond[],
  resolver: Resolver,
  today: string,
): Security[] {
  const all = new Map<string, Security>();
  const security = (
    one: { portfolio_id: string; symbol: string; isin: string | null; currency: string },
    on: string,
  ): Security => {
    const found = resolver.resolve({ isin: one.isin, symbol: one.symbol, on });
    const isIt = found.outcome === 'FOUND' && found.instrument.currency === one.currency;
    const instrumentId = isIt ? found.instrument.id : null;
    const key = `${one.portfolio_id} ${instrumentId ?? one.isin ?? one.symbol}`;
    const isUnlisted = found.outcome === 'UNKNOWN' && found.reason === 'NOT_IN_REGISTRY';
    const unlisted = isUnlisted && one.currency === 'INR' ? one.symbol : null;
    const known = all.get(key) ?? { instrumentId, unlisted, keys: [], bonds: [] };
    all.set(key, known);
    return known;
  };
  for (const key of keys) security(key, key.last_date ?? today).keys.push(key);
  for (const bond of bonds) security(bond, today).bonds.push(bond);
  return [...all.values()];
}

function* batches(securities: readonly Security[]): Generator<Security[]> {
  let some: Security[] = [];
  let rows = 0;
  for (const security of securities) {
    some.push(security);
    rows += security.keys.reduce((sum, key) => sum + key.transactions_count, 0);
    if (rows < ROWS_AT_ONCE) continue;
    yield some;
    some = [];
    rows = 0;
  }
  if (some.length > 0) yield some;
}

function incomeInput(
  { keys, bonds }: Security,
  rows: ReadonlyMap<string, IncomeRow[]>,
  announcements: readonly Announced[],
  paidCoupons: ReadonlyMap<string, StoredEvent[]>,
  settlement: SettlementDays,
): Omit<SecurityIncome, 'entitled'> {
  const ledgers = keys.map((key): SymbolLedger => {
    const { held_quantity, held_since } = key;
    const own = rows.get(keyOf(key)) ?? [];
    return {
      ...key,
      trades: own.filter((row): row is IncomeRow & Trade => row.type !== 'DIVIDEND'),
      payments: paymentsOf(
        key.portfolio_id,
        own.filter((row): row is IncomeRow & DividendRow => row.type === 'DIVIDEND'),
      ),
      settles: settlement.of(key.asset_class, key.currency),
      held:
        held_quantity === null || held_since === null ? null : { quantity: held_quantity, since: held_since },
    };
  });
  const symbols = new Map([...keys, ...bonds].map((one) => [keyOf(one), one]));
  return {
    ledgers,
    announced: announcements,
    bonds,
    paidCoupons: [...symbols.keys()].flatMap((key) => paidCoupons.get(key) ?? []),
  };
}

const distinct = (words: readonly (string | null)[]): string[] => [
  ...new Set(words.filter((word) => word !== null)),
];

const keyOf = ({ portfolio_id, symbol }: { portfolio_id: string; symbol: string }): string =>
  `${portfolio_id} ${symbol}`;
