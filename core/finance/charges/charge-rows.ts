/** What charges tell apart: shares, funds that count as equity to the law, and all other funds. */
export const CHARGED_KINDS = ['SHARE', 'EQUITY_ETF', 'OTHER_ETF'] as const;
export type ChargedKind = (typeof CHARGED_KINDS)[number];

export const TRADE_SIDES = ['BUY', 'SELL'] as const;
export type TradeSide = (typeof TRADE_SIDES)[number];

export const CHARGE_ITEMS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty', 'gst', 'dp'] as const;
export type ChargeItem = (typeof CHARGE_ITEMS)[number];

/** A rate over a span of days. */
export interface ChargeRow {
  item: ChargeItem;
  /** All kinds and both sides unless it names some. */
  kinds?: readonly ChargedKind[];
  side?: TradeSide;
  from: string;
  /** The last day; null is open. */
  to: string | null;
  /**
   * Exact text: for `gst` a part of what it is levied on, for `dp` rupees before that tax, for the others a part of the value
   * traded.
   */
  rate: string;
  /** Items that `gst` is levied on. */
  on?: readonly ChargeItem[];
  source: string;
  /** False: the rate or its days are from memory, or stand for several that differed. */
  is_verified: boolean;
}

/** The first day of the table. */
export const FIRST_CHARGES_DAY = '2012-07-01';

const START = FIRST_CHARGES_DAY;
const SERVICES: readonly ChargeItem[] = ['brokerage', 'exchange', 'dp'];
const FUND_STT =
  'NSE circular on the Finance Act 2013; unchanged in NSE circular FATAX73524 of 31 March 2026';

/**
 * Charges of delivery trades on the NSE through a discount broker, by day of trade. A new rate is a new row with its days:
 * rows never change.
 */
