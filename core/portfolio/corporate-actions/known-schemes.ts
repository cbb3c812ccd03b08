/** A merger or demerger as the companies published it. */
export interface KnownScheme {
  kind: 'MERGER' | 'DEMERGER';
  /** NSE symbols of that time. */
  symbol: string;
  into_symbol: string;
  /** The record date, which is the first day without the entitlement. */
  ex_date: string;
  /** `new_shares` of the other company for `old_shares`. */
  new_shares: string;
  old_shares: string;
  /** Of a demerger: percentage points of the cost that go to the new company, as published for section 49(2C). */
  cost_pct: string | null;
}

type Merger = readonly [symbol: string, into: string, on: string, to: string, from: string];
type Demerger = readonly [...Merger, costPct: string];

// The exchange's list says "Scheme of amalgamation" and no more: the terms stand in the companies' notices. Facts alone.
const MERGERS: readonly Merger[] = [
  ['VIJAYABANK', 'BANKBARODA', '2019-03-11', '402', '1000'],
  ['DENABANK', 'BANKBARODA', '2019-03-11', '110', '1000'],
  ['GRUH', 'BANDHANBNK', '2019-10-17', '568', '1000'],
  ['ALBK', 'INDIANB', '2020-03-23', '115', '1000'],
  ['ANDHRABANK', 'UNIONBANK', '2020-03-23', '325', '1000'],
  ['CORPBANK', 'UNIONBANK', '2020-03-23', '330', '1000'],
  ['ORIENTBANK', 'PNB', '2020-03-23', '1150', '1000'],
  ['UNITEDBNK', 'PNB', '2020-03-23', '121', '1000'],
  ['SYNDIBANK', 'CANBK', '2020-03-23', '158', '1000'],
  ['MINDTREE', 'LTI', '2022-11-24', '73', '100'],
  ['EQUITAS', 'EQUITASBNK', '2023-02-03', '231', '100'],
  ['INOXLEISUR', 'PVR', '2023-02-17', '3', '10'],
  ['HDFC', 'HDFCBANK', '2023-07-13', '42', '25'],
  ['IDFC', 'IDFCFIRSTB', '2024-10-10', '155', '100'],
  ['ISEC', 'ICICIBANK', '2025-03-24', '67', '100'],
];

const DEMERGERS: readonly Demerger[] = [
  ['RELIANCE', 'JIOFIN', '2023-07-20', '1', '1', '4.68'],
  ['ITC', 'ITCHOTELS', '2025-01-06', '1', '10', '13.51'],
  ['TATAMOTORS', 'TMCV', '2025-10-14', '1', '1', '31.15'],
];

/** Mergers and demergers that many people met, with their published terms. */
export const KNOWN_SCHEMES: readonly KnownScheme[] = [
  ...MERGERS.map(([symbol, into_symbol, ex_date, new_shares, old_shares]): KnownScheme => {
    return { kind: 'MERGER', symbol, into_symbol, ex_date, new_shares, old_shares, cost_pct: null };
  }),
  ...DEMERGERS.map(([symbol, into_symbol, ex_date, new_shares, old_shares, cost_pct]): KnownScheme => {
    return { kind: 'DEMERGER', symbol, into_symbol, ex_date, new_shares, old_shares, cost_pct };
  }),
];
