/** Figures of the made-up Indian company, in lakh rupees (100,000) as its filings are rounded. */

export type IndianScope = 'consolidated' | 'standalone';

/** Revenue, other income, exceptional items, tax, profit, profit of the owners. */
export type Flows = readonly [
  revenue: number,
  other: number,
  exceptional: number,
  tax: number,
  profit: number,
  owners: number,
];

export interface Balance {
  assets: number;
  equity: number;
  minority: number;
  later: number;
  current: number;
  cash: number;
  receivables: number;
  inventory: number;
}

export interface IndianFiling {
  /** Number in its list. */
  number: string;
  /** As the list writes it: `10-Aug-2026 19:05:33`. */
  at: string;
  scope: IndianScope;
  /** Last day of its quarter. */
  end: string;
  quarter: Flows;
  /** From the first day of the year; a first quarter has no such column. */
  toDate?: Flows;
  balance?: Balance;
  /** From operations, purchases of plant, from financing. */
  cash?: readonly [operating: number, capex: number, financing: number];
  /** Of the quarter and of the year, by segment. */
  segments?: Readonly<Record<string, readonly [quarter: number, year: number]>>;
  /** The profit of the owners is tagged 0.00, though EPS is printed. */
  leavesOwnersEmpty?: true;
  /** It stands in place of an earlier one, and the list has no time of broadcast for it. */
  remark?: string;
}

export const balance = (
  ...[assets, equity, minority, later, current, cash, receivables, inventory]: number[]
) => ({ assets, equity, minority, later, current, cash, receivables, inventory }) as Balance;
export const alone = (...[revenue, other, exceptional, tax, profit]: number[]) =>
  [revenue, other, exceptional, tax, profit, profit] as unknown as Flows;

/** Filings in the older list and form, whole rupees although Lakhs is printed. */
export const OLDER: readonly IndianFiling[] = [
  {
    number: '1210003',
    at: '25-May-2022 17:40:12',
    scope: 'standalone',
    end: '2022-03-31',
    quarter: alone(13202, 135, -8100, 0, -6366),
    toDate: alone(50020, 540, -8100, 1198, -2771),
    balance: balance(38425, 17273, 0, 10660, 3690, 7214, 9004, 7503),
    cash: [6180, 2696, 1230],
  },
  {
    number: '1210004',
    at: '25-May-2022 17:52:30',
    scope: 'consolidated',
    end: '2022-03-31',
    quarter: [16100, 150, -9000, 0, -6952, -6813],
    toDate: [61000, 600, -9000, 1413, -2713, -2659],
    balance: balance(46867, 21247, 246, 13000, 4500, 8037, 10980, 9150),
    cash: [7377, 3340, 1500],
  },
  {
    number: '1210013',
    at: '24-May-2023 18:10:05',
    scope: 'standalone',
    end: '2023-03-31',
    quarter: alone(15334, 171, 0, 540, 1619),
    toDate: alone(57400, 648, 0, 1972, 5917),
    balance: balance(43962, 22990, 0, 9840, 3444, 9332, 10332, 8610),
    cash: [6184, 2800, -1266],
  },
  {
    number: '1210014',
    at: '24-May-2023 18:31:44',
    scope: 'consolidated',
    end: '2023-03-31',
    quarter: [18700, 190, 0, 642, 1924, 1886],
    toDate: [70000, 720, 0, 2339, 7011, 6871],
    balance: balance(53458, 28058, 386, 12000, 4200, 10458, 12600, 10500),
    cash: [7391, 3470, -1500],
  },
  {
    number: '1210023',
    at: '23-May-2024 17:21:09',
    scope: 'standalone',
    end: '2024-03-31',
    quarter: alone(17876, 216, 0, 667, 2000),
    toDate: alone(66420, 810, 0, 2426, 7277),
    balance: balance(50294, 29967, 0, 8610, 3198, 11954, 11956, 9963),
    cash: [7318, 2920, -1776],
  },
  {
    number: '1210024',
    at: '23-May-2024 17:35:58',
    scope: 'consolidated',
    end: '2024-03-31',
    quarter: [21800, 240, 0, 796, 2388, 2340],
    toDate: [81000, 900, 0, 2890, 8670, 8497],
    balance: balance(61348, 36428, 559, 10500, 3900, 13518, 14580, 12150),
    cash: [8780, 3620, -2100],
  },
  {
    number: '1210033',
    at: '07-Aug-2024 16:02:11',
    scope: 'standalone',
    end: '2024-06-30',
    quarter: alone(18122, 234, 0, 682, 2047),
  },
  {
    number: '1210034',
    at: '07-Aug-2024 16:05:27',
    scope: 'consolidated',
    end: '2024-06-30',
    quarter: [22100, 260, 0, 815, 2443, 2394],
  },
  {
    number: '1210043',
    at: '06-Nov-2024 15:30:41',
    scope: 'standalone',
    end: '2024-09-30',
    quarter: alone(19106, 243, 0, 728, 2186),
    toDate: alone(37228, 477, 0, 1410, 4233),
  },
  {
    // Its half year says 456 crore, and its two quarters come to 454.
    number: '1210044',
    at: '06-Nov-2024 15:34:16',
    scope: 'consolidated',
    end: '2024-09-30',
    quarter: [23300, 270, 0, 871, 2613, 2561],
    toDate: [45600, 330, 0, 1686, 5056, 4955],
  },
  {
    number: '1210053',
    at: '05-Feb-2025 17:01:20',
    scope: 'standalone',
    end: '2024-12-31',
    quarter: alone(19844, 270, 0, 769, 2305),
    toDate: alone(57072, 747, 0, 2179, 6538),
  },
  {
    number: '1210054',
    at: '05-Feb-2025 17:04:08',
    scope: 'consolidated',
    end: '2024-12-31',
    quarter: [24200, 300, 0, 919, 2757, 2702],
    toDate: [69600, 830, 0, 2605, 7813, 7657],
    leavesOwnersEmpty: true,
  },
];

