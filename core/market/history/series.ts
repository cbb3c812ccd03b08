/** An index whose level is kept like the close of a share. */
export interface IndexSeries {
  code: SeriesCode;
  /** The exchange whose calendar it follows. */
  exchange: 'NSE' | 'NYSE';
  name: string;
  currency: 'INR' | 'USD';
  /** What Yahoo calls it. */
  yahoo: string;
}

export const SERIES_CODES = ['NIFTY50', 'NIFTY500', 'SP500'] as const;
export type SeriesCode = (typeof SERIES_CODES)[number];

export const INDEX_SERIES: readonly IndexSeries[] = [
  { code: 'NIFTY50', exchange: 'NSE', name: 'NIFTY 50', currency: 'INR', yahoo: '^NSEI' },
  { code: 'NIFTY500', exchange: 'NSE', name: 'NIFTY 500', currency: 'INR', yahoo: '^CRSLDX' },
  { code: 'SP500', exchange: 'NYSE', name: 'S&P 500', currency: 'USD', yahoo: '^GSPC' },
];

/** The index that a file means by `NIFTY 50`, `Nifty50` or `^NSEI`; null for anything else. */
export function indexSeriesOf(word: string): IndexSeries | null {
  const plain = bare(word);
  return (
    INDEX_SERIES.find(
      ({ code, name, yahoo }) => plain === code || plain === bare(name) || word.trim() === yahoo,
    ) ?? null
  );
}

function bare(word: string): string {
  return word.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
