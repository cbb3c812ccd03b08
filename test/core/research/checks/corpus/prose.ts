import type { CorpusRow } from './facts.ts';

/** Longer sentences as models write them: quotes, dashes, bold type, lists, brackets and labels. */
export const PROSE: readonly CorpusRow[] = [
  {
    text: 'On a consolidated basis, Vaigai Flow’s revenue from operations expanded by 17.9% to ₹1,119.6 crore in FY2026, aided by steady demand from water utilities.',
    cites: ['in.growth26', 'in.rev26'],
    wrong: [],
  },
  {
    text: 'On a consolidated basis, Vaigai Flow’s revenue from operations shrank by 17.9% to ₹1,119.6 crore in FY2026, hurt by weak demand from water utilities.',
    cites: ['in.growth26', 'in.rev26'],
    wrong: ['17.9'],
  },
  // A long dash before a digit is no minus.
  {
    text: 'The balance sheet remains conservative—0.18x debt to equity, ₹86.4 crore of cash—and leaves room for capex.',
    cites: ['in.de', 'in.cash'],
    wrong: [],
  },
  {
    text: 'The balance sheet remains conservative—0.81x debt to equity, ₹86.4 crore of cash—and leaves room for capex.',
    cites: ['in.de', 'in.cash'],
    wrong: ['0.81'],
  },
  {
    text: 'Valuation is full at 37.8x trailing earnings (peer median: 29.4x), although the stock has fallen 21.4% over the past year.',
    cites: ['us.pe', 'us.peers', 'us.return'],
    wrong: [],
  },
  {
    text: 'Valuation is full at 37.8x trailing earnings (peer median: 29.4x), and the stock has risen 21.4% over the past year.',
    cites: ['us.pe', 'us.peers', 'us.return'],
    wrong: ['21.4'],
  },
  {
    text: '“We expect 14–16% growth in FY2027,” management said with the results of Q1 FY2027.',
    cites: ['in.guide'],
    wrong: [],
  },
  {
    text: '“We expect 20–22% growth in FY2027,” management said with the results of Q1 FY2027.',
    cites: ['in.guide'],
    wrong: ['20', '22'],
  },
  {
    text: '**Revenue:** ₹1,119.6 crore (FY2026); **PAT:** ₹131.3 crore; **EPS:** ₹13.08.',
    cites: ['in.rev26', 'in.pat26', 'in.eps26'],
    wrong: [],
  },
  // Profit and EPS have changed places, and each has the other's unit.
  {
    text: '**Revenue:** ₹1,119.6 crore (FY2026); **PAT:** ₹13.1 crore; **EPS:** ₹131.3.',
    cites: ['in.rev26', 'in.pat26', 'in.eps26'],
    wrong: ['13.1', '131.3'],
  },
  {
    text: '- Revenue grew 17.9% in FY2026, to ₹1,119.6 crore',
    cites: ['in.growth26', 'in.rev26'],
    wrong: [],
  },
  {
    text: '- Revenue grew 17.9% in FY2026, to ₹1,169.6 crore',
    cites: ['in.growth26', 'in.rev26'],
    wrong: ['1,169.6'],
  },
  { text: '3. Risks: the share already trades at 18.2x earnings.', cites: ['in.pe'], wrong: [] },
  { text: '3. Risks: the share already trades at 28.2x earnings.', cites: ['in.pe'], wrong: ['28.2'] },
  // "nearly" belongs to the verb.
  {
    text: 'Earnings quality looks sound: operating cash flow of ₹124.9 crore in FY2026 nearly matched profit after tax of ₹131.3 crore.',
    cites: ['in.ocf', 'in.pat26'],
    wrong: [],
  },
  {
    text: 'Free cash flow of ₹68.7 crore in FY2026 (operating cash flow of ₹124.9 crore less capex of ₹56.2 crore) covers the dividend.',
    cites: ['in.fcf', 'in.ocf', 'in.capex'],
    wrong: [],
  },
  { text: 'In FY2026 the company spent ₹56.2 crore on capex.', cites: ['in.capex'], wrong: [] },
  { text: 'In FY2026 the company spent ₹65.2 crore on capex.', cites: ['in.capex'], wrong: ['65.2'] },
  {
    text: 'The stock has outperformed its benchmark, returning 18.7% against 6.2% for the Nifty 50 over one year.',
    cites: ['in.return', 'in.indexreturn'],
    wrong: [],
  },
  {
    text: 'The stock beat the Nifty 50 by 21.5 percentage points over one year.',
    cites: ['in.return', 'in.indexreturn'],
    wrong: ['21.5'],
  },
  {
    text: 'At the current price of ₹246.95, the consensus target price of ₹285 implies an upside of 51.4%.',
    cites: ['in.close', 'in.target'],
    wrong: ['51.4'],
  },
  { text: 'Cobalt Ridge generated $1,182.4M of revenue in FY2026.', cites: ['us.rev26'], wrong: [] },
  { text: 'Vaigai Flow generated Rs 1,119.6 Cr of revenue in FY2026.', cites: ['in.rev26'], wrong: [] },
  {
    text: 'Vaigai Flow generated Rs 111.96 Cr of revenue in FY2026.',
    cites: ['in.rev26'],
    wrong: ['111.96'],
  },
  {
    text: 'US$1.18 bn of revenue and US$96.3 mn of net income make fiscal 2026 a record year.',
    cites: ['us.rev26', 'us.net26'],
    wrong: [],
  },
  {
    text: 'US$1.18 bn of revenue and US$96.3 bn of net income make fiscal 2026 a record year.',
    cites: ['us.rev26', 'us.net26'],
    wrong: ['96.3'],
  },
  { text: 'Dividend payments are modest: $0.12 per share on July 10, 2026.', cites: ['us.div'], wrong: [] },
  {
    text: 'Dividend payments are modest: $0.12 per share on July 1, 2026.',
    cites: ['us.div'],
    wrong: ['July 1, 2026'],
  },
  {
    text: 'Management’s FY2027 EPS guidance of $2.10–$2.25 compares with EPS of $1.19 in FY2026.',
    cites: ['us.guideeps', 'us.eps26'],
    wrong: [],
  },
  {
    text: 'Management’s FY2027 EPS guidance of $2.10–$2.25 compares with EPS of $1.91 in FY2026.',
    cites: ['us.guideeps', 'us.eps26'],
    wrong: ['1.91'],
  },
  {
    text: 'Net margin turned from -5.1% in fiscal 2024 to 8.1% in fiscal 2026.',
    cites: ['us.margin24', 'us.margin26'],
    wrong: [],
  },
  {
    text: 'Net margin widened from 5.1% in fiscal 2024 to 8.1% in fiscal 2026.',
    cites: ['us.margin24', 'us.margin26'],
    wrong: ['5.1'],
  },
  // 2,479.378 crore are 24.79 billion.
  { text: 'Its market capitalisation is ₹24.8 billion.', cites: ['in.mcap'], wrong: [] },
  { text: 'Its market capitalisation is ₹247.9 crore.', cites: ['in.mcap'], wrong: ['247.9'] },
  {
    text: 'With ~10 crore shares outstanding at ₹246.95 per share, the market value is about ₹2,480 crore.',
    cites: ['in.shares', 'in.close', 'in.mcap'],
    wrong: [],
  },
  {
    text: 'With ~10 crore shares outstanding at ₹246.95 per share, the market value is about ₹2,840 crore.',
    cites: ['in.shares', 'in.close', 'in.mcap'],
    wrong: ['2,840'],
  },
  {
    text: 'Q1 FY2027 revenue of ₹263.9 crore was up 4.6% year on year.',
    cites: ['in.rev27q1', 'in.growth27q1'],
    wrong: [],
  },
  {
    text: 'Q1 FY2027 revenue of ₹263.9 crore was up 6.4% year on year.',
    cites: ['in.rev27q1', 'in.growth27q1'],
    wrong: ['6.4'],
  },
  {
    text: 'Sequentially, revenue fell from ₹317.4 crore in Q4 FY2026 to ₹263.9 crore in Q1 FY2027.',
    cites: ['in.rev26q4', 'in.rev27q1'],
    wrong: [],
  },
  {
    text: 'Trailing P/E: 18.2x. Trailing EPS: ₹13.55. Close: ₹246.95.',
    cites: ['in.pe', 'in.eps.ttm', 'in.close'],
    wrong: [],
  },
  {
    text: 'Trailing P/E: 13.55x. Trailing EPS: ₹18.2. Close: ₹246.95.',
    cites: ['in.pe', 'in.eps.ttm', 'in.close'],
    wrong: ['13.55', '18.2'],
  },
  // A hyphen at which no line breaks.
  { text: 'A ₹1,119.6\u2011crore top line in FY2026 gives it some weight.', cites: ['in.rev26'], wrong: [] },
  {
    text: 'Revenue stood at Rs. 1,119.6 crore in FY 2026 vs. Rs. 950 crore in FY 2025.',
    cites: ['in.rev25', 'in.rev26'],
    wrong: [],
  },
  {
    text: 'Revenue stood at Rs. 1,119.6 crore in FY 2026 vs. Rs. 590 crore in FY 2025.',
    cites: ['in.rev25', 'in.rev26'],
    wrong: ['590'],
  },
  {
    text: 'Revenue growth of 16.8%, 15.9% and 17.9% in FY2024, FY2025 and FY2026 is remarkably even.',
    cites: ['in.growth24', 'in.growth25', 'in.growth26'],
    wrong: [],
  },
  {
    text: 'Revenue growth of 16.8%, 15.9% and 18.9% in FY2024, FY2025 and FY2026 is remarkably even.',
    cites: ['in.growth24', 'in.growth25', 'in.growth26'],
    wrong: ['18.9'],
  },
  {
    text: 'Trading began at 09:15 on 30 September 2026, and the share closed at ₹246.95.',
    cites: ['in.close'],
    wrong: [],
  },
  {
    text: 'Cloud is the largest segment, with 49.2% of fiscal 2026 revenue; hardware, with 39.3%, comes next.',
    cites: ['us.cloud', 'us.hardware'],
    wrong: ['39.3'],
  },
];
