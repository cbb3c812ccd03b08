import assert from 'node:assert/strict';
import type { Acquired } from '../../../../../core/research/index.ts';
import { acquire, edgarOf, filing, type MadeCompany, stated } from './edgar.ts';

const snow = (number: string, form: string, fy: number, day: string, report: string) =>
  filing(`0001640147-${number}`, form, fy, `${day}T20:30:00.000Z`, report);
const K21 = snow('21-000073', '10-K', 2021, '2021-03-31', '2021-01-31');
const Q121 = snow('21-000122', '10-Q', 2022, '2021-06-04', '2021-04-30');
const K22 = snow('22-000023', '10-K', 2022, '2022-03-30', '2022-01-31');
const Q122 = snow('22-000044', '10-Q', 2023, '2022-06-03', '2022-04-30');
const Q322 = snow('22-000100', '10-Q', 2023, '2022-12-02', '2022-10-31');
const K23 = snow('23-000030', '10-K', 2023, '2023-03-29', '2023-01-31');
const Q123 = snow('23-000102', '10-Q', 2024, '2023-06-02', '2023-04-30');
const Q323 = snow('23-000260', '10-Q', 2024, '2023-12-01', '2023-10-31');
const K24 = snow('24-000101', '10-K', 2024, '2024-03-26', '2024-01-31');
const Q124 = snow('24-000135', '10-Q', 2025, '2024-05-31', '2024-04-30');
const Q224 = snow('24-000207', '10-Q', 2025, '2024-08-29', '2024-07-31');
const Q324 = snow('24-000250', '10-Q', 2025, '2024-11-27', '2024-10-31');
const K25 = snow('25-000052', '10-K', 2025, '2025-03-21', '2025-01-31');
const Q125 = snow('25-000110', '10-Q', 2026, '2025-05-30', '2025-04-30');

/** Figures of a company whose year ends on 31 January, as the SEC has them. */
const SNOW: MadeCompany = {
  cik: 1640147,
  ticker: 'SNOW',
  name: 'SNOWFLAKE INC.',
  filings: [Q125, K25, Q324, Q224, Q124, K24, Q323, Q123, K23, Q322, Q122, K22, Q121, K21],
  facts: {
    'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': [
      ['2020-02-01', '2021-01-31', 592_049_000, K21],
      ['2020-02-01', '2021-01-31', 592_049_000, K22],
      ['2021-02-01', '2022-01-31', 1_219_327_000, K22],
      ['2021-02-01', '2021-04-30', 228_914_000, Q122],
      ['2022-02-01', '2022-04-30', 422_371_000, Q122],
      ['2021-02-01', '2022-01-31', 1_219_327_000, K23],
      ['2022-02-01', '2023-01-31', 2_065_659_000, K23],
      ['2022-02-01', '2023-01-31', 2_065_659_000, K24],
      ['2023-02-01', '2024-01-31', 2_806_489_000, K24],
      ['2024-02-01', '2024-04-30', 828_709_000, Q124],
      ['2024-02-01', '2024-10-31', 2_639_626_000, Q324],
      ['2022-02-01', '2023-01-31', 2_065_659_000, K25],
      ['2024-02-01', '2025-01-31', 3_626_396_000, K25],
      ['2025-02-01', '2025-04-30', 1_042_074_000, Q125],
    ],
    'us-gaap:NetIncomeLoss USD': [
      ['2020-02-01', '2021-01-31', -539_102_000, K21],
      ['2022-02-01', '2023-01-31', -796_705_000, K23],
    ],
    'us-gaap:ProfitLoss USD': [
      ['2020-02-01', '2021-01-31', -539_102_000, K23],
      ['2022-02-01', '2023-01-31', -797_526_000, K23],
    ],
    'us-gaap:EarningsPerShareBasicAndDiluted USD/shares': [
      ['2020-02-01', '2021-01-31', -3.81, K21],
      ['2021-02-01', '2021-04-30', -0.7, Q121],
    ],
    'us-gaap:EarningsPerShareBasic USD/shares': [
      ['2020-02-01', '2021-01-31', -3.81, K22],
      ['2021-02-01', '2022-01-31', -2.26, K22],
    ],
    'us-gaap:EarningsPerShareDiluted USD/shares': [
      ['2020-02-01', '2021-01-31', -3.81, K22],
      ['2021-02-01', '2022-01-31', -2.26, K22],
    ],
    'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares': [
      ['2020-02-01', '2021-01-31', 141_613_196, K22],
      ['2020-02-01', '2021-01-31', 141_613_000, K23],
    ],
    'us-gaap:CashAndCashEquivalentsAtCarryingValue USD': [
      [null, '2023-01-31', 939_902_000, K23],
      [null, '2023-01-31', 939_902_000, Q123],
    ],
    'us-gaap:CashEquivalentsAtCarryingValue USD': [
      [null, '2023-01-31', 398_346_000, K23],
      [null, '2023-01-31', 539_390_000, Q123],
    ],
    'us-gaap:ComprehensiveIncomeNetOfTax USD': [
      ['2022-08-01', '2022-10-31', -222_764_000, Q322],
      ['2022-08-01', '2022-10-31', -222_258_000, Q323],
    ],
    'us-gaap:NetCashProvidedByUsedInOperatingActivities USD': [
      ['2024-02-01', '2024-04-30', 355_468_000, Q124],
      ['2024-02-01', '2024-07-31', 425_333_000, Q224],
    ],
  },
};

