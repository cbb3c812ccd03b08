import type { DbTransaction } from '../../platform/index.ts';

/** Symbols with holdings or transactions that are the same letters, whatever their case. Takes one binding, in capitals. */
const ALIKE = `
  select portfolio_id, symbol from portfolio.holdings where upper(symbol) = ?
  union
  select portfolio_id, symbol from portfolio.positions where upper(symbol) = ?`;

/**
 * The symbol that a person means in a portfolio. Tickers are capitals, but a fund without one goes by its name as some
 * file wrote it: what is there already under these letters is meant, in its own spelling.
 */
export async function resolveSymbol(trx: DbTransaction, portfolioId: string, typed: string): Promise<string> {
  const given = typed.trim();
  const capitals = given.toUpperCase();
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select symbol from (${ALIKE}) alike where portfolio_id = ? order by symbol = ? desc, symbol = ? desc, symbol limit 1`,
    [capitals, capitals, portfolioId, given, capitals],
  );
  return rows[0]?.symbol ?? capitals;
}

/** Every spelling of a symbol in any portfolio, and the one in capitals. */
export async function symbolSpellings(trx: DbTransaction, typed: string): Promise<string[]> {
  const capitals = typed.trim().toUpperCase();
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select distinct symbol from (${ALIKE}) alike order by symbol`,
    [capitals, capitals],
  );
  return [...new Set([capitals, typed.trim(), ...rows.map(({ symbol }) => symbol)])];
}
