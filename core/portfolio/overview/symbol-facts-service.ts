import type { PriceSessions } from '../../market/calendar/index.ts';
import { type Context, type DbTransaction, istDate } from '../../platform/index.ts';
import { createLedger, type LedgerPosition, type Rename } from '../ledger/index.ts';
import {
  type LedgerRow,
  type PositionKey,
  readLedgerRows,
  readRenames,
  symbolSpellings,
} from '../positions/index.ts';
import {
  holdingsOfSymbol,
  type HoldingView,
  portfolioNames,
  portfolioScope,
  type PortfolioScope,
  toHoldingView,
} from '../records/index.ts';
import { isTrade, settlementOf, type Settlement } from '../settlement/index.ts';
import { replayedPosition, type SnapshotFields, snapshotFields } from '../snapshots/index.ts';
import {
  changeDays,
  type Fx,
  holdingsToValue,
  type LoadFx,
  type Totals,
  totalsOf,
  valueEach,
} from '../valuation/index.ts';

/** The ledger of one symbol in one portfolio. */
interface SymbolLedger {
  portfolio_id: string;
  portfolio: string;
  position: LedgerPosition;
  /** What it was replayed from, in the order of their days. */
  rows: LedgerRow[];
  /** Names that shares of the portfolio took. */
  renames: readonly Rename[];
}

/** Everything the books say of one symbol, in one portfolio or in all of them. */
export interface SymbolFacts {
  scope: PortfolioScope;
  /** That of its rows; that of the scope where portfolios keep it in several. */
  currency: string;
  holdings: HoldingView[];
  /** The parts of each holding by their delivery. */
  settlements: Settlement[];
  /** One for each portfolio that ever had it, what was sold since included. */
  ledgers: SymbolLedger[];
  /** Of the holdings, in `currency`. */
  total: Totals;
  /** What a snapshot would hold if nothing else were in the books. */
  snapshot: SnapshotFields;
  fx: Fx;
}

/** The facts of one symbol, for the report about it. */
export function createSymbolFactsService(
  { database, clock }: Context,
  loadFx: LoadFx,
  sessions: PriceSessions,
) {
  async function read(
    trx: DbTransaction,
    wanted: { symbol: string; portfolio?: string | null | undefined },
  ): Promise<SymbolFacts> {
    const scope = await portfolioScope(trx, wanted.portfolio);
    const isWanted = ({ portfolio_id }: { portfolio_id: string }) =>
      scope.id === null || portfolio_id === scope.id;
    const now = clock.now();
    const spellings = await symbolSpellings(trx, wanted.symbol);
    const rows = (await holdingsOfSymbol(trx, wanted.symbol)).filter(isWanted);
    const ledgers = await readLedgers(trx, await positionsOf(trx, spellings, scope.id));
    const currencies = [...rows, ...ledgers.map(({ position }) => position)].map((one) => one.currency);
    const currency = new Set(currencies).size === 1 ? (currencies[0] ?? scope.currency) : scope.currency;
    const foreign = ledgers.filter(({ position }) => position.currency !== currency);
    const fx = await loadFx(trx, {
      from: currencies,
      to: [currency],
      days: foreign.flatMap((one) => one.rows).map(({ date }) => date),
    });
    const ids = new Set(rows.map(({ id }) => id));
    const held = (await holdingsToValue(trx)).filter(({ id }) => ids.has(id));
    const total = totalsOf(valueEach(held, { base: currency, fx, now, sessions }), {
      currency,
      in_: 'base',
      days: changeDays(sessions, now),
    });
    const snapshot = snapshotFields({
      total,
      holdings: held.map(({ portfolio_id: portfolio, symbol, quantity }) => ({
        portfolio,
        symbol,
        quantity,
      })),
      positions: ledgers.map(({ portfolio_id, position }) => replayedPosition(portfolio_id, position)),
      fx,
      date: istDate(now),
    });
    const holdings = rows.map((row) => toHoldingView(row, now, sessions));
    const holding = rows.filter(({ quantity }) => !quantity.isZero());
    const settlements = holding.map((row) => {
      const own = ledgers.find((one) => one.portfolio_id === row.portfolio_id)?.rows ?? [];
      return settlementOf(row, own.filter(isTrade), {
        settles: sessions.settles(row.asset_class, row.currency),
        today: istDate(now),
      });
    });
    return { scope, currency, holdings, settlements, ledgers, total, snapshot, fx };
  }

  return {
    /**
     * @param wanted.symbol whole, in whatever case; what is not there has no holdings and no ledgers.
     * @param wanted.portfolio all of them where none is named.
     * @throws 404 PORTFOLIO_NOT_FOUND.
     */
    async read(
      userId: string,
      wanted: { symbol: string; portfolio?: string | null | undefined },
    ): Promise<SymbolFacts> {
      return await database.asUser(userId, (trx) => read(trx, wanted));
    },

    /** Which symbol the rows have today that were recorded under another one; null where none or several were. */
    async renamed(userId: string, recorded: string): Promise<string | null> {
      return await database.readAsUser(userId, async (trx) => {
        const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
          `select symbol from portfolio.transactions where recorded_symbol = ?
           union select symbol from portfolio.holdings where recorded_symbol = ? limit 2`,
          [recorded, recorded],
        );
        return rows.length === 1 ? (rows[0]?.symbol ?? null) : null;
      });
    },

    /** Symbols that were held and of which nothing is left, in order. */
    async sold(userId: string): Promise<string[]> {
      return await database.readAsUser(userId, async (trx) => {
        const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
          `select distinct l.symbol from portfolio.positions l
           where not exists (select from portfolio.holdings h where h.symbol = l.symbol and h.quantity <> 0)
           order by l.symbol`,
        );
        return rows.map(({ symbol }) => symbol);
      });
    },
  };
}

async function positionsOf(
  trx: DbTransaction,
  symbols: readonly string[],
  portfolioId: string | null,
): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    `select portfolio_id::text, symbol from portfolio.positions
     where symbol = any(?::text[]) and (?::bigint is null or portfolio_id = ?::bigint)
     order by portfolio_id, symbol`,
    [symbols, portfolioId, portfolioId] as never[],
  );
  return rows;
}

/** All ledgers in one reading. */
async function readLedgers(trx: DbTransaction, keys: readonly PositionKey[]): Promise<SymbolLedger[]> {
  if (keys.length === 0) return [];
  const names = await portfolioNames(trx);
  const rows = await readLedgerRows(trx, { keys });
  const renames = await readRenames(trx, null);
  return keys.flatMap(({ portfolio_id, symbol }) => {
    const own = rows.filter((row) => row.portfolio === portfolio_id && row.symbol === symbol);
    const replay = createLedger();
    for (const row of own) replay.apply(row);
    const [position] = replay.result().positions;
    if (position === undefined) return [];
    const named = renames.filter((one) => one.portfolio_id === portfolio_id);
    const portfolio = names.get(portfolio_id) ?? symbol;
    return [{ portfolio_id, portfolio, position, rows: own, renames: named }];
  });
}
