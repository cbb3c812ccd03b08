import * as yup from 'yup';
import { parserNamed } from '../../parsing/document-parser.ts';
import { jsonOf } from '../../parsing/json.ts';
import { cikText, isCik, isRecord, validated } from './company-facts.ts';

/** A company that bears a ticker. */
export interface TickerRow {
  /** Ten digits. */
  cik: string;
  ticker: string;
  title: string;
}

const listSchema = yup
  .mixed<Record<string, unknown>>((value): value is Record<string, unknown> => isRecord(value))
  .required();
const rowSchema = yup.object({
  cik_str: yup.mixed<string | number>((value): value is string | number => isCik(value)).required(),
  ticker: yup.string().required(),
  title: yup.string().required(),
});

/** The SEC writes BRK-B, others BRK.B or BRK/B. */
export function secTicker(symbol: string): string {
  return symbol.trim().toUpperCase().replaceAll(/[./ ]/g, '-');
}

/**
 * The companies of `/files/company_tickers.json` that bear one of the tickers, each once.
 * @throws MalformedDocument
 */
export function readTickers(body: Buffer, { tickers }: { tickers: readonly string[] }): TickerRow[] {
  const list = validated<Record<string, unknown>>(listSchema, jsonOf(body), 'no list of tickers of the SEC');
  const wanted = new Set(tickers.map(secTicker));
  const found = new Map<string, TickerRow>();
  for (const row of Object.values(list)) {
    if (!isRecord(row) || typeof row.ticker !== 'string' || !wanted.has(secTicker(row.ticker))) continue;
    const one: unknown = row;
    if (!rowSchema.isValidSync(one, { strict: true })) continue;
    const cik = cikText(one.cik_str);
    if (!found.has(cik)) found.set(cik, { cik, ticker: secTicker(one.ticker), title: one.title });
  }
  return [...found.values()];
}
export const TICKERS = parserNamed<typeof readTickers>('sec_tickers');