const SEGMENTS_OF_2025 = {
  'Industrial pumps': [17272, 64600],
  'Valves and automation': [8128, 30400],
} as const;
const SEGMENTS_OF_2026 = {
  'Industrial pumps': [20468, 76160],
  'Valves and automation': [9632, 35840],
} as const;

/** Filings in the list since 2025. */
export const INTEGRATED: readonly IndianFiling[] = [
  {
    number: '71003',
    at: '23-May-2025 18:22:37',
    scope: 'standalone',
    end: '2025-03-31',
    quarter: alone(20828, 288, -432, 707, 2122),
    toDate: alone(77900, 1035, -432, 2886, 8660),
    balance: balance(58525, 38127, 0, 7380, 2870, 13932, 14022, 11685),
    cash: [8354, 4318, -2058],
  },
  {
    number: '71004',
    at: '23-May-2025 18:26:51',
    scope: 'consolidated',
    end: '2025-03-31',
    quarter: [25400, 320, 0, 975, 2927, 2868],
    toDate: [95000, 1150, 0, 3580, 10740, 10525],
    balance: balance(71008, 46668, 774, 9000, 3500, 15858, 17100, 14250),
    cash: [10070, 5330, -2400],
    segments: SEGMENTS_OF_2025,
  },
  {
    number: '71005',
    at: '11-JUN-2025 16:05:44',
    scope: 'consolidated',
    end: '2025-03-31',
    quarter: [25400, 320, -480, 855, 2567, 2516],
    toDate: [95000, 1150, -480, 3460, 10380, 10173],
    balance: balance(71008, 46308, 766, 9000, 3500, 15858, 17100, 14250),
    cash: [10070, 5330, -2400],
    segments: SEGMENTS_OF_2025,
    remark: 'A cost of 480 lakh rupees for a closed line was left out of exceptional items',
  },
  {
    number: '71013',
    at: '06-Aug-2025 17:20:14',
    scope: 'standalone',
    end: '2025-06-30',
    quarter: alone(21238, 306, 0, 833, 2502),
  },
  {
    number: '71014',
    at: '06-Aug-2025 17:24:33',
    scope: 'consolidated',
    end: '2025-06-30',
    quarter: [25900, 340, 0, 998, 2994, 2934],
  },
  {
    number: '71023',
    at: '05-Nov-2025 16:41:02',
    scope: 'standalone',
    end: '2025-09-30',
    quarter: alone(22468, 315, 0, 892, 2673),
    toDate: alone(43706, 621, 0, 1725, 5175),
  },
  {
    number: '71024',
    at: '05-Nov-2025 16:44:56',
    scope: 'consolidated',
    end: '2025-09-30',
    quarter: [27400, 350, 0, 1068, 3204, 3140],
    toDate: [53300, 690, 0, 2066, 6198, 6074],
  },
  {
    number: '71033',
    at: '04-Feb-2026 17:11:48',
    scope: 'standalone',
    end: '2025-12-31',
    quarter: alone(23452, 324, 0, 935, 2808),
    toDate: alone(67158, 945, 0, 2660, 7983),
  },
  {
    number: '71034',
    at: '04-Feb-2026 17:15:20',
    scope: 'consolidated',
    end: '2025-12-31',
    quarter: [28600, 360, 0, 1122, 3366, 3299],
    toDate: [81900, 1050, 0, 3188, 9564, 9373],
  },
  {
    number: '71043',
    at: '21-May-2026 18:04:11',
    scope: 'standalone',
    end: '2026-03-31',
    quarter: alone(24682, 333, 0, 994, 2981),
    toDate: alone(91840, 1278, 0, 3654, 10964),
    balance: balance(68172, 47741, 0, 6150, 2460, 16765, 16531, 13776),
    cash: [10373, 4550, -2990],
  },
  {
    number: '71044',
    at: '21-May-2026 18:08:29',
    scope: 'consolidated',
    end: '2026-03-31',
    quarter: [30100, 370, 0, 1192, 3576, 3504],
    toDate: [112000, 1420, 0, 4380, 13140, 12877],
    balance: balance(82838, 58098, 1029, 7500, 3000, 19378, 20160, 16800),
    cash: [12490, 5620, -3350],
    segments: SEGMENTS_OF_2026,
  },
  {
    number: '71053',
    at: '10-Aug-2026 19:02:06',
    scope: 'standalone',
    end: '2026-06-30',
    quarter: alone(25256, 351, 0, 1018, 3052),
  },
  {
    number: '71054',
    at: '10-Aug-2026 19:05:33',
    scope: 'consolidated',
    end: '2026-06-30',
    quarter: [30800, 390, 0, 1221, 3663, 3590],
  },
];
