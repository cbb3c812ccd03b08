import type { CorpusRow } from './facts.ts';

/** Prices, earnings and dividends: amounts of one share, with and without a currency. */
export const PER_SHARE: readonly CorpusRow[] = [
  { text: 'Basic EPS was ₹13.08 in FY2026.', cites: ['in.eps26'], wrong: [] },
  { text: 'Basic EPS was ₹13.1 in FY2026.', cites: ['in.eps26'], wrong: [] },
  // 13.0 ends at 13.05.
  { text: 'Basic EPS was ₹13.0 in FY2026.', cites: ['in.eps26'], wrong: ['13.0'] },
  { text: 'Basic EPS was ₹13.80 in FY2026.', cites: ['in.eps26'], wrong: ['13.80'] },
  { text: 'Basic EPS was ₹13.08 crore in FY2026.', cites: ['in.eps26'], wrong: ['13.08'] },
  { text: 'Basic EPS was $13.08 in FY2026.', cites: ['in.eps26'], wrong: ['13.08'] },
  { text: 'Basic EPS was 13.08% in FY2026.', cites: ['in.eps26'], wrong: ['13.08'] },
  // After an EPS or a price word a bare number may be of one share.
  { text: 'EPS improved to 13.08 in FY2026.', cites: ['in.eps26'], wrong: [] },
  { text: 'EPS improved to 18.03 in FY2026.', cites: ['in.eps26'], wrong: ['18.03'] },
  { text: 'Vaigai Flow earned ₹13.08 a share in FY2026.', cites: ['in.eps26'], wrong: [] },
  {
    text: 'Vaigai Flow earned Rs. 13.55 per share over the last twelve months.',
    cites: ['in.eps.ttm'],
    wrong: [],
  },
  {
    text: 'Vaigai Flow earned Rs. 15.35 per share over the last twelve months.',
    cites: ['in.eps.ttm'],
    wrong: ['15.35'],
  },
  { text: 'The share closed at ₹246.95 on 30 September 2026.', cites: ['in.close'], wrong: [] },
  { text: 'The share closed at ₹249.65 on 30 September 2026.', cites: ['in.close'], wrong: ['249.65'] },
  { text: 'The latest closing price is ₹247.', cites: ['in.close'], wrong: [] },
  // 246 ends at 246.5.
  { text: 'The latest closing price is ₹246.', cites: ['in.close'], wrong: ['246'] },
  { text: 'The closing price was 246.95.', cites: ['in.close'], wrong: [] },
  { text: 'The closing price was Rs. 246.95 crore.', cites: ['in.close'], wrong: ['246.95'] },
  { text: 'The closing price was US$246.95.', cites: ['in.close'], wrong: ['246.95'] },
  {
    text: 'At ₹246.95 per share, the stock sits above its 200-day average of ₹238.62.',
    cites: ['in.close', 'in.sma200'],
    wrong: [],
  },
  {
    text: 'At ₹246.95 per share, the stock sits above its 200-day average of ₹236.82.',
    cites: ['in.close', 'in.sma200'],
    wrong: ['236.82'],
  },
  // "below" compares with the average, which is 251.40, and does not make it approximate.
  { text: 'The price is below its 50-day average of ₹251 per share.', cites: ['in.sma50'], wrong: [] },
  {
    text: 'The 52-week high is ₹279.80 a share and the low ₹189.35 a share.',
    cites: ['in.high', 'in.low'],
    wrong: [],
  },
  {
    text: 'The 52-week high is ₹279.80 a share and the low ₹198.35 a share.',
    cites: ['in.high', 'in.low'],
    wrong: ['198.35'],
  },
  { text: 'Analysts expect a price of ₹285 per share.', cites: ['in.target'], wrong: [] },
  { text: 'Analysts expect a price of ₹258 per share.', cites: ['in.target'], wrong: ['258'] },
  { text: 'The face value is ₹2 per share.', cites: ['in.face'], wrong: [] },
  { text: 'The face value is ₹10 per share.', cites: ['in.face'], wrong: ['10'] },
  { text: 'A dividend of ₹0.80 per share was paid in August 2026.', cites: ['in.div.aug'], wrong: [] },
  { text: 'A dividend of ₹8 per share was paid in August 2026.', cites: ['in.div.aug'], wrong: ['8'] },
  { text: 'A dividend of ₹0.80 crore was paid in August 2026.', cites: ['in.div.aug'], wrong: ['0.80'] },
  { text: 'Dividends of the last twelve months add up to ₹1.55 a share.', cites: ['in.divs'], wrong: [] },
  {
    text: 'Dividends of the last twelve months add up to ₹1.65 a share.',
    cites: ['in.divs'],
    wrong: ['1.65'],
  },

  { text: 'Diluted earnings per share were $1.19 in fiscal 2026.', cites: ['us.eps26'], wrong: [] },
  { text: 'Diluted earnings per share were $1.2 in fiscal 2026.', cites: ['us.eps26'], wrong: [] },
  { text: 'Diluted earnings per share were $1.1 in fiscal 2026.', cites: ['us.eps26'], wrong: ['1.1'] },
  {
    text: 'Diluted earnings per share were $1.19 million in fiscal 2026.',
    cites: ['us.eps26'],
    wrong: ['1.19'],
  },
  { text: 'Diluted earnings per share were ₹1.19 in fiscal 2026.', cites: ['us.eps26'], wrong: ['1.19'] },
  { text: 'Cobalt Ridge last closed at $47.62.', cites: ['us.close'], wrong: [] },
  { text: 'Cobalt Ridge last closed at $46.72.', cites: ['us.close'], wrong: ['46.72'] },
  { text: '$0.12 per share is a modest dividend.', cites: ['us.div'], wrong: [] },
  { text: '$1.2 per share is a modest dividend.', cites: ['us.div'], wrong: ['1.2'] },
  {
    text: 'Trailing earnings per share, at $1.26, are the highest so far.',
    cites: ['us.eps.ttm'],
    wrong: [],
  },
  {
    text: 'The price target of analysts is $58.50, against a close of $47.62.',
    cites: ['us.target', 'us.close'],
    wrong: [],
  },
  {
    text: 'The price target of analysts is $85.50, against a close of $47.62.',
    cites: ['us.target', 'us.close'],
    wrong: ['85.50'],
  },
  // Cash of 212.6 million is not an amount of one share.
  { text: 'Cash works out at $212.6 per share.', cites: ['us.cash'], wrong: ['212.6'] },
];