export const CHARGE_ROWS: readonly ChargeRow[] = [
  {
    item: 'brokerage',
    from: START,
    to: null,
    rate: '0',
    source: 'Zerodha: none on delivery trades; before December 2015 it charged up to ₹20 an order',
    is_verified: false,
  },

  {
    item: 'stt',
    kinds: ['SHARE'],
    from: START,
    to: null,
    rate: '0.001',
    source: 'Finance Act 2012; unchanged in NSE circular FATAX73524 of 31 March 2026',
    is_verified: true,
  },
  {
    item: 'stt',
    kinds: ['EQUITY_ETF'],
    from: START,
    to: '2013-05-31',
    rate: '0.001',
    source: 'NSE circular on the Finance Act 2013, as the rate before it',
    is_verified: true,
  },
  {
    item: 'stt',
    kinds: ['EQUITY_ETF'],
    side: 'BUY',
    from: '2013-06-01',
    to: null,
    rate: '0',
    source: FUND_STT,
    is_verified: true,
  },
  {
    item: 'stt',
    kinds: ['EQUITY_ETF'],
    side: 'SELL',
    from: '2013-06-01',
    to: null,
    rate: '0.00001',
    source: FUND_STT,
    is_verified: true,
  },
  {
    item: 'stt',
    kinds: ['OTHER_ETF'],
    from: START,
    to: null,
    rate: '0',
    source: 'Finance (No. 2) Act 2004, section 98: units of equity funds only',
    is_verified: true,
  },

  {
    item: 'exchange',
    from: START,
    to: '2020-12-31',
    rate: '0.0000325',
    source: 'Charges of several brokers from 2016 to 2020; the first day is unknown',
    is_verified: false,
  },
  {
    item: 'exchange',
    from: '2021-01-01',
    to: '2023-03-31',
    rate: '0.0000345',
    source: 'NSE, raised by 6 % from 1 January 2021; figure from charges of several brokers',
    is_verified: true,
  },
  {
    item: 'exchange',
    from: '2023-04-01',
    to: '2024-03-31',
    rate: '0.0000335',
    source: 'NSE, the increase reversed (0.00325 %), and ₹10 a crore for the investor protection fund',
    is_verified: true,
  },
  {
    item: 'exchange',
    from: '2024-04-01',
    to: '2024-09-30',
    rate: '0.0000332',
    source:
      'NSE, lowered by 1 % from 1 April 2024; figure (0.00322 %) from charges of several brokers, and ₹10 a crore for the fund',
    is_verified: false,
  },
  {
    item: 'exchange',
    from: '2024-10-01',
    to: null,
    rate: '0.0000307',
    source:
      'NSE circular FA73061 of 27 February 2026: ₹297 a crore plus ₹10 for the investor protection fund; one combined charge since March 2026',
    is_verified: true,
  },

  {
    item: 'sebi',
    from: START,
    to: '2014-05-22',
    rate: '0.000001',
    source: 'SEBI on its notification of 23 May 2014, as the fee before it: ₹10 a crore',
    is_verified: true,
  },
  {
    item: 'sebi',
    from: '2014-05-23',
    to: '2017-03-31',
    rate: '0.000002',
    source: 'SEBI notification of 23 May 2014: ₹20 a crore',
    is_verified: true,
  },
  {
    item: 'sebi',
    from: '2017-04-01',
    to: '2019-03-31',
    rate: '0.0000015',
    source: 'SEBI/LAD-NRO/GN/2016-17/038 of 29 March 2017: ₹15 a crore; from charges of brokers of that time',
    is_verified: false,
  },
  {
    item: 'sebi',
    from: '2019-04-01',
    to: '2020-05-31',
    rate: '0.000001',
    source: 'SEBI/LAD-NRO/GN/2019/03 of 22 March 2019: ₹10 a crore',
    is_verified: true,
  },
  {
    item: 'sebi',
    from: '2020-06-01',
    to: '2021-03-31',
    rate: '0.0000005',
    source: 'SEBI notification of 8 May 2020: half the fee for ten months',
    is_verified: true,
  },
  {
    item: 'sebi',
    from: '2021-04-01',
    to: null,
    rate: '0.000001',
    source: 'SEBI/LAD-NRO/GN/2019/03 of 22 March 2019: ₹10 a crore',
    is_verified: true,
  },

  {
    item: 'stamp_duty',
    from: START,
    to: '2020-06-30',
    rate: '0.0001',
    source:
      'Maharashtra, Gujarat, Delhi, Kerala and Rajasthan, on either side; other states took from 0.003 % to 0.04 %, some with a maximum',
    is_verified: false,
  },
  {
    item: 'stamp_duty',
    side: 'BUY',
    from: '2020-07-01',
    to: null,
    rate: '0.00015',
    source: 'Indian Stamp Act 1899, as amended by the Finance Act 2019 from 1 July 2020',
    is_verified: true,
  },
  {
    item: 'stamp_duty',
    side: 'SELL',
    from: '2020-07-01',
    to: null,
    rate: '0',
    source: 'Indian Stamp Act 1899, as amended by the Finance Act 2019 from 1 July 2020',
    is_verified: true,
  },

  {
    item: 'gst',
    from: START,
    to: '2015-05-31',
    rate: '0.1236',
    on: SERVICES,
    source: 'Service tax with cesses, Finance Act 2012',
    is_verified: true,
  },
  {
    item: 'gst',
    from: '2015-06-01',
    to: '2015-11-14',
    rate: '0.14',
    on: SERVICES,
    source: 'Service tax, notification 14/2015-ST',
    is_verified: true,
  },
  {
    item: 'gst',
    from: '2015-11-15',
    to: '2016-05-31',
    rate: '0.145',
    on: SERVICES,
    source: 'Service tax with Swachh Bharat cess',
    is_verified: true,
  },
  {
    item: 'gst',
    from: '2016-06-01',
    to: '2017-06-30',
    rate: '0.15',
    on: SERVICES,
    source: 'Service tax with Swachh Bharat and Krishi Kalyan cess',
    is_verified: true,
  },
  {
    item: 'gst',
    from: '2017-07-01',
    to: '2022-07-17',
    rate: '0.18',
    on: SERVICES,
    source: 'Goods and services tax; SEBI fees were exempt',
    is_verified: true,
  },
  {
    item: 'gst',
    from: '2022-07-18',
    to: null,
    rate: '0.18',
    on: [...SERVICES, 'sebi'],
    source: 'Goods and services tax, also on SEBI fees since 18 July 2022',
    is_verified: true,
  },

  { item: 'dp', side: 'BUY', from: START, to: null, rate: '0', source: 'Sales only', is_verified: true },
  {
    item: 'dp',
    side: 'SELL',
    from: START,
    to: '2024-09-30',
    rate: '13.5',
    source: 'Zerodha and CDSL; the first day is unknown',
    is_verified: false,
  },
  {
    item: 'dp',
    side: 'SELL',
    from: '2024-10-01',
    to: null,
    rate: '13',
    source: 'Zerodha and CDSL; ₹12.75 where the first holder is a woman',
    is_verified: true,
  },
];
