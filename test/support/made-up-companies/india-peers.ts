import { alone, type Balance, balance, type Flows } from './india-figures.ts';

export interface IndianPeer {
  symbol: string;
  name: string;
  isin: string;
  number: string;
  at: string;
  quarter: Flows;
  year: Flows;
  balance: Balance;
  /** Paid-up capital; the face value is two rupees. */
  capital: number;
  /** Closes of 2025-09-30 and 2026-09-30 in paise. */
  closes: readonly [number, number];
}

/** Companies that it is compared with, each by the filing of its year to March 2026; the last one makes a loss. */
export const PEERS: readonly IndianPeer[] = [
  {
    symbol: 'DECPUMP',
    name: 'Deccan Pumps Limited',
    isin: 'INE0ZZ201019',
    number: '72011',
    at: '26-May-2026 16:12:40',
    quarter: alone(21060, 135, 0, 562, 1685),
    year: alone(78000, 500, 0, 2080, 6240),
    balance: balance(79400, 62000, 0, 6300, 2700, 17620, 13260, 10920),
    capital: 1000,
    closes: [23185, 42580],
  },
  {
    symbol: 'MALVALV',
    name: 'Malwa Valves Limited',
    isin: 'INE0ZZ301017',
    number: '72012',
    at: '27-May-2026 16:12:40',
    quarter: alone(14580, 135, 0, 486, 1458),
    year: alone(54000, 500, 0, 1800, 5400),
    balance: balance(56500, 48000, 0, 1750, 750, 10560, 9180, 7560),
    capital: 800,
    closes: [29635, 25950],
  },
  {
    symbol: 'NILMOT',
    name: 'Nilgiri Motors And Pumps Limited',
    isin: 'INE0ZZ401015',
    number: '72013',
    at: '28-May-2026 16:12:40',
    quarter: alone(35640, 135, 0, 713, 2138),
    year: alone(132000, 500, 0, 2640, 7920),
    balance: balance(124800, 90000, 0, 14700, 6300, 29480, 22440, 18480),
    capital: 2400,
    closes: [13370, 14670],
  },
  {
    symbol: 'SAHYHYD',
    name: 'Sahyadri Hydraulics Limited',
    isin: 'INE0ZZ501012',
    number: '72014',
    at: '29-May-2026 16:12:40',
    quarter: alone(8370, 135, 0, 0, -503),
    year: alone(31000, 500, 0, 0, -1860),
    balance: balance(40700, 22000, 0, 10500, 4500, 17490, 5270, 4340),
    capital: 600,
    closes: [3970, 3410],
  },
];
