import { Decimal, type DbTransaction } from '../../platform/index.ts';
import {
  type AcceptedUnits,
  type AppliedAction,
  familiesOf,
  readAccepted,
  readApplied,
  readRecorded,
  unexplainedUnits,
} from '../positions/index.ts';
import type { LedgerTransaction } from '../ledger/index.ts';
import type { BrokerChangeRow } from './change-store.ts';
import { isTrade, type TradeFacts } from './compare-trades.ts';
import { type LedgerEffect, effectOf, replayed } from './ledger-effect.ts';
import { type UnitsRow, unitsRow } from './units-row.ts';

/** What accepting each of some entries would do to the ledger, each by itself, by the entry's id. */
export async function readEffects(
  trx: DbTransaction,
  changes: readonly BrokerChangeRow[],
): Promise<Map<string, LedgerEffect[]>> {
  const effects = new Map<string, LedgerEffect[]>();
  const portfolios = [...new Set(changes.map(({ portfolio_id }) => portfolio_id))];
  const actions = portfolios.length === 0 ? [] : await readApplied(trx, portfolios);
  for (const id of portfolios) {
    const applied = actions.filter(({ portfolio_id }) => portfolio_id === id);
    const own = changes.filter(({ portfolio_id }) => portfolio_id === id);
    const symbols = [...new Set(own.map(({ current_symbol }) => current_symbol))];
    const families = familiesOf(applied, symbols);
    const alone = symbols
      .filter((symbol) => !families.some((family) => family.symbols.includes(symbol)))
      .map((symbol) => ({ symbols: [symbol], actions: [] }));
    for (const family of [...families, ...alone]) {
      const rows = await readRecorded(trx, id, family.symbols);
      const keys = family.symbols.map((symbol) => ({ portfolio_id: id, symbol }));
      const accepted = await readAccepted(trx, keys);
      for (const change of own.filter(({ current_symbol }) => family.symbols.includes(current_symbol))) {
        // Many replays in a row must not hold up the other requests of this process.
        await new Promise((resolve) => setImmediate(resolve));
        const changed = withChange(rows, change);
        const after = changed && (await settledRows(changed, accepted, family.actions));
        effects.set(change.id, after === null ? [] : effectOf({ before: rows, after }, family.actions));
      }
    }
  }
  return effects;
}

/** The rows with those for units that were accepted before, as they would then be. */
async function settledRows(
  rows: LedgerTransaction[],
  accepted: readonly AcceptedUnits[],
  actions: readonly AppliedAction[],
): Promise<LedgerTransaction[]> {
  let settled = rows;
  for (const of of accepted) {
    const others = settled.filter(({ execution_id }) => execution_id !== of.subject);
    const quantity = await unexplainedUnits(of, (day) => {
      const position = replayed(others, actions, day).find(({ symbol }) => symbol === of.symbol);
      return position === undefined ? new Decimal(0) : position.quantity.minus(position.unmatched_quantity);
    });
    const { trade_date: date, type, currency } = of.kept;
    const { subject: execution_id, portfolio_id: portfolio, symbol } = of;
    const row = { id: null, portfolio, symbol, date, type, currency, price: '0', fee_tax: '0', execution_id };
    if (!quantity.isZero()) others.push({ ...row, quantity });
    settled = others;
  }
  return settled;
}

/** The recorded rows as they would be; null where accepting changes no row. */
function withChange(rows: readonly LedgerTransaction[], change: BrokerChangeRow): LedgerTransaction[] | null {
  const { after, kind, subject } = change;
  const isOwn = (row: LedgerTransaction): boolean => row.execution_id === subject;
  if (kind === 'QUANTITY') {
    const units = unitsRow(change);
    return units === null ? null : [...rows, transferOf(change, units)];
  }
  if (kind === 'VANISHED') return rows.filter((row) => !isOwn(row));
  if (!isTrade(after)) return null;
  if (kind === 'CHANGED') return rows.map((row) => (isOwn(row) ? { ...row, ...ledgerFacts(after) } : row));
  return [...rows, returnedRow(rows, change, after)];
}

const transferOf = (
  { current_symbol, portfolio_id, isin, asset_class }: BrokerChangeRow,
  units: UnitsRow,
): LedgerTransaction => ({
  ...units,
  id: null,
  portfolio: portfolio_id,
  symbol: current_symbol,
  price: '0',
  fee_tax: '0',
  isin,
  asset_class,
});

const ledgerFacts = ({ date, type, quantity, price, fee_tax, currency }: TradeFacts) => ({
  date,
  type,
  quantity,
  price,
  fee_tax,
  currency,
});

function returnedRow(
  rows: readonly LedgerTransaction[],
  { current_symbol, portfolio_id, subject }: BrokerChangeRow,
  after: TradeFacts,
): LedgerTransaction {
  const { isin, asset_class, executed_at } = after;
  const like = rows.find(({ type }) => type === 'SELL');
  return {
    ...ledgerFacts(after),
    id: null,
    portfolio: portfolio_id,
    symbol: current_symbol,
    isin,
    asset_class,
    executed_at,
    execution_id: subject,
    ...(like === undefined ? {} : { intraday_first: like.intraday_first ?? null }),
  };
}
