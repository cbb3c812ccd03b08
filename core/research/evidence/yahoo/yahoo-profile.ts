import * as yup from 'yup';
import type { MetricId } from '../../port/index.ts';
import { validated } from './yahoo-chart.ts';
import { type YahooValue, yahooValue } from './yahoo-values.ts';

const words = yup.string().nullable().optional();
const part = yup.mixed<Record<string, unknown>>(
  (value): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
);
const schema = yup.object({
  quoteSummary: yup
    .object({
      result: yup
        .array(
          yup.object({
            summaryProfile: yup
              .object({ sector: words, industry: words, website: words, country: words })
              .nullable()
              .optional()
              .default(undefined),
            price: yup
              .object({ longName: words, quoteType: words, currency: words, symbol: words })
              .nullable()
              .optional()
              .default(undefined),
            summaryDetail: part.nullable().optional(),
            defaultKeyStatistics: part.nullable().optional(),
            financialData: part.nullable().optional(),
          }),
        )
        .nullable()
        .optional(),
    })
    .required(),
});

/** What Yahoo says of a company. Unknown is null. */
export interface YahooProfile {
  long_name: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  website: string | null;
  quote_type: string | null;
  currency: string | null;
  figures: readonly { metric: MetricId; field: string; figure: YahooValue }[];
}

export const PROFILE_MODULES = 'defaultKeyStatistics,financialData,price,summaryDetail,summaryProfile';

const FIGURES: readonly (readonly [
  MetricId,
  'summaryDetail' | 'defaultKeyStatistics' | 'financialData',
  string,
])[] = [
  ['pe_ttm', 'summaryDetail', 'trailingPE'],
  ['market_cap', 'summaryDetail', 'marketCap'],
  ['pb_ratio', 'defaultKeyStatistics', 'priceToBook'],
  ['consensus_target', 'financialData', 'targetMeanPrice'],
];

/** @throws NotYahoo */
export function readProfile(body: Buffer): YahooProfile | null {
  const [first] = validated(schema, body, 'the answer has no profile').quoteSummary.result ?? [];
  if (first === undefined) return null;
  const { summaryProfile, price } = first;
  return {
    long_name: wordsOf(price?.longName),
    sector: wordsOf(summaryProfile?.sector),
    industry: wordsOf(summaryProfile?.industry),
    country: wordsOf(summaryProfile?.country),
    website: wordsOf(summaryProfile?.website),
    quote_type: wordsOf(price?.quoteType),
    currency: wordsOf(price?.currency),
    figures: FIGURES.flatMap(([metric, module, field]) => {
      const found = first[module];
      if (found === null || found === undefined || !(field in found)) return [];
      return [{ metric, field: `${module}.${field}`, figure: yahooValue(found[field]) }];
    }),
  };
}

function wordsOf(given: string | null | undefined): string | null {
  const plain = (given ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  return plain === '' || /^(n\/?a|-|none|null)$/i.test(plain) ? null : plain;
}
