import { type FundHolding, symbolKey } from '../fund-holdings/index.ts';
import type { Held } from '../held.ts';
import { daysBetween } from '../../platform/index.ts';

/** Contents of a fund on record. */
export interface StoredSnapshot {
  fund_symbol: string;
  as_of: string;
  source: string;
  holdings: readonly FundHolding[];
}

/** The same fund, however many times it is held. */
export interface Wrapper {
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: string;
  currency: string;
  portfolios: string[];
  /** In the portfolio's currency; null where none of it could be valued. */
  value: number | null;
  /** Symbols and ISINs that it goes by, as `symbolKey` writes them. */
  words: string[];
}

const FUNDS = new Set(['Mutual Fund', 'ETF']);
const SHARES = new Set(['Indian Equity', 'US Equity', 'Unlisted']);

const isFund = ({ asset_class }: Pick<Held, 'asset_class'>): boolean => FUNDS.has(asset_class);
export const isShare = ({ asset_class }: Pick<Held, 'asset_class'>): boolean => SHARES.has(asset_class);

/** Adds up what is known; null where nothing is. */
export const sumOrNull = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

/** The held funds: one ISIN is one fund, whatever brokers call it; without an ISIN its symbol counts. */
export function wrappersOf(holdings: readonly Held[]): Wrapper[] {
  const funds = holdings.filter(isFund);
  const isins = new Map(
    funds.flatMap(({ symbol, isin }) => (isin === null ? [] : [[symbolKey(symbol), isin] as const])),
  );
  const groups = new Map<string, Held[]>();
  for (const fund of funds) {
    const symbol = symbolKey(fund.symbol);
    const key = fund.isin ?? isins.get(symbol) ?? symbol;
    groups.set(key, [...(groups.get(key) ?? []), fund]);
  }
  return [...groups.values()].flatMap((held) => {
    const [first] = held;
    if (first === undefined) return [];
    const isin = held.find((one) => one.isin !== null)?.isin ?? null;
    return {
      symbol: first.symbol,
      name: held.find((one) => one.name !== null)?.name ?? null,
      isin,
      asset_class: first.asset_class,
      currency: first.currency,
      portfolios: [...new Set(held.map((one) => one.portfolio))],
      value: sumOrNull(held.map((one) => one.value)),
      words: [
        ...new Set([
          ...held.map((one) => symbolKey(one.symbol)),
          ...(isin === null ? [] : [symbolKey(isin)]),
        ]),
      ],
    };
  });
}

/** The newest snapshot of a fund that is not of a day to come; undefined where there is none (spec: Report rules 8). */
export function snapshotOf(
  { words }: Pick<Wrapper, 'words'>,
  snapshots: readonly StoredSnapshot[],
  today: string,
): StoredSnapshot | undefined {
  return snapshots
    .filter(({ fund_symbol, as_of }) => words.includes(fund_symbol) && as_of <= today)
    .reduce<StoredSnapshot | undefined>(
      (newest, one) => (newest === undefined || one.as_of > newest.as_of ? one : newest),
      undefined,
    );
}

/** Older than so many days is stale (spec: Limits, PORTFOLIO_FUND_HOLDINGS_STALE_DAYS). */
export function isStale(as_of: string, today: string, staleDays: number): boolean {
  return daysBetween(as_of, today) > staleDays;
}
