import type { CorpusRow } from './facts.ts';

/** What the first rules left open: bonuses, the year before, names of figures, lengths, one end of a range. */
export const DECIDED: readonly CorpusRow[] = [
  // A bonus of one for one leaves two shares for one.
  { text: 'A 1:1 bonus came on the same day.', cites: ['in.bonus'], wrong: [] },
  { text: 'Holders received a 1-for-1 bonus in September.', cites: ['in.bonus'], wrong: [] },
  { text: 'A 2:1 bonus came on the same day.', cites: ['in.bonus'], wrong: ['2:1'] },
  {
    text: 'The 5-for-1 split and the 1:1 bonus leave ten shares for one.',
    cites: ['in.split', 'in.bonus'],
    wrong: [],
  },
  // What a year is compared with is of the year before.
  {
    text: 'In FY2026 revenue rose to ₹1,119.6 crore from ₹950 crore.',
    cites: ['in.rev26', 'in.rev25'],
    wrong: [],
  },
  {
    text: 'FY2026 revenue of ₹1,119.6 crore compares with ₹950 crore a year earlier.',
    cites: ['in.rev26', 'in.rev25'],
    wrong: [],
  },
  {
    text: 'In FY2026 revenue came to ₹1,119.6 crore, against ₹600 crore a year earlier.',
    cites: ['in.rev26', 'in.rev22'],
    wrong: ['600'],
  },
  {
    text: 'Profit was ₹98.4 crore a year before FY2026.',
    cites: ['in.pat25'],
    wrong: [],
  },
  // An amount is the figure that it is called.
  { text: 'Revenue was ₹131.3 crore in FY2026.', cites: ['in.rev26', 'in.pat26'], wrong: ['131.3'] },
  {
    text: 'Profit after tax was ₹1,119.6 crore in FY2026.',
    cites: ['in.rev26', 'in.pat26'],
    wrong: ['1,119.6'],
  },
  {
    text: 'Net income of $1,182.4 million was a record.',
    cites: ['us.rev26', 'us.net26'],
    wrong: ['1,182.4'],
  },
  { text: 'It has $465 million of cash.', cites: ['us.cash', 'us.debt'], wrong: ['465'] },
  {
    text: 'It has $212.6 million of cash and $465 million of debt.',
    cites: ['us.cash', 'us.debt'],
    wrong: [],
  },
  { text: 'Debt of ₹86.4 crore is small.', cites: ['in.cash', 'in.debt26'], wrong: ['86.4'] },
  {
    text: 'Revenue grew while profit reached ₹131.3 crore in FY2026.',
    cites: ['in.rev26', 'in.pat26'],
    wrong: [],
  },
  { text: 'Free cash flow came to ₹68.7 crore in FY2026.', cites: ['in.fcf', 'in.ocf'], wrong: [] },
  { text: 'Capital expenditure was ₹105 crore in FY2026.', cites: ['in.capex', 'in.debt26'], wrong: ['105'] },
  // A length of time may be that of a cited span.
  { text: 'Revenue grew 16.9% a year over four years.', cites: ['in.cagr'], wrong: [] },
  { text: 'Revenue grew 16.9% a year over 4 years.', cites: ['in.cagr'], wrong: [] },
  { text: 'Revenue grew 16.9% a year over 7 years.', cites: ['in.cagr'], wrong: ['7'] },
  // One end of a range is said to be one.
  { text: 'The company expects growth of at least 14% in FY2027.', cites: ['in.guide'], wrong: [] },
  { text: 'The upper end of the guidance is 16%.', cites: ['in.guide'], wrong: [] },
  { text: 'The company expects growth of 16% in FY2027.', cites: ['in.guide'], wrong: ['16'] },
  { text: 'Capex may reach up to ₹130 crore in FY2027.', cites: ['in.guidecapex'], wrong: [] },
  // Words of sign.
  { text: 'Revenue growth was minus 6.0% in fiscal 2024.', cites: ['us.growth24'], wrong: [] },
  { text: 'Revenue growth was negative 6.0% in fiscal 2024.', cites: ['us.growth24'], wrong: [] },
  { text: 'Revenue growth was minus 17.9% in FY2026.', cites: ['in.growth26'], wrong: ['17.9'] },
  { text: 'It had negative free cash flow of $58.2 million in fiscal 2024.', cites: ['us.fcf24'], wrong: [] },
  { text: 'It burned $58.2 million in fiscal 2024.', cites: ['us.fcf24'], wrong: [] },
  // Years long ago are years.
  { text: 'Founded in 1987, it makes pumps.', cites: ['in.rev26'], wrong: [] },
];
