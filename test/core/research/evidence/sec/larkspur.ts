import type { MadeCompany, MadeFiling } from './edgar.ts';

const filing = (
  number: string,
  form: string,
  fy: number,
  accepted: string,
  report: string,
  filed = accepted.slice(0, 10),
): MadeFiling => ({ accession: `0009990001-${number}`, form, fy, accepted, report, filed });

/** The years 2023 to 2025 of a made-up company whose year ends on the Saturday next to the last of January. */
export const K23 = filing('24-000012', '10-K', 2023, '2024-03-29T20:15:30.000Z', '2024-02-03');
export const Q324 = filing('24-000043', '10-Q', 2024, '2024-12-06T21:05:22.000Z', '2024-11-02');
export const K24 = filing('25-000013', '10-K', 2024, '2025-03-28T20:20:45.000Z', '2025-02-01');
export const Q125 = filing('25-000018', '10-Q', 2025, '2025-06-05T20:05:19.000Z', '2025-05-03');
export const K24A = filing('25-000019', '10-K/A', 2024, '2025-06-20T20:41:03.000Z', '2025-02-01');
export const Q225 = filing('25-000033', '10-Q', 2025, '2025-09-05T20:05:48.000Z', '2025-08-02');
/** Taken at 17:42 in New York: its filing date is the next day. */
export const K25 = filing('26-000014', '10-K', 2025, '2026-03-26T21:42:10.000Z', '2026-01-31', '2026-03-27');

const [Y23, Y24, Y25] = [
  ['2023-01-29', '2024-02-03'],
  ['2024-02-04', '2025-02-01'],
  ['2025-02-02', '2026-01-31'],
] as const;

export const LARKSPUR: MadeCompany = {
  cik: 9990001,
  ticker: 'LKSP',
  name: 'LARKSPUR INSTRUMENTS, INC.',
  filings: [K25, Q225, K24A, Q125, K24, Q324, K23],
  facts: {
    'us-gaap:Revenues USD': [
      [
        '2023-01-29',
        '2023-10-28',
        736_400_000,
        { ...K23, accession: '0009990001-23-000042', form: '10-Q', filed: '2023-12-01' },
      ],
      [...Y23, 1_024_000_000, K23],
    ],
    'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': [
      [...Y23, 1_024_000_000, K24],
      ['2024-02-04', '2024-11-02', 789_200_000, Q324],
      [...Y24, 1_078_600_000, K24],
      [...Y24, 1_078_600_000, K24A],
      [...Y23, 1_024_000_000, K25],
      [...Y24, 1_078_600_000, K25],
      [...Y25, 1_181_100_000, K25],
    ],
    'us-gaap:NetIncomeLoss USD': [
      [...Y23, 83_900_000, K23],
      [...Y23, 83_900_000, K24],
      [...Y24, 92_700_000, K24],
      [...Y24, 91_900_000, K24A],
      [...Y24, 91_900_000, K25],
      [...Y25, 111_600_000, K25],
    ],
    'us-gaap:OperatingIncomeLoss USD': [
      [...Y23, 116_200_000, K23],
      [...Y23, 112_700_000, K24],
      [...Y23, 112_700_000, K25],
    ],
    'us-gaap:EarningsPerShareDiluted USD/shares': [
      [...Y23, 2.8, K23],
      [...Y24, 3.09, K24],
      ['2025-02-02', '2025-05-03', 0.84, Q125],
      [...Y24, 1.02, K24A],
      ['2025-05-04', '2025-08-02', 0.3, Q225],
      [...Y23, 0.93, K25],
      [...Y24, 1.02, K25],
      [...Y25, 1.24, K25],
    ],
    'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares': [
      [...Y23, 30_000_000, K23],
      [...Y24, 30_000_000, K24],
      [...Y24, 90_000_000, K24A],
      [...Y23, 90_000_000, K25],
      [...Y25, 90_000_000, K25],
    ],
    'us-gaap:NetCashProvidedByUsedInOperatingActivities USD': [
      ['2025-02-02', '2025-05-03', 19_800_000, Q125],
      ['2025-02-02', '2025-08-02', 56_100_000, Q225],
    ],
    'us-gaap:Assets USD': [
      [null, '2024-02-03', 1_402_311_000, K23],
      [null, '2024-02-03', 1_402_300_000, K24],
      [null, '2025-02-01', 1_489_200_000, K24],
      [null, '2025-02-01', 1_489_200_000, K25],
    ],
    'dei:EntityCommonStockSharesOutstanding shares': [
      [null, '2025-03-21', 29_900_000, K24],
      [null, '2025-08-29', 89_600_000, Q225],
    ],
  },
};
