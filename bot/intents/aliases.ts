/**
 * What people call companies and funds beside their names: in capitals a symbol, else the beginning of a name. It counts
 * only where the person's own list or the registry has such an instrument.
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  ppfas: ['parag parikh'],
  'pp flexi': ['parag parikh flexi'],
  ril: ['RELIANCE'],
  sbi: ['SBIN', 'state bank of india'],
  hul: ['HINDUNILVR', 'hindustan unilever'],
  lnt: ['LT', 'larsen toubro'],
  'l&t': ['LT', 'larsen toubro'],
  'm&m': ['M&M', 'mahindra mahindra'],
  mahindra: ['M&M', 'mahindra mahindra'],
  airtel: ['BHARTIARTL', 'bharti airtel'],
  kotak: ['KOTAKBANK', 'kotak mahindra bank'],
  icici: ['ICICIBANK', 'icici bank'],
  hdfc: ['HDFCBANK', 'hdfc bank'],
  axis: ['AXISBANK', 'axis bank'],
  bajfin: ['BAJFINANCE', 'bajaj finance'],
  maruti: ['MARUTI', 'maruti suzuki'],
  zomato: ['ETERNAL', 'ZOMATO'],
  paytm: ['PAYTM', 'one 97'],
  nykaa: ['NYKAA', 'fsn e commerce'],
  dmart: ['DMART', 'avenue supermarts'],
  policybazaar: ['POLICYBZR', 'pb fintech'],
  sunpharma: ['SUNPHARMA'],
  hcl: ['HCLTECH'],
  google: ['GOOGL', 'GOOG', 'alphabet'],
  facebook: ['META'],
  microsoft: ['MSFT'],
  tesla: ['TSLA'],
  amazon: ['AMZN'],
  'nifty bees': ['NIFTYBEES'],
  'gold bees': ['GOLDBEES'],
  'gold etf': ['GOLDBEES', 'gold etf'],
};

/** Indexes by what they are called, with their codes for /benchmark; the longest name first. */
export const INDEX_NAMES: readonly (readonly [readonly string[], string])[] = [
  [['nifty', '500'], 'NIFTY500'],
  [['nifty500'], 'NIFTY500'],
  [['nifty', '50'], 'NIFTY50'],
  [['nifty50'], 'NIFTY50'],
  [['nifty'], 'NIFTY50'],
  [['sp', '500'], 'SP500'],
  [['sp500'], 'SP500'],
];
