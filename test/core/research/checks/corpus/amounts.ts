import type { CorpusRow } from './facts.ts';

/** Money, with its currency, scale, grouping and last printed digit. */
export const AMOUNTS: readonly CorpusRow[] = [
  // 1,119.6 crore as it is, and to the crore.
  { text: 'Revenue from operations came in at ₹1,119.6 crore in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Vaigai Flow reported revenue of ₹1,120 crore for FY2026.', cites: ['in.rev26'], wrong: [] },
  // 1,119 stands for 1,118.5 to 1,119.5.
  { text: 'Vaigai Flow booked ₹1,119 crore of revenue in FY2026.', cites: ['in.rev26'], wrong: ['1,119'] },
  { text: 'Sales for FY2026 were ₹1,100 crore.', cites: ['in.rev26'], wrong: ['1,100'] },
  { text: 'Sales for FY2026 were ₹1,119.60 crore.', cites: ['in.rev26'], wrong: [] },
  { text: 'FY2026 revenue reached ₹1,196 crore.', cites: ['in.rev26'], wrong: ['1,196'] },
  { text: 'In FY2025 the company earned revenue of ₹950 lakh.', cites: ['in.rev25'], wrong: ['950'] },
  // 95,000 lakh are 950 crore.
  {
    text: 'In FY2025 the company earned ₹95,000 lakh from the sale of pumps, valves and service.',
    cites: ['in.rev25'],
    wrong: [],
  },
  {
    text: 'Revenue of Rs. 950 crore in FY2025 set a high base for the year that followed.',
    cites: ['in.rev25'],
    wrong: [],
  },
  {
    text: 'Revenue of Rs. 905 crore in FY2025 set a high base for the year that followed.',
    cites: ['in.rev25'],
    wrong: ['905'],
  },
  { text: 'The top line was Rs.1,119.6 cr in FY26.', cites: ['in.rev26'], wrong: [] },
  { text: 'The top line was ₹1,120cr in FY26.', cites: ['in.rev26'], wrong: [] },
  { text: 'The top line was ₹1,020cr in FY26.', cites: ['in.rev26'], wrong: ['1,020'] },
  { text: 'For FY2026 the company reported sales of INR 11,196 million.', cites: ['in.rev26'], wrong: [] },
  { text: 'For FY2026 the company reported sales of INR 11.2 billion.', cites: ['in.rev26'], wrong: [] },
  // 1.12 billion are 112 crore.
  {
    text: 'For FY2026 the company reported sales of INR 1.12 billion.',
    cites: ['in.rev26'],
    wrong: ['1.12'],
  },
  {
    text: 'Revenue of $1,119.6 million makes Vaigai Flow a mid-sized maker of pumps.',
    cites: ['in.rev26'],
    wrong: ['1,119.6'],
  },
  {
    text: 'Revenue of $1,119.6 crore was the highest in its history.',
    cites: ['in.rev26'],
    wrong: ['1,119.6'],
  },
  // 1,11,960 lakh are 1,119.6 crore; the same without a scale is eleven digits.
  {
    text: 'The annual report states revenue of ₹1,11,960 lakh for FY2026.',
    cites: ['in.rev26'],
    wrong: [],
  },
  {
    text: 'The annual report states revenue of ₹1,12,000 lakh for FY2026.',
    cites: ['in.rev26'],
    wrong: ['1,12,000'],
  },
  {
    text: 'In full rupees, FY2026 revenue was ₹11,19,60,00,000.',
    cites: ['in.rev26'],
    wrong: [],
  },
  {
    text: 'In full rupees, FY2026 revenue was ₹1,11,96,00,000.',
    cites: ['in.rev26'],
    wrong: ['1,11,96,00,000'],
  },
  {
    text: 'Revenue over the last twelve months was ₹1,131.1\u00a0crore.',
    cites: ['in.rev.ttm'],
    wrong: [],
  },
  {
    text: 'Revenue over the last twelve months was ₹1,113.1\u00a0crore.',
    cites: ['in.rev.ttm'],
    wrong: ['1,113.1'],
  },
  { text: 'A ₹950-crore business in FY2025, it has grown since.', cites: ['in.rev25'], wrong: [] },
  { text: 'Revenue was 950 crore rupees in FY2025.', cites: ['in.rev25'], wrong: [] },
  { text: 'Revenue was 950 crore dollars in FY2025.', cites: ['in.rev25'], wrong: ['950'] },
  // Money never stands without its currency or its scale.
  { text: 'Revenue stood at 1,119.6 in FY2026.', cites: ['in.rev26'], wrong: ['1,119.6'] },
  // 2,479.378 crore.
  { text: 'The market values the company at ₹2,479 crore.', cites: ['in.mcap'], wrong: [] },
  { text: 'The market values the company at ₹2,480 crore.', cites: ['in.mcap'], wrong: ['2,480'] },
  { text: 'At ₹0.025 lakh crore, its market value is small.', cites: ['in.mcap'], wrong: [] },
  { text: 'At ₹2.48 lakh crore, its market value is large.', cites: ['in.mcap'], wrong: ['2.48'] },
  {
    text: '₹86.4 crore of cash sat on the balance sheet at the end of March 2026.',
    cites: ['in.cash'],
    wrong: [],
  },
  { text: 'Cash and equivalents stood at ₹864\u2009million.', cites: ['in.cash'], wrong: [] },
  { text: 'Cash and equivalents stood at ₹8.64 crore.', cites: ['in.cash'], wrong: ['8.64'] },
  { text: 'Cash and equivalents stood at Rs 8,640 lacs.', cites: ['in.cash'], wrong: [] },
  // 845.6: to the crore it is 846, and 845 ends at 845.5.
  { text: 'The order book, at ₹846 crore, gives visibility.', cites: ['in.orders'], wrong: [] },
  { text: 'The order book, at ₹845 crore, gives visibility.', cites: ['in.orders'], wrong: ['845'] },
  // A unit of the last digit off: 131.32 is 131.3.
  { text: 'Profit after tax for FY2026 was ₹131.3 crore.', cites: ['in.pat26'], wrong: [] },
  { text: 'Profit after tax for FY2026 was ₹131.4 crore.', cites: ['in.pat26'], wrong: ['131.4'] },
  { text: 'Profit after tax for FY2026 was ₹13.13 crore.', cites: ['in.pat26'], wrong: ['13.13'] },

  { text: 'Cobalt Ridge closed fiscal 2026 with revenue of $1.18 billion.', cites: ['us.rev26'], wrong: [] },
  { text: 'Cobalt Ridge closed fiscal 2026 with revenue of $1.18bn.', cites: ['us.rev26'], wrong: [] },
  { text: 'Fiscal 2026 revenue was US$1,182 million.', cites: ['us.rev26'], wrong: [] },
  { text: 'Fiscal 2026 revenue was USD 1,182.4m.', cites: ['us.rev26'], wrong: [] },
  { text: 'Fiscal 2026 revenue was $1,182,400 thousand.', cites: ['us.rev26'], wrong: [] },
  { text: 'Fiscal 2026 revenue was $1,182,400,000.', cites: ['us.rev26'], wrong: [] },
  // 1.1824: 1.19 begins at 1.185.
  { text: 'Fiscal 2026 revenue was $1.19bn.', cites: ['us.rev26'], wrong: ['1.19'] },
  { text: 'Fiscal 2026 revenue was $1.18 million.', cites: ['us.rev26'], wrong: ['1.18'] },
  { text: 'Fiscal 2026 revenue was $1,182.4 billion.', cites: ['us.rev26'], wrong: ['1,182.4'] },
  { text: 'Fiscal 2026 revenue was $1.18 trillion.', cites: ['us.rev26'], wrong: ['1.18'] },
  { text: 'Fiscal 2026 revenue was ₹1,182.4 million.', cites: ['us.rev26'], wrong: ['1,182.4'] },
  { text: 'Net income for fiscal 2026 was $96.3 million.', cites: ['us.net26'], wrong: [] },
  { text: 'Net income for fiscal 2026 was $96.4 million.', cites: ['us.net26'], wrong: ['96.4'] },
  { text: 'The company holds cash of 212.6 million dollars.', cites: ['us.cash'], wrong: [] },
  { text: 'The company holds cash of $212.6k.', cites: ['us.cash'], wrong: ['212.6'] },
  { text: 'Investors pay $3.82 billion for the whole company.', cites: ['us.mcap'], wrong: [] },
  { text: 'Investors pay $38.2 billion for the whole company.', cites: ['us.mcap'], wrong: ['38.2'] },
];
