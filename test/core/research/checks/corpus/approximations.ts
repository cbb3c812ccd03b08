import type { CorpusRow } from './facts.ts';

/** About, over, nearly; number words; doubled and halved; parts of a whole. */
export const APPROXIMATIONS: readonly CorpusRow[] = [
  // "about" makes the trailing zeros rounding: 1,100 is 1,050 to 1,150, and 1,120 is 1,115 to 1,125.
  { text: 'Revenue was about ₹1,100 crore in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Revenue was roughly ₹1,120 crore in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Revenue was roughly ₹1,200 crore in FY2026.', cites: ['in.rev26'], wrong: ['1,200'] },
  { text: 'Revenue was around ₹1,130 crore in FY2026.', cites: ['in.rev26'], wrong: ['1,130'] },
  { text: 'Revenue was about ₹1,12,000 lakh in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Revenue was about $1,120 crore in FY2026.', cites: ['in.rev26'], wrong: ['1,120'] },
  // "over" is from the number up to one unit of its last digit that is not zero.
  { text: 'Revenue was over ₹1,100 crore in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Revenue was more than ₹1,119 crore in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Revenue was more than ₹1,120 crore in FY2026.', cites: ['in.rev26'], wrong: ['1,120'] },
  { text: 'Revenue was over ₹950 crore in FY2026.', cites: ['in.rev26'], wrong: ['950'] },
  { text: 'Revenue was nearly ₹1,120 crore in FY2026.', cites: ['in.rev26'], wrong: [] },
  { text: 'Revenue was just under ₹1,150 crore in FY2026.', cites: ['in.rev26'], wrong: ['1,150'] },
  { text: 'Revenue was almost ₹1,110 crore in FY2026.', cites: ['in.rev26'], wrong: ['1,110'] },
  { text: 'Profit came in at around ₹130 crore for FY2026.', cites: ['in.pat26'], wrong: [] },
  { text: 'Profit came in at around ₹150 crore for FY2026.', cites: ['in.pat26'], wrong: ['150'] },
  { text: 'Profit came in at approximately ₹135 crore for FY2026.', cites: ['in.pat26'], wrong: ['135'] },
  { text: 'Equity of some ₹570 crore carries little debt.', cites: ['in.equity'], wrong: [] },
  { text: 'Equity of some ₹750 crore carries little debt.', cites: ['in.equity'], wrong: ['750'] },
  { text: 'The order book is at least ₹840 crore.', cites: ['in.orders'], wrong: [] },
  { text: 'The order book is at least ₹850 crore.', cites: ['in.orders'], wrong: ['850'] },
  { text: 'An order book exceeding ₹845 crore supports the coming year.', cites: ['in.orders'], wrong: [] },
  {
    text: 'An order book exceeding ₹900 crore supports the coming year.',
    cites: ['in.orders'],
    wrong: ['900'],
  },
  { text: 'Fourth-quarter revenue was almost ₹320 crore in FY2026.', cites: ['in.rev26q4'], wrong: [] },
  { text: 'Fourth-quarter revenue was almost ₹300 crore in FY2026.', cites: ['in.rev26q4'], wrong: ['300'] },
  // 16.877 a year.
  { text: 'Sales compounded at nearly 17% from FY2022 to FY2026.', cites: ['in.cagr'], wrong: [] },
  { text: 'Sales compounded at over 17% from FY2022 to FY2026.', cites: ['in.cagr'], wrong: ['17'] },
  { text: 'FY2026 growth of more than 17.8% was well spread.', cites: ['in.growth26'], wrong: [] },
  { text: 'FY2026 growth of more than 18% was well spread.', cites: ['in.growth26'], wrong: ['18'] },
  { text: 'Growth of less than 5% in Q1 FY2027 was a disappointment.', cites: ['in.growth27q1'], wrong: [] },
  {
    text: 'Growth of less than 4% in Q1 FY2027 was a disappointment.',
    cites: ['in.growth27q1'],
    wrong: ['4'],
  },
  { text: 'Debt is below 0.2 times equity.', cites: ['in.de'], wrong: [] },
  { text: 'Debt is below 0.1 times equity.', cites: ['in.de'], wrong: ['0.1'] },
  { text: 'The share trades on about 18 times earnings.', cites: ['in.pe'], wrong: [] },
  { text: 'The share trades on under 18 times earnings.', cites: ['in.pe'], wrong: ['18'] },
  { text: 'The share closed under ₹250.', cites: ['in.close'], wrong: [] },
  { text: 'The share closed above ₹250.', cites: ['in.close'], wrong: ['250'] },

  { text: 'Cobalt Ridge made ~$1.2bn of revenue in fiscal 2026.', cites: ['us.rev26'], wrong: [] },
  { text: 'Cobalt Ridge made ~$1.1bn of revenue in fiscal 2026.', cites: ['us.rev26'], wrong: ['1.1'] },
  {
    text: 'Cobalt Ridge made just under $1.2 billion of revenue in fiscal 2026.',
    cites: ['us.rev26'],
    wrong: [],
  },
  {
    text: 'Cobalt Ridge made more than $1.2 billion of revenue in fiscal 2026.',
    cites: ['us.rev26'],
    wrong: ['1.2'],
  },
  { text: 'There are approximately 80 million shares.', cites: ['us.shares'], wrong: [] },
  { text: 'There are approximately 90 million shares.', cites: ['us.shares'], wrong: ['90'] },
  { text: 'At nearly 38 times earnings, the stock is not cheap.', cites: ['us.pe'], wrong: [] },
  { text: 'At over 38 times earnings, the stock is not cheap.', cites: ['us.pe'], wrong: ['38'] },

  // Words count where a unit or a scale follows, and only there.
  { text: 'Net margin was about twelve per cent in FY2026.', cites: ['in.margin26'], wrong: [] },
  { text: 'Net margin was about fifteen per cent in FY2026.', cites: ['in.margin26'], wrong: ['fifteen'] },
  { text: 'There are ten crore shares in issue.', cites: ['in.shares'], wrong: [] },
  { text: 'There are twelve crore shares in issue.', cites: ['in.shares'], wrong: ['twelve'] },
  {
    text: 'Two of the three segments grew faster than the 17.9% of the whole.',
    cites: ['in.growth26'],
    wrong: [],
  },

  // Within five points of +100, +200 and −50.
  { text: 'Cloud revenue doubled in fiscal 2026.', cites: ['us.cloudgrowth'], wrong: [] },
  { text: 'Cloud revenue halved in fiscal 2026.', cites: ['us.cloudgrowth'], wrong: ['halved'] },
  { text: 'Hardware revenue halved in fiscal 2026.', cites: ['us.hardwaregrowth'], wrong: [] },
  { text: 'Hardware revenue doubled in fiscal 2026.', cites: ['us.hardwaregrowth'], wrong: ['doubled'] },
  { text: 'Service revenue tripled in FY2026.', cites: ['in.servicegrowth'], wrong: [] },
  { text: 'Service revenue doubled in FY2026.', cites: ['in.servicegrowth'], wrong: ['doubled'] },
  { text: 'Valve revenue doubled in FY2026.', cites: ['in.valvegrowth'], wrong: ['doubled'] },
  // No growth is cited, and 131.32 is not three times 98.4 either.
  { text: 'Profit tripled in FY2026.', cites: ['in.pat25', 'in.pat26'], wrong: ['tripled'] },

  // Within two points of 50, 33.3 and 25.
  { text: 'Half of revenue came from cloud in fiscal 2026.', cites: ['us.cloud'], wrong: [] },
  { text: 'Half of revenue came from hardware in fiscal 2026.', cites: ['us.hardware'], wrong: ['Half'] },
  { text: 'Hardware brought in a third of revenue in fiscal 2026.', cites: ['us.hardware'], wrong: [] },
  { text: 'Support brought in a third of revenue in fiscal 2026.', cites: ['us.support'], wrong: ['third'] },
  {
    text: 'Support brought in a quarter of revenue in fiscal 2026.',
    cites: ['us.support'],
    wrong: ['quarter'],
  },
  { text: 'Service brought in a quarter of revenue in FY2026.', cites: ['in.service'], wrong: [] },
  { text: 'Valves brought in a third of revenue in FY2026.', cites: ['in.valves'], wrong: [] },
  { text: 'Pumps brought in half of revenue in FY2026.', cites: ['in.pumps'], wrong: ['half'] },
  { text: 'The second half of FY2026 and its third quarter were busy.', cites: ['in.rev26'], wrong: [] },
];
