import type { SeriesCode } from '../history/index.ts';

/** Where an index closed on a day. */
export interface IndexClose {
  /** YYYY-MM-DD */
  day: string;
  value: number;
}

/** An index with the currency that its closes are told in. */
interface IndexInCurrency {
  code: SeriesCode;
  name: string;
  currency: string;
}

/** The closes of an index in one currency, in order; `benchmark.currency` tells where no rates were there to convert them. */
export interface IndexCloses {
  benchmark: IndexInCurrency;
  closes: IndexClose[];
  /** Other indexes that may be asked for. */
  alternates: { code: SeriesCode; name: string }[];
}