describe('core/research/evidence/sec: the right reading of a year that ends in January', () => {
  let all: Acquired;
  before(async () => {
    all = await acquire('SNOW', edgarOf(SNOW));
  });

  it('decisions/Evidence providers: fiscal labels describe the filing: the year to 2023-01-31 is one figure, by its days', () => {
    assert.deepEqual(stated(all, 'revenue'), [
      '2020-02-01/2021-01-31 592049000 21-000073',
      // A 10-Q that calls itself FY: its quarters are told by their days.
      '2021-02-01/2021-04-30 228914000 22-000044',
      '2021-02-01/2022-01-31 1219327000 22-000023',
      '2022-02-01/2022-04-30 422371000 22-000044',
      '2022-02-01/2023-01-31 2065659000 23-000030',
      '2023-02-01/2024-01-31 2806489000 24-000101',
      '2024-02-01/2024-04-30 828709000 24-000135',
      '2024-02-01/2024-10-31 2639626000 24-000250',
      '2024-02-01/2025-01-31 3626396000 25-000052',
      '2025-02-01/2025-04-30 1042074000 25-000110',
    ]);
    assert.deepEqual(
      all.packets.flatMap(({ fiscal_years }) => fiscal_years.map(({ year, end }) => `${year} ${end}`)),
      ['2025 2025-01-31', '2024 2024-01-31', '2023 2023-01-31', '2022 2022-01-31', '2021 2021-01-31'],
    );
  });

  it('decisions/Evidence providers: with minorities, profit and profit of the owners are two figures', () => {
    assert.deepEqual(stated(all, 'net_income'), [
      // Without minorities the profit of the owners stands for it, from its first filing on.
      '2020-02-01/2021-01-31 -539102000 21-000073',
      '2022-02-01/2023-01-31 -797526000 23-000030',
    ]);
    assert.deepEqual(stated(all, 'net_income_owners').at(-1), '2022-02-01/2023-01-31 -796705000 23-000030');
  });

  it('decisions/Evidence providers: the EPS tag changes within the years, and both EPS are read from the common one', () => {
    const expected = [
      '2020-02-01/2021-01-31 -3.81 21-000073',
      '2021-02-01/2021-04-30 -0.7 21-000122',
      '2021-02-01/2022-01-31 -2.26 22-000023',
    ];
    assert.deepEqual(stated(all, 'eps_diluted'), expected);
    assert.deepEqual(stated(all, 'eps_basic'), expected);
  });

  it('decisions/Evidence providers: true conflicts keep every candidate; a part of the cash is never the cash', () => {
    assert.deepEqual(stated(all, 'comprehensive_income'), [
      '2022-08-01/2022-10-31 -222764000 22-000100',
      '2022-08-01/2022-10-31 -222258000 23-000260',
    ]);
    assert.deepEqual(stated(all, 'cash'), ['2023-01-31 939902000 23-000030']);
    // One number, rounded: the ledger sees both.
    assert.deepEqual(stated(all, 'shares_diluted'), [
      '2020-02-01/2021-01-31 141613196 22-000023',
      '2020-02-01/2021-01-31 141613000 23-000030',
    ]);
  });

  it('decisions/Evidence providers: cash flow of a quarter is no row: the half year and the first quarter are', () => {
    // 425,333 less 355,468 thousand are for the ledger.
    assert.deepEqual(stated(all, 'operating_cash_flow'), [
      '2024-02-01/2024-04-30 355468000 24-000135',
      '2024-02-01/2024-07-31 425333000 24-000207',
    ]);
  });
});

