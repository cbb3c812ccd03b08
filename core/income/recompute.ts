import type { Resolver } from '../instruments/index.ts';
import type { Transaction } from '../platform/index.ts';
import { announced, type Announced } from './announcements.ts';
import type { HeldBond } from './coupons.ts';
import { incomeOf, type SecurityIncome, type SymbolLedger } from './derive.ts';
import { type Difference, difference, type StoredEvent } from './difference.ts';
import type { Trade } from './entitlement.ts';
import type { IncomeFacts } from './event.ts';
import { grouped } from './grouped.ts';
import {
  type IncomeRow,
  type LedgerKey,
  readAnnounced,
  readHeldBonds,
  readIncomeRows,
  readLedgerKeys,
  readStoredEvents,
} from './income-store.ts';
import { type DividendRow, paymentsOf } from './payments.ts';
import type { SettlementDays } from './settlement-days.ts';

/** Rows of the ledger that are in memory at a time. */
const ROWS_AT_ONCE = 50_000;
const CURRENCY_OF: Readonly<Record<string, string>> = { NSE: 'INR', BSE: 'INR', NYSE: 'USD', NASDAQ: 'USD' };

/** One security in one portfolio, before its rows are read. */
interface Security {
  instrumentId: string | null;
  keys: LedgerKey[];
  bonds: HeldBond[];
}

/** Works out what one person's income events have to become. Reads only; the time grows with the rows. */
export async function workOutIncome(
  trx: Transaction,
  { resolver, settlement, today }: { resolver: Resolver; settlement: SettlementDays; today: string },
): Promise<Difference> {
  const stored = await readStoredEvents(trx);
  const bonds = withIsins(await readHeldBonds(trx), resolver, today);
  const securities = securitiesOf(await readLedgerKeys(trx), bonds, resolver, today);
  const ids = [...new Set(securities.map(({ instrumentId }) => instrumentId).filter((id) => id !== null))];
  const actions = grouped(await readAnnounced(trx, ids), ({ instrument_id }) => instrument_id);
  const announcements = new Map([...actions].map(([id, some]) => [id, announced(some)]));
  const paidCoupons = grouped(
    stored.filter(
      ({ status, source_reference }) => status === 'PAID' && source_reference.startsWith('coupon:'),
    ),
    (event) => keyOf(event),
  );
  const wanted: IncomeFacts[] = [];
  for (const some of batches(securities)) {
    const rows = grouped(
      await readIncomeRows(
        trx,
        some.flatMap(({ keys }) => keys),
      ),
      (row) => keyOf(row),
    );
    for (const security of some) {
      const said = security.instrumentId === null ? [] : (announcements.get(security.instrumentId) ?? []);
      const income = incomeInput(security, rows, said, paidCoupons, settlement);
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
    const isIt = found.outcome === 'FOUND' && CURRENCY_OF[found.instrument.exchange] === one.currency;
    const instrumentId = isIt ? found.instrument.id : null;
    const key = `${one.portfolio_id} ${instrumentId ?? one.isin ?? one.symbol}`;
    const known = all.get(key) ?? { instrumentId, keys: [], bonds: [] };
    all.set(key, known);
    return known;
  };
  for (const key of keys) security(key, key.last_date).keys.push(key);
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
  said: readonly Announced[],
  paidCoupons: ReadonlyMap<string, StoredEvent[]>,
  settlement: SettlementDays,
): SecurityIncome {
  const ledgers = keys.map((key): SymbolLedger => {
    const own = rows.get(keyOf(key)) ?? [];
    return {
      ...key,
      trades: own.filter((row): row is IncomeRow & Trade => row.type !== 'DIVIDEND'),
      payments: paymentsOf(
        key.portfolio_id,
        own.filter((row): row is IncomeRow & DividendRow => row.type === 'DIVIDEND'),
      ),
      settles: settlement.of(key.asset_class, key.currency),
    };
  });
  const symbols = new Map([...keys, ...bonds].map((one) => [keyOf(one), one]));
  return {
    ledgers,
    announced: said,
    bonds,
    paidCoupons: [...symbols.keys()].flatMap((key) => paidCoupons.get(key) ?? []),
  };
}

const keyOf = ({ portfolio_id, symbol }: { portfolio_id: string; symbol: string }): string =>
  `${portfolio_id} ${symbol}`;
