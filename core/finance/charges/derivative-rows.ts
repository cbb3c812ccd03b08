import { CHARGE_ROWS, type ChargeRow } from './charge-rows.ts';
import type { DerivativeRow } from './derivative-row.ts';

/** The first day of the table: tax on services has been GST since. */
export const FIRST_DERIVATIVES_DAY = '2017-07-01';
/** Before it exercised options were taxed on the whole price of the underlying, which is not in the table. */
export const FIRST_EXERCISE_DAY = '2019-09-01';

const START = FIRST_DERIVATIVES_DAY;
const STT_2026 = 'Finance Act 2026, NSE circular FATAX73524 of 31 March 2026';
const STT_2024 =
  'Finance (No. 2) Act 2024, from 1 October 2024, by NSE circular FATAX73524 as the rate before it';
const STT_2023 = 'Finance Act 2023, from 1 April 2023';
const FEES_2026 = 'NSE circular FA73061 of 27 February 2026';
const FEES_EARLIER = 'Charges of several brokers of that time, for the lowest slab';
const BSE_FEES = 'Charges of several brokers for SENSEX and BANKEX; other contracts differed';
const STAMP = 'Indian Stamp Act 1899, as amended by the Finance Act 2019 from 1 July 2020';
const BROKERAGE = 'Zerodha: ₹20 an order for options; 0.03 % or ₹20 for futures, whichever is lower';

/**
 * Charges of futures and options on shares and their indices, by day of trade. The fee of SEBI and the tax on services are
 * those of delivery trades. A new rate is a new row with its days: rows never change.
 */
export const DERIVATIVE_ROWS: readonly DerivativeRow[] = [
  { item: 'brokerage_flat', from: START, to: null, rate: '20', source: BROKERAGE, is_verified: true },
  {
    item: 'brokerage_part',
    kind: 'FUTURE',
    from: START,
    to: null,
    rate: '0.0003',
    source: `${BROKERAGE}; 0.01 % before 2021`,
    is_verified: false,
  },

  {
    item: 'stt',
    side: 'BUY',
    from: START,
    to: null,
    rate: '0',
    source: 'Finance (No. 2) Act 2004, section 98: the seller pays',
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'OPTION',
    side: 'SELL',
    from: START,
    to: '2023-03-31',
    rate: '0.0005',
    source: 'Finance Act 2016, from 1 June 2016',
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'OPTION',
    side: 'SELL',
    from: '2023-04-01',
    to: '2024-09-30',
    rate: '0.000625',
    source: STT_2023,
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'OPTION',
    side: 'SELL',
    from: '2024-10-01',
    to: '2026-03-31',
    rate: '0.001',
    source: STT_2024,
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'OPTION',
    side: 'SELL',
    from: '2026-04-01',
    to: null,
    rate: '0.0015',
    source: STT_2026,
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'FUTURE',
    side: 'SELL',
    from: START,
    to: '2023-03-31',
    rate: '0.0001',
    source: 'Finance Act 2013, from 1 June 2013',
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'FUTURE',
    side: 'SELL',
    from: '2023-04-01',
    to: '2024-09-30',
    rate: '0.000125',
    source: STT_2023,
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'FUTURE',
    side: 'SELL',
    from: '2024-10-01',
    to: '2026-03-31',
    rate: '0.0002',
    source: STT_2024,
    is_verified: true,
  },
  {
    item: 'stt',
    kind: 'FUTURE',
    side: 'SELL',
    from: '2026-04-01',
    to: null,
    rate: '0.0005',
    source: STT_2026,
    is_verified: true,
  },

  {
    item: 'exercise_stt',
    from: START,
    to: '2026-03-31',
    rate: '0.00125',
    source:
      'Finance Act 2008, on the intrinsic value since the Finance (No. 2) Act 2019; NSE circular FATAX73524',
    is_verified: true,
  },
  {
    item: 'exercise_stt',
    from: '2026-04-01',
    to: null,
    rate: '0.0015',
    source: STT_2026,
    is_verified: true,
  },

  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'OPTION',
    from: START,
    to: '2020-12-31',
    rate: '0.0005',
    source: FEES_EARLIER,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'OPTION',
    from: '2021-01-01',
    to: '2023-03-31',
    rate: '0.00053',
    source: `${FEES_EARLIER}; raised by 6 % from 1 January 2021`,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'OPTION',
    from: '2023-04-01',
    to: '2024-03-31',
    rate: '0.000505',
    source: `${FEES_EARLIER}; with ₹50 a crore for the investor protection fund`,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'OPTION',
    from: '2024-04-01',
    to: '2024-09-30',
    rate: '0.0005',
    source: `${FEES_EARLIER}; with ₹50 a crore for the investor protection fund`,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'OPTION',
    from: '2024-10-01',
    to: null,
    rate: '0.0003553',
    source: `${FEES_2026}: ₹35,030 a crore of premium and ₹500 for the investor protection fund; one combined charge since March 2026`,
    is_verified: true,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'FUTURE',
    from: START,
    to: '2020-12-31',
    rate: '0.000019',
    source: FEES_EARLIER,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'FUTURE',
    from: '2021-01-01',
    to: '2023-03-31',
    rate: '0.00002',
    source: `${FEES_EARLIER}; raised by 6 % from 1 January 2021`,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'FUTURE',
    from: '2023-04-01',
    to: '2024-09-30',
    rate: '0.00002',
    source: `${FEES_EARLIER}; 0.0019 % and ₹10 a crore for the investor protection fund`,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'NSE',
    kind: 'FUTURE',
    from: '2024-10-01',
    to: null,
    rate: '0.0000183',
    source: `${FEES_2026}: ₹183 a crore, the investor protection fund included`,
    is_verified: true,
  },
  {
    item: 'exchange',
    exchange: 'BSE',
    kind: 'OPTION',
    from: START,
    to: '2024-09-30',
    rate: '0.000495',
    source: BSE_FEES,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'BSE',
    kind: 'OPTION',
    from: '2024-10-01',
    to: null,
    rate: '0.000325',
    source: BSE_FEES,
    is_verified: false,
  },
  {
    item: 'exchange',
    exchange: 'BSE',
    kind: 'FUTURE',
    from: START,
    to: null,
    rate: '0',
    source: BSE_FEES,
    is_verified: false,
  },

  {
    item: 'stamp_duty',
    from: START,
    to: '2020-06-30',
    rate: '0.00002',
    source: 'Maharashtra, on either side; other states differed',
    is_verified: false,
  },
  {
    item: 'stamp_duty',
    side: 'SELL',
    from: '2020-07-01',
    to: null,
    rate: '0',
    source: STAMP,
    is_verified: true,
  },
  {
    item: 'stamp_duty',
    kind: 'OPTION',
    side: 'BUY',
    from: '2020-07-01',
    to: null,
    rate: '0.00003',
    source: STAMP,
    is_verified: true,
  },
  {
    item: 'stamp_duty',
    kind: 'FUTURE',
    side: 'BUY',
    from: '2020-07-01',
    to: null,
    rate: '0.00002',
    source: STAMP,
    is_verified: true,
  },

  ...CHARGE_ROWS.filter(isOfBoth).map(({ item, from, to, rate, source, is_verified }) => ({
    item,
    from,
    to,
    rate,
    source,
    is_verified,
  })),
];

/** The fee of SEBI and the tax on services know no difference between shares and derivatives. */
function isOfBoth(row: ChargeRow): row is ChargeRow & { item: 'sebi' | 'gst' } {
  return (row.item === 'sebi' || row.item === 'gst') && (row.to ?? '9999') >= START;
}
