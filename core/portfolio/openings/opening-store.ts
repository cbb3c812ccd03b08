import { familiesOf, readApplied, readRecorded } from '../positions/index.ts';
import type { OpeningFamily } from './propose.ts';
import { type Fixed, parseFixed, type DbTransaction } from '../../platform/index.ts';

/** A position that its ledger does not explain: sold without a purchase, or held beyond the transactions. */
interface Candidate {
  portfolio_id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  stated: string | null;
}

/** A family with what is shown of its symbols. */
interface CandidateFamily extends OpeningFamily {
  portfolio: string;
  names: ReadonlyMap<string, string | null>;
}

const CANDIDATES = `portfolio.positions l
     join portfolio.portfolios p on p.id = l.portfolio_id
     left join portfolio.holdings h on h.portfolio_id = l.portfolio_id and h.symbol = l.symbol
     where l.unmatched_quantity > 0 or (h.source <> 'LEDGER' and h.quantity > l.quantity)`;

/** How many positions may lack an opening. */
export async function countCandidates(trx: DbTransaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from ${CANDIDATES}`,
  );
  return rows[0]?.count ?? 0;
}

/** Positions that may lack an opening, with the rows and actions that decide. A holding without any transaction is none of them. */
export async function readCandidates(trx: DbTransaction): Promise<CandidateFamily[]> {
  const { rows } = await trx.raw<{ rows: Candidate[] }>(
    `select l.portfolio_id::text, p.name as portfolio, l.symbol, h.name,
       case when h.source <> 'LEDGER' then h.quantity::text end as stated
     from ${CANDIDATES}
     order by p.name, l.symbol`,
  );
  const portfolios = [...new Set(rows.map(({ portfolio_id }) => portfolio_id))];
  const actions = portfolios.length === 0 ? [] : await readApplied(trx, portfolios);
  const families: CandidateFamily[] = [];
  for (const id of portfolios) {
    const own = rows.filter(({ portfolio_id }) => portfolio_id === id);
    const symbols = own.map(({ symbol }) => symbol);
    const joined = familiesOf(
      actions.filter(({ portfolio_id }) => portfolio_id === id),
      symbols,
    );
    const alone = symbols.filter((symbol) => !joined.some((family) => family.symbols.includes(symbol)));
    const recorded = await readRecorded(trx, id, [
      ...new Set([...alone, ...joined.flatMap((family) => family.symbols)]),
    ]);
    const stated = new Map<string, Fixed>(
      own.flatMap((one) => (one.stated === null ? [] : [[one.symbol, parseFixed(one.stated)] as const])),
    );
    for (const family of [...alone.map((symbol) => ({ symbols: [symbol], actions: [] })), ...joined]) {
      families.push({
        ...family,
        rows: recorded.filter(({ symbol }) => family.symbols.includes(symbol)),
        stated,
        portfolio: own[0]?.portfolio ?? '',
        names: new Map(own.map(({ symbol, name }) => [symbol, name])),
      });
    }
  }
  return families;
}

/** What a position or a holding says of itself; undefined where the portfolio has neither. */
export async function knownSymbol(
  trx: DbTransaction,
  portfolioId: string,
  symbol: string,
): Promise<{ currency: string; isin: string | null; asset_class: string | null } | undefined> {
  const { rows } = await trx.raw<{
    rows: { currency: string; isin: string | null; asset_class: string | null }[];
  }>(
    `select coalesce(l.currency, h.currency) as currency, coalesce(l.isin, h.isin) as isin,
       coalesce(l.asset_class, h.asset_class) as asset_class
     from (select ?::bigint as portfolio_id, ?::text as symbol) k
     left join portfolio.positions l on l.portfolio_id = k.portfolio_id and l.symbol = k.symbol
     left join portfolio.holdings h on h.portfolio_id = k.portfolio_id and h.symbol = k.symbol
     where l.symbol is not null or h.symbol is not null`,
    [portfolioId, symbol],
  );
  return rows[0];
}
