import { decimal } from '../../../platform/index.ts';

/** A figure of Yahoo's, as exact text, or why there is none. */
export type YahooValue = { value: string; reason: null } | { value: null; reason: string };

/** A figure as Yahoo sends it: a number, a number in `raw`, or anything else, which is unavailable and never 0. */
export function yahooValue(given: unknown): YahooValue {
  const plain: unknown =
    typeof given === 'object' && given !== null && 'raw' in given ? (given as { raw: unknown }).raw : given;
  if (typeof plain === 'number' && Number.isFinite(plain))
    return { value: decimal(plain).toFixed(), reason: null };
  const missing = (reason: string): YahooValue => ({ value: null, reason });
  if (plain === null || plain === undefined) return missing('Yahoo’s field is empty.');
  if (typeof plain === 'string' || typeof plain === 'number')
    return missing(`Yahoo says “${String(plain).slice(0, 40)}”, which is not a number.`);
  return missing('Yahoo’s field is not a number.');
}

/** Rows of statements as extractors know them (research/Evidence acquisition rules 3). */
const EXTRACTOR_KEYS: Readonly<Record<string, string>> = {
  revenue: 'revenue_ttm',
  net_income: 'net_income_ttm',
  equity: 'total_equity',
  capital_expenditure: 'capex',
};

/** A flat row of a statement under the keys of the extractors, values as exact text or null with the reason. */
export function normaliseStatement(row: Readonly<Record<string, unknown>>): Record<string, YahooValue> {
  return Object.fromEntries(
    Object.entries(row).map(([key, given]) => [EXTRACTOR_KEYS[key] ?? key, yahooValue(given)]),
  );
}
