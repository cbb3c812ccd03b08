import { Decimal, type DbTransaction } from '../../platform/index.ts';
import { replayPositions } from './ledger-store.ts';
import type { PositionKey } from './position-key.ts';
import { positionValues } from './position-store.ts';

/** What a replay of everybody's transactions came to, beside the positions that are kept. */
interface ReplayCheck {
  /** Positions that were compared. */
  positions: number;
  /** Symbols, in order, whose kept position differs from the replay, or is missing on one side. */
  differing: string[];
}

/** Positions compared at a time. */
const KEYS_AT_ONCE = 500;
/** Compared figures of a position. Its cash flows are compared too, once the renewal has written them. */
const FIGURES = [
  'quantity',
  'cost_basis',
  'realised_fifo',
  'dividends',
  'fees',
  'unmatched_quantity',
] as const;

type Figures = Record<(typeof FIGURES)[number], string> & { cash_flows: string | null };

/**
 * Replays every transaction in the database and compares the result with the kept positions. It changes nothing.
 * @param trx of a role that sees everybody's rows
 */
export async function comparePositions(trx: DbTransaction): Promise<ReplayCheck> {
  const { rows: keys } = await trx.raw<{ rows: PositionKey[] }>(
    `select portfolio_id::text, symbol from portfolio.transactions
     union select portfolio_id::text, symbol from portfolio.positions order by 1, 2`,
  );
  const differing = new Set<string>();
  let positions = 0;
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    const kept = await readFigures(trx, some);
    positions += kept.size;
    await replayPositions(trx, some, (key, position, _skipped, rows) => {
      const here = kept.get(textOf(key));
      kept.delete(textOf(key));
      const values = position === null ? null : positionValues('', key, position, rows, new Date(0));
      const isSame =
        values === null
          ? here === undefined
          : here !== undefined &&
            FIGURES.every((name) => values[name].eq(new Decimal(here[name]))) &&
            (here.cash_flows ?? values.cash_flows) === values.cash_flows;
      if (!isSame) differing.add(key.symbol);
      return Promise.resolve();
    });
    // Kept, and of no transaction.
    for (const { symbol } of kept.values()) differing.add(symbol);
  }
  return { positions, differing: [...differing].toSorted((a, b) => (a < b ? -1 : 1)) };
}

async function readFigures(
  trx: DbTransaction,
  keys: readonly PositionKey[],
): Promise<Map<string, PositionKey & Figures>> {
  const { rows } = await trx.raw<{ rows: (PositionKey & Figures)[] }>(
    `select portfolio_id::text, symbol, ${FIGURES.map((name) => `${name}::text`).join(', ')}, cash_flows
     from portfolio.positions
     where (portfolio_id, symbol) in (select * from unnest(?::bigint[], ?::text[]))`,
    [keys.map((key) => key.portfolio_id), keys.map((key) => key.symbol)] as unknown as string[],
  );
  return new Map(rows.map((row) => [textOf(row), row]));
}

const textOf = ({ portfolio_id, symbol }: PositionKey): string => `${portfolio_id}\0${symbol}`;
