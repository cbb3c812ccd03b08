import type { CorpusRow } from './facts.ts';

/** Percent, percentage points and basis points. */
export const PERCENT: readonly CorpusRow[] = [
  // 17.8526: inside 17.9 and 17.85, outside 17.8 and 17.86.
  { text: 'Revenue grew 17.9% in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Revenue grew 17.85% in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Revenue grew 18% in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Revenue grew 17.8% in FY2026.', cites: ['in.growth26'], wrong: ['17.8'] },
  { text: 'Revenue grew 17.86% in FY2026.', cites: ['in.growth26'], wrong: ['17.86'] },
  { text: 'Revenue grew 17% in FY2026.', cites: ['in.growth26'], wrong: ['17'] },
  { text: 'Revenue grew 19.7% in FY2026.', cites: ['in.growth26'], wrong: ['19.7'] },
  { text: 'Growth came to 17.9 per cent in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Growth came to 17.9 percent in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Growth came to 17.9\u00a0% in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Growth came to 17.9 pct in FY2026.', cites: ['in.growth26'], wrong: [] },
  { text: 'Growth came to 1.79 per cent in FY2026.', cites: ['in.growth26'], wrong: ['1.79'] },
  { text: 'Growth came to ₹17.9 crore in FY2026.', cites: ['in.growth26'], wrong: ['17.9'] },
  { text: 'Growth came to 17.9 in FY2026.', cites: ['in.growth26'], wrong: ['17.9'] },
  { text: 'Growth came to 17.9x in FY2026.', cites: ['in.growth26'], wrong: ['17.9'] },
  { text: 'Revenue compounded at 16.9% a year from FY2022 to FY2026.', cites: ['in.cagr'], wrong: [] },
  { text: 'Revenue compounded at 16.8% a year from FY2022 to FY2026.', cites: ['in.cagr'], wrong: ['16.8'] },
  { text: 'Profit compounded at 29.7% a year between FY2023 and FY2026.', cites: ['in.patcagr'], wrong: [] },
  {
    text: 'Profit compounded at 27.9% a year between FY2023 and FY2026.',
    cites: ['in.patcagr'],
    wrong: ['27.9'],
  },
  // 11.72919: 11.72 ends at 11.725.
  { text: 'Net margin was 11.73% in FY2026.', cites: ['in.margin26'], wrong: [] },
  { text: 'Net margin was 11.72% in FY2026.', cites: ['in.margin26'], wrong: ['11.72'] },
  { text: 'Net margin was 1,173 basis points in FY2026.', cites: ['in.margin26'], wrong: [] },
  { text: 'Net margin was 117.3 basis points in FY2026.', cites: ['in.margin26'], wrong: ['117.3'] },
  { text: 'Net margin was 11.73 bps in FY2026.', cites: ['in.margin26'], wrong: ['11.73'] },
  // 5.48694% are 548.694 basis points.
  { text: 'The earnings yield of 549 bps compares well with deposits.', cites: ['in.yield'], wrong: [] },
  { text: 'The earnings yield of 548 bps compares well with deposits.', cites: ['in.yield'], wrong: ['548'] },
  {
    text: 'The earnings yield of 54,869 bps compares well with deposits.',
    cites: ['in.yield'],
    wrong: ['54,869'],
  },
  { text: 'An earnings yield of 5.5% compares well with deposits.', cites: ['in.yield'], wrong: [] },
  { text: 'An earnings yield of 549% compares well with deposits.', cites: ['in.yield'], wrong: ['549'] },
  // The margin rose from 10.36 to 11.73: neither by 2.4 points nor by 2.4 percent nor by 14 bps.
  {
    text: 'Net margin widened by 2.4 percentage points to 11.7% in FY2026.',
    cites: ['in.margin26'],
    wrong: ['2.4'],
  },
  { text: 'Net margin widened by 2.4% to 11.7% in FY2026.', cites: ['in.margin26'], wrong: ['2.4'] },
  {
    text: 'Net margin widened 14 bps, from 10.4% in FY2025 to 11.7% in FY2026.',
    cites: ['in.margin25', 'in.margin26'],
    wrong: ['14'],
  },
  {
    text: 'Net margin widened from 10.4% in FY2025 to 11.7% in FY2026.',
    cites: ['in.margin25', 'in.margin26'],
    wrong: [],
  },
  { text: 'Return on equity reached 23.0% in FY2026.', cites: ['in.roe'], wrong: [] },
  { text: 'Return on equity reached 23.1% in FY2026.', cites: ['in.roe'], wrong: ['23.1'] },
  {
    text: 'Pumps bring in 44.3% of revenue, valves 31.6%, and service 24.1%.',
    cites: ['in.pumps', 'in.valves', 'in.service'],
    wrong: [],
  },
  {
    text: 'Pumps bring in 44.3% of revenue, valves 36.1%, and service 21.4%.',
    cites: ['in.pumps', 'in.valves', 'in.service'],
    wrong: ['36.1', '21.4'],
  },
  // A percentage of a percentage is worked out by nobody.
  {
    text: 'New customers made up 12% of the 44.3% share that pumps have.',
    cites: ['in.pumps'],
    wrong: ['12'],
  },
  {
    text: 'FY2026 growth of 17.9% was 31% higher than the growth of the year before.',
    cites: ['in.growth26'],
    wrong: ['31'],
  },
  {
    text: 'The share returned 18.7% in a year in which the Nifty 50 returned 6.2%.',
    cites: ['in.return', 'in.indexreturn'],
    wrong: [],
  },
  {
    text: 'The share returned 18.6% in a year in which the Nifty 50 returned 6.2%.',
    cites: ['in.return', 'in.indexreturn'],
    wrong: ['18.6'],
  },

  {
    text: 'Revenue rose 17.7% in fiscal 2026, after 23.6% in fiscal 2025.',
    cites: ['us.growth26', 'us.growth25'],
    wrong: [],
  },
  {
    text: 'Revenue rose 17.7% in fiscal 2026, after 23.7% in fiscal 2025.',
    cites: ['us.growth26', 'us.growth25'],
    wrong: ['23.7'],
  },
  {
    text: 'Sales compounded by 12.4% a year between fiscal 2022 and fiscal 2026.',
    cites: ['us.cagr'],
    wrong: [],
  },
  {
    text: 'Sales compounded by 12.3% a year between fiscal 2022 and fiscal 2026.',
    cites: ['us.cagr'],
    wrong: ['12.3'],
  },
  { text: '8.1% of fiscal 2026 revenue was left as net income.', cites: ['us.margin26'], wrong: [] },
  { text: '8.2% of fiscal 2026 revenue was left as net income.', cites: ['us.margin26'], wrong: ['8.2'] },
  { text: 'Cloud made up 49.2 percent of revenue in fiscal 2026.', cites: ['us.cloud'], wrong: [] },
  { text: 'Cloud made up 0.492 percent of revenue in fiscal 2026.', cites: ['us.cloud'], wrong: ['0.492'] },
  { text: 'Support is $16.9 million of revenue.', cites: ['us.support'], wrong: ['16.9'] },
];