const F23 = filing('0001493152-24-016772', '20-F', 2023, '2024-04-26T21:01:00.000Z', '2023-12-31');
const F24 = filing('0001997711-25-000030', '20-F', 2024, '2025-04-02T20:15:00.000Z', '2024-12-31');
/** A foreign filer: tags of IFRS, in annual reports alone. */
const LPA: MadeCompany = {
  cik: 1997711,
  ticker: 'LPA',
  name: 'Logistic Properties of the Americas',
  filings: [F24, F23],
  facts: {
    'ifrs-full:Revenue USD': [
      ['2021-01-01', '2021-12-31', 25_596_073, F23],
      ['2024-01-01', '2024-12-31', 43_862_372, F24],
    ],
    'ifrs-full:Revenue CRC': [['2024-01-01', '2024-12-31', 22_000_000_000, F24]],
    'ifrs-full:ProfitLoss USD': [
      ['2023-01-01', '2023-12-31', 7_156_005, F23],
      ['2024-01-01', '2024-12-31', -19_426_051, F24],
    ],
    'ifrs-full:ProfitLossAttributableToOwnersOfParent USD': [['2024-01-01', '2024-12-31', -29_285_428, F24]],
    'ifrs-full:DilutedEarningsLossPerShare USD/shares': [
      ['2023-01-01', '2023-12-31', 0.019, F23],
      ['2023-01-01', '2023-12-31', 0.11, F24],
    ],
    'ifrs-full:CashAndCashEquivalents USD': [
      [null, '2024-03-26', 1_121_150, F24],
      [null, '2024-12-31', 28_827_347, F24],
    ],
    'dei:EntityCommonStockSharesOutstanding shares': [[null, '2025-04-02', 31_668_601, F24]],
  },
};

describe('core/research/evidence/sec: the right reading of a foreign filer', () => {
  it('decisions/Evidence providers: tags of IFRS are read; a balance within a year and a translation are not', async () => {
    const all = await acquire('LPA', edgarOf(LPA));
    assert.deepEqual(stated(all, 'revenue'), [
      '2021-01-01/2021-12-31 25596073 24-016772',
      '2024-01-01/2024-12-31 43862372 25-000030',
    ]);
    assert.deepEqual(stated(all, 'net_income').at(-1), '2024-01-01/2024-12-31 -19426051 25-000030');
    assert.deepEqual(stated(all, 'net_income_owners'), ['2024-01-01/2024-12-31 -29285428 25-000030']);
    assert.deepEqual(stated(all, 'cash'), ['2024-12-31 28827347 25-000030']);
    // On the cover, as of a day of its own.
    assert.deepEqual(stated(all, 'shares_outstanding'), ['2025-04-02 31668601 25-000030']);
    // Another number of shares after a merger: nothing says how many became one.
    assert.equal(stated(all, 'eps_diluted').length, 2);
    assert.match(all.packets[0]?.notes.join() ?? '', /Reported in USD; figures in CRC are excluded/);
    assert.deepEqual(all.packets[0]?.families, ['fundamentals', 'annual_report']);
  });
});
