import * as yup from 'yup';
import { DAY_MS, OutsideError } from '../../../platform/index.ts';
import { DocumentNotKept, type Documents } from '../../port/index.ts';
import { NotYahoo, validated } from './yahoo-chart.ts';
import { yahooNames } from './yahoo-names.ts';

const words = yup.string().nullable().optional();
const schema = yup.object({
  quotes: yup
    .array(
      yup.object({
        // Private firms are listed without one.
        symbol: words,
        quoteType: words,
        longname: words,
        shortname: words,
        exchange: words,
        sector: words,
        industry: words,
      }),
    )
    .required(),
});

/** A listed share, by Yahoo's word. */
interface YahooEquity {
  /** As Yahoo calls it: `KAVFLOW.NS`. */
  symbol: string;
  name: string | null;
  /** Yahoo's code of the exchange, such as NSI, BSE, NMS or NYQ. */
  exchange: string | null;
  sector: string | null;
  industry: string | null;
}

/** `reason` is a sentence for whoever asked. `isOutside`: Yahoo could not be asked, so that nothing is known. */
type EquityCheck =
  | { equity: YahooEquity; reason: null }
  | { equity: null; reason: string; isOutside: boolean };

const KINDS: Readonly<Record<string, string>> = {
  ETF: 'an ETF',
  MUTUALFUND: 'a fund',
  INDEX: 'an index',
  CURRENCY: 'a currency',
  CRYPTOCURRENCY: 'a cryptocurrency',
  FUTURE: 'a future',
  OPTION: 'an option',
};
const FRESH_MS = DAY_MS;

/** Searches for what Yahoo lists under some words. */
const searchPath = (query: string): string =>
  `/v1/finance/search?newsCount=0&q=${encodeURIComponent(query)}&quotesCount=10`;

/**
 * Whether a ticker is a listed share: Yahoo must list it under that name as an equity, and an ETF or a fund is refused
 * (research/Run creation rules 4). Never throws for what the outside does.
 */
export async function verifyEquity(
  ticker: string,
  documents: Documents,
  signal?: AbortSignal,
): Promise<EquityCheck> {
  const wanted = ticker.trim().toUpperCase();
  const refused = (reason: string, isOutside = false): EquityCheck => ({ equity: null, reason, isOutside });
  if (!/^[A-Z0-9][A-Z0-9&.^=-]{0,31}$/.test(wanted))
    return refused(`“${wanted.slice(0, 40)}” is not a symbol.`);
  let quotes: yup.InferType<typeof schema>['quotes'];
  try {
    const { body } = await documents.get(
      {
        source: 'yahoo',
        path: searchPath(wanted),
        accept: /json/i,
        freshForMs: FRESH_MS,
        maxBytes: 1_000_000,
      },
      signal,
    );
    ({ quotes } = validated(schema, body, 'the answer is no search'));
  } catch (error) {
    if (!(error instanceof OutsideError || error instanceof DocumentNotKept || error instanceof NotYahoo))
      throw error;
    return refused(
      `${wanted} is not in the registry, and Yahoo could not be asked about it. Try again later.`,
      true,
    );
  }
  const named = yahooNames({ symbol: wanted, exchange: null, isin: null }).map(({ symbol }) => symbol);
  const found = [...new Set([...named, wanted])].flatMap(
    (name) => quotes.find(({ symbol }) => symbol?.toUpperCase() === name) ?? [],
  );
  const equity = found.find(({ quoteType }) => quoteType?.toUpperCase() === 'EQUITY');
  if (equity !== undefined)
    return {
      equity: {
        symbol: equity.symbol ?? wanted,
        name: equity.longname ?? equity.shortname ?? null,
        exchange: equity.exchange ?? null,
        sector: equity.sector ?? null,
        industry: equity.industry ?? null,
      },
      reason: null,
    };
  const [other] = found;
  if (other === undefined)
    return refused(
      `No listed share has the symbol ${wanted}. Check the spelling, or import the registry’s lists.`,
    );
  const kind = KINDS[other.quoteType?.toUpperCase() ?? ''] ?? 'no share';
  return refused(`${wanted} is ${kind}. Research covers only shares of companies.`);
}
