/** What the sources of prices are called on the page; one that is not here stands for itself. */
const NAMES: Readonly<Record<string, string>> = {
  MANUAL: 'Manual',
  SAMPLE: 'Made up',
  CSV: 'File',
  STATEMENT: 'Statement',
  TRADE: 'Last trade',
  BROKER: 'Broker',
  YAHOO: 'Yahoo',
  AMFI: 'AMFI',
  MFAPI: 'mfapi.in',
  NSE: 'NSE close',
  FILE: 'Imported close',
  ZERODHA: 'Zerodha',
  DHAN: 'Dhan',
  IBKR_FLEX: 'Interactive Brokers',
  WEB_SYNC: 'Web sync',
};

export const sourceName = (source: string): string => NAMES[source.toUpperCase()] ?? source;
