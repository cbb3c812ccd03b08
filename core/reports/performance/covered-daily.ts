import {
  type MissingCode,
  missingHolding,
  type Coverage,
  coverageOf,
  type PortfolioArea,
  type PositionName,
} from '../../portfolio/index.ts';
import type { LeftOutCode, Values } from '../../performance/engine/index.ts';
import { type BasedDaily, partialDaily } from '../measures/index.ts';

/** The holdings whose ledger and prices are known throughout, day by day, where others keep the whole unknown. */
export interface CoveredDaily {
  coverage: Coverage;
  daily: BasedDaily;
  /** The positions that are not in it. */
  excluded: readonly PositionName[];
}

const CODES: Record<Exclude<LeftOutCode, 'LEDGER_INCOMPLETE'>, MissingCode> = {
  NO_PRICE: 'NO_PRICE_HISTORY',
  NO_RATE: 'NO_RATE',
  UNMATCHED_SALE: 'UNMATCHED_SALE',
  ROW_LEFT_OUT: 'ROW_LEFT_OUT',
};

/** @returns null where nothing is excluded, and where nothing is left. */
export async function readCoveredDaily(
  {
    portfolio,
    values,
  }: { portfolio: Pick<PortfolioArea, 'holdingsValuation'>; values: Pick<Values, 'read'> },
  userId: string,
  { portfolio: name }: Pick<BasedDaily, 'portfolio'>,
): Promise<CoveredDaily | null> {
  const ledger = await values.read(userId, name);
  if (ledger.partial === null) return null;
  const { holdings } = await portfolio.holdingsValuation.read(userId, { portfolio: name });
  const keyOf = (one: PositionName): string => `${one.portfolio}\n${one.symbol}`;
  const inLedger = new Set(ledger.positions.map(keyOf));
  const codes = new Map(
    ledger.partial.left_out.map((one): [string, MissingCode] => [
      keyOf(one),
      one.code !== 'LEDGER_INCOMPLETE'
        ? CODES[one.code]
        : inLedger.has(keyOf(one))
          ? 'TRANSACTIONS_DIFFER'
          : 'NO_TRANSACTIONS',
    ]),
  );
  const members = holdings.map((one) => {
    const code = codes.get(keyOf(one));
    return { value: one.market_value, missing: code === undefined ? null : missingHolding(one, code) };
  });
  const held = new Set(holdings.map(keyOf));
  const sold = ledger.partial.left_out.filter((one) => !held.has(keyOf(one)));
  const coverage = coverageOf(
    members,
    sold.map((one) => missingHolding(one, codes.get(keyOf(one)) ?? 'NO_PRICE_HISTORY')),
  );
  if (coverage === null) return null;
  return {
    coverage,
    daily: partialDaily(ledger, ledger.partial),
    excluded: ledger.partial.left_out,
  };
}
