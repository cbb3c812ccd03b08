import assert from 'node:assert/strict';
import { readResultsFiling, type ResultsFiling } from '../../../../../core/research/index.ts';
import { filedResults, type FiledColumn, SEBI_2026 } from '../../../../support/nse-filing.ts';

const ABOUT = { filing: 'RESULTS_1', scope: null } as const;
const Q3 = ['2024-10-01', '2024-12-31'] as const;
const NINE_MONTHS = ['2024-04-01', '2024-12-31'] as const;

/** What a filing says of a metric: days, scope or segment, value or reason. */
function said(filing: ResultsFiling, metric: string): string[] {
  return filing.observations
    .filter((one) => one.metric === metric)
    .map(({ start, end, scope, scope_detail, value, reason }) =>
      [
        start === null ? end : `${start}/${end}`,
        scope_detail ?? scope,
        value ?? `null: ${reason ?? ''}`,
      ].join(' '),
    );
}

/** A quarter to December and its nine months as V.S.T. Tillers files them: both with the quarter's dates. */
function tillers(
  scope: 'Standalone' | 'Consolidated',
  quarter: Figures,
  year: Figures,
  parts: FiledColumn[] = [],
) {
  return readResultsFiling(
    filedResults({
      symbol: 'VSTTILLERS',
      scope,
      head: { ScripCode: '531266', LevelOfRoundingUsedInFinancialStatements: 'Lakhs' },
      columns: [
        { id: 'OneD', printed: Q3, stated: Q3, figures: quarter },
        { id: 'FourD', printed: Q3, stated: NINE_MONTHS, figures: year },
        { id: 'OneI', printed: ['2024-12-31'] },
        ...parts,
      ],
    }),
    ABOUT,
  );
}
type Figures = NonNullable<FiledColumn['figures']>;

describe('decisions/Evidence providers: results of a company with both columns under the quarter’s dates', () => {
  const refiled = tillers(
    'Standalone',
    {
      RevenueFromOperations: '2191000000.00',
      ProfitLossForPeriod: '17000000.00',
      PaidUpValueOfEquityShareCapital: '86420000.00',
      FaceValueOfEquityShareCapital: { text: '10', decimals: 'INF' },
      BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: { text: '1.97', decimals: 'INF' },
    },
    { RevenueFromOperations: '6931200000.00', ProfitLossForPeriod: '694850000.00' },
  );

  it('what the column says of its reporting period tells its days, never the dates of its context', () => {
    assert.deepEqual(said(refiled, 'revenue'), [
      '2024-10-01/2024-12-31 standalone 2191000000',
      '2024-04-01/2024-12-31 standalone 6931200000',
    ]);
    assert.deepEqual(said(refiled, 'net_income'), [
      '2024-10-01/2024-12-31 standalone 17000000',
      '2024-04-01/2024-12-31 standalone 694850000',
    ]);
    assert.match(refiled.notes.join(), /FourD is dated .*; its text says 1 Apr 2024 to 31 Dec 2024/);
  });

  it('values are whole rupees although the filing says Lakhs, with their exactness and their place', () => {
    const revenue = refiled.observations[0];
    assert.deepEqual(
      [revenue?.unit, revenue?.value, revenue?.decimals, revenue?.locator, revenue?.filing],
      ['INR', '2191000000', -5, 'RevenueFromOperations in OneD', 'RESULTS_1'],
    );
    const eps = refiled.observations.find(({ metric }) => metric === 'eps_basic');
    assert.deepEqual([eps?.unit, eps?.value, eps?.decimals], ['INR/share', '1.97', null]);
  });

  it('the number of shares is the paid-up capital by the face value: 86,400,000 / 10', () => {
    assert.deepEqual(said(refiled, 'shares_outstanding'), ['2024-12-31 standalone 8642000']);
    const shares = refiled.observations.find(({ metric }) => metric === 'shares_outstanding');
    // To the nearest 100,000 rupees is to the nearest 10,000 shares of 10 rupees.
    assert.equal(shares?.decimals, -4);
  });

  it('a first filing that is ten times too large is what it is, its paid-up capital as well', () => {
    const first = tillers(
      'Standalone',
      {
        RevenueFromOperations: '21910000000.00',
        PaidUpValueOfEquityShareCapital: '864200000.00',
        FaceValueOfEquityShareCapital: '10',
      },
      { RevenueFromOperations: '69312000000.00', ProfitLossForPeriod: '6949000000.00' },
    );
    assert.deepEqual(said(first, 'revenue'), [
      '2024-10-01/2024-12-31 standalone 21910000000',
      '2024-04-01/2024-12-31 standalone 69312000000',
    ]);
    assert.deepEqual(said(first, 'net_income'), ['2024-04-01/2024-12-31 standalone 6949000000']);
    assert.deepEqual(said(first, 'shares_outstanding'), ['2024-12-31 standalone 86420000']);
  });

  it('owners’ profit of 0.00 beside a profit is not filled in; rows of another dimension are not added', () => {
    const expense = (id: string, text: string): FiledColumn => ({
      id,
      printed: Q3,
      axis: 'DetailsOfOtherExpensesAxis',
      words: { DescriptionOfOtherExpenses: 'Other Expenses' },
      figures: { Expenses: text },
    });
    const consolidated = tillers(
      'Consolidated',
      {
        Expenses: '2064100000.00',
        ProfitLossForPeriod: '12800000.00',
        ProfitOrLossAttributableToOwnersOfParent: '0.00',
        BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: '1.48',
      },
      { ProfitLossForPeriod: '685450000.00' },
      [
        expense('OneOperatingExpenses01D', '223000000.00'),
        expense('FourOperatingExpenses01D', '716450000.00'),
      ],
    );
    assert.deepEqual(said(consolidated, 'net_income_owners'), [
      '2024-10-01/2024-12-31 consolidated null: printed as 0 while the profit is not 0: not filled in',
    ]);
    assert.deepEqual(said(consolidated, 'net_income'), [
      '2024-10-01/2024-12-31 consolidated 12800000',
      '2024-04-01/2024-12-31 consolidated 685450000',
    ]);
    assert.deepEqual(said(consolidated, 'total_expenses'), ['2024-10-01/2024-12-31 consolidated 2064100000']);
  });

  it('a column that does not say which days it is of is left out, when another carries the same dates', () => {
    const body = filedResults({
      symbol: 'VSTTILLERS',
      scope: 'Standalone',
      columns: [
        { id: 'OneD', printed: Q3, stated: Q3, figures: { RevenueFromOperations: '1' } },
        { id: 'FourD', printed: Q3, figures: { RevenueFromOperations: '3' } },
      ],
    });
    const filing = readResultsFiling(body, ABOUT);
    assert.deepEqual(said(filing, 'revenue'), ['2024-10-01/2024-12-31 standalone 1']);
    assert.match(filing.notes.join(), /FourD does not say which days/);
  });
});

describe('decisions/Evidence providers: results of a bank, as State Bank of India files them', () => {
  const segment = (id: string, name: string, text: string): FiledColumn => ({
    id,
    printed: Q3,
    axis: 'ReportableSegmentsAxis',
    words: { DescriptionOfReportableSegment: name },
    figures: { SegmentRevenue: text },
  });
  const filing = readResultsFiling(
    filedResults({
      symbol: 'SBIN',
      scope: 'Consolidated',
      namespace: 'http://www.bseindia.com/xbrl/fin/2019-09-30/in-bse-fin',
      head: { ISIN: 'INE062A01020', ScripCode: '500112', NameOfBank: 'State Bank Of India' },
      columns: [
        {
          id: 'OneD',
          printed: Q3,
          stated: Q3,
          figures: {
            InterestEarned: { text: '1246536600000.00', decimals: '-7' },
            Income: '1678535700000.00',
            InterestExpended: '773967400000.00',
            ProfitLossForThePeriod: '191753500000.00',
            ProfitLossAfterTaxesMinorityInterestAndShareOfProfitLossOfAssociates: '188531600000.00',
            BasicEarningsPerShareAfterExtraordinaryItems: '21.12',
            ExceptionalItems: '0.00',
            GrossNonPerformingAssets: '0.00',
            CET1Ratio: { text: '0.00', unit: 'pure' },
            PercentageOfNpa: { text: '0.00', unit: null },
            ReturnOnAssets: '0.00',
            SegmentRevenue: '1698513400000.00',
            SegmentRevenueFromOperations: { text: '1678535700000.00', unit: null },
          },
        },
        {
          id: 'FourD',
          printed: Q3,
          stated: NINE_MONTHS,
          figures: {
            InterestEarned: '3639407900000.00',
            Income: '4837810000000.00',
            ProfitLossAfterTaxesMinorityInterestAndShareOfProfitLossOfAssociates: '579608800000.00',
            BasicEarningsPerShareAfterExtraordinaryItems: '64.95',
          },
        },
        segment('OneReportableSegmentRevenue02D', 'Insurance Business', '322646100000.00'),
        segment('FourReportableSegmentRevenue02D', 'Insurance Business', '828641500000.00'),
      ],
    }),
    ABOUT,
  );

  it('it earns interest and has income, and no revenue from operations', () => {
    assert.deepEqual(said(filing, 'interest_earned'), [
      '2024-10-01/2024-12-31 consolidated 1246536600000',
      '2024-04-01/2024-12-31 consolidated 3639407900000',
    ]);
    assert.deepEqual(said(filing, 'total_income'), [
      '2024-10-01/2024-12-31 consolidated 1678535700000',
      '2024-04-01/2024-12-31 consolidated 4837810000000',
    ]);
    // Net interest income is 1,246,536,600,000 - 773,967,400,000 = 472,569,200,000.
    assert.deepEqual(said(filing, 'interest_expended'), ['2024-10-01/2024-12-31 consolidated 773967400000']);
    assert.deepEqual(said(filing, 'revenue'), []);
  });

  it('the profit before associates and minorities is one figure, that of the owners another', () => {
    assert.deepEqual(said(filing, 'net_income'), ['2024-10-01/2024-12-31 consolidated 191753500000']);
    assert.deepEqual(said(filing, 'net_income_owners'), [
      '2024-10-01/2024-12-31 consolidated 188531600000',
      '2024-04-01/2024-12-31 consolidated 579608800000',
    ]);
    assert.deepEqual(said(filing, 'eps_basic'), [
      '2024-10-01/2024-12-31 consolidated 21.12',
      '2024-04-01/2024-12-31 consolidated 64.95',
    ]);
    // No exceptional items is a figure.
    assert.deepEqual(said(filing, 'exceptional_items'), ['2024-10-01/2024-12-31 consolidated 0']);
  });

  it('NPA, CET1 and return on assets at 0.00 are not reported, and no figures', () => {
    assert.ok(!filing.observations.some(({ locator }) => /NonPerforming|CET1|Npa|ReturnOn/.test(locator)));
    assert.match(
      filing.notes.join(),
      /not reported: gross non-performing assets, net NPA percentage, CET1 ratio/,
    );
  });

  it('segments have the days of the column that their name belongs to; their total is no segment', () => {
    assert.deepEqual(said(filing, 'segment_revenue'), [
      '2024-10-01/2024-12-31 Insurance Business 322646100000',
      '2024-04-01/2024-12-31 Insurance Business 828641500000',
    ]);
  });

  it('the entity is what the filing says: its ISIN may differ from the registry’s', () => {
    assert.deepEqual(filing.entity, {
      symbol: 'SBIN',
      isin: 'INE062A01020',
      name: 'SBIN Limited',
      bse_code: '500112',
    });
  });
});

describe('decisions/Evidence providers: a year with balance sheet and cash flow, as PNC Infratech files it', () => {
  const Q4 = ['2026-01-01', '2026-03-31'] as const;
  const YEAR = ['2025-04-01', '2026-03-31'] as const;
  const filing = readResultsFiling(
    filedResults({
      symbol: 'PNCINFRA',
      scope: 'Consolidated',
      namespace: SEBI_2026,
      entity: ['http://www.sebi.gov.in/in-capmkt/ScripCode', '539150'],
      year: YEAR,
      head: { ISIN: 'INE195J01029', ScripCode: '539150' },
      columns: [
        {
          id: 'OneD',
          printed: Q4,
          stated: Q4,
          figures: {
            RevenueFromOperations: { text: '16169829000', decimals: '-3' },
            ProfitBeforeExceptionalItemsAndTax: '1463098000',
            SegmentProfitBeforeTax: '634160000',
          },
        },
        {
          id: 'OneI',
          printed: ['2026-03-31'],
          figures: {
            Equity: '68129664000',
            Assets: '138581228000',
            BorrowingsNoncurrent: '47342597000',
            BorrowingsCurrent: '4165879000',
            NonControllingInterest: '-3375000',
          },
        },
        {
          id: 'PY_I',
          printed: ['2025-03-31'],
          figures: { CashAndCashEquivalentsCashFlowStatement: '11409801000' },
        },
        {
          id: 'FourD',
          printed: YEAR,
          stated: YEAR,
          figures: {
            RevenueFromOperations: '53681016000',
            ExceptionalItemsBeforeTax: '4923191000',
            ProfitLossForPeriod: '8315049000',
            ProfitOrLossAttributableToOwnersOfParent: '8317737000',
            PaidUpValueOfEquityShareCapital: { text: '513078000', decimals: '-3' },
            FaceValueOfEquityShareCapital: '2',
            BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: '32.42',
            CashFlowsFromUsedInOperatingActivities: '45929651000',
            PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities: '3260076000',
          },
        },
        {
          id: 'FourReportable1D',
          printed: YEAR,
          axis: 'ReportableSegmentsAxis',
          words: { DescriptionOfReportableSegment: 'Road' },
          figures: { SegmentRevenue: '40701480000' },
        },
        {
          id: 'FourReportableFinance1D',
          printed: YEAR,
          axis: 'ReportableSegmentsFinanceCostsAxis',
          words: { DescriptionOfReportableSegment: 'Road' },
          figures: { SegmentProfitLossBeforeTaxAndFinanceCosts: '4173294000' },
        },
      ],
    }),
    ABOUT,
  );

  it('quarter and year, with the exceptional gain, and the owners above the whole where minorities lose', () => {
    assert.deepEqual(said(filing, 'revenue'), [
      '2026-01-01/2026-03-31 consolidated 16169829000',
      '2025-04-01/2026-03-31 consolidated 53681016000',
    ]);
    assert.deepEqual(said(filing, 'exceptional_items'), ['2025-04-01/2026-03-31 consolidated 4923191000']);
    assert.deepEqual(said(filing, 'net_income'), ['2025-04-01/2026-03-31 consolidated 8315049000']);
    assert.deepEqual(said(filing, 'net_income_owners'), ['2025-04-01/2026-03-31 consolidated 8317737000']);
    assert.deepEqual(filing.fiscal_year, { year: 2026, start: '2025-04-01', end: '2026-03-31' });
  });

  it('shares are 513,078,000 / 2; purchases of fixed assets are an outflow that is printed positive', () => {
    assert.deepEqual(said(filing, 'shares_outstanding'), ['2026-03-31 consolidated 256539000']);
    assert.deepEqual(said(filing, 'operating_cash_flow'), ['2025-04-01/2026-03-31 consolidated 45929651000']);
    assert.deepEqual(said(filing, 'capex'), ['2025-04-01/2026-03-31 consolidated 3260076000']);
  });

  it('balances are of their day; borrowings are 47,342,597,000 and 4,165,879,000, together 51,508,476,000', () => {
    assert.deepEqual(said(filing, 'total_equity'), ['2026-03-31 consolidated 68129664000']);
    assert.deepEqual(said(filing, 'borrowings_noncurrent'), ['2026-03-31 consolidated 47342597000']);
    assert.deepEqual(said(filing, 'borrowings_current'), ['2026-03-31 consolidated 4165879000']);
    assert.deepEqual(said(filing, 'non_controlling_interest'), ['2026-03-31 consolidated -3375000']);
    // The cash of the cash flow statement is another measure.
    assert.deepEqual(said(filing, 'cash'), []);
    assert.deepEqual([filing.has_balance_sheet, filing.notes], [true, []]);
  });

  it('the profit of the segments’ table is never the profit before tax', () => {
    assert.deepEqual(said(filing, 'profit_before_tax'), []);
    assert.deepEqual(said(filing, 'profit_before_exceptional'), [
      '2026-01-01/2026-03-31 consolidated 1463098000',
    ]);
    assert.deepEqual(said(filing, 'segment_revenue'), ['2025-04-01/2026-03-31 Road 40701480000']);
  });

  it('the entity may be the code of BSE: the symbol stands inside', () => {
    assert.deepEqual([filing.entity.symbol, filing.entity.bse_code], ['PNCINFRA', '539150']);
  });
});

describe('decisions/Evidence providers: a first quarter, as Annu Projects files it', () => {
  const Q1 = ['2026-04-01', '2026-06-30'] as const;
  const part = (id: string, text: string): FiledColumn => ({
    id,
    printed: Q1,
    axis: 'DetailsOfOtherExpensesAxis',
    figures: { OtherExpenses: text, Expenses: text },
  });
  const column = (figures: Figures): FiledColumn => ({ id: 'OneD', printed: Q1, stated: Q1, figures });
  const file = (columns: FiledColumn[]) =>
    readResultsFiling(
      filedResults({
        symbol: 'ANNU',
        scope: 'Standalone',
        namespace: SEBI_2026,
        year: ['2026-04-01', '2027-03-31'],
        columns,
      }),
      ABOUT,
    );
  const filing = file([
    column({
      RevenueFromOperations: '199100000',
      Expenses: '181310000',
      ProfitLossForPeriod: '12690000',
      PaidUpValueOfEquityShareCapital: '478100000',
      FaceValueOfEquityShareCapital: '10',
      BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: '0.27',
    }),
    part('OneExpenses1D', '13900000'),
    part('OneExpenses2D', '109400000'),
  ]);

  it('the quarter is the year to date, and there is no balance sheet: not known, never 0', () => {
    assert.deepEqual(said(filing, 'revenue'), ['2026-04-01/2026-06-30 standalone 199100000']);
    assert.deepEqual(said(filing, 'net_income'), ['2026-04-01/2026-06-30 standalone 12690000']);
    assert.deepEqual(said(filing, 'shares_outstanding'), ['2026-06-30 standalone 47810000']);
    assert.deepEqual(said(filing, 'total_expenses'), ['2026-04-01/2026-06-30 standalone 181310000']);
    assert.deepEqual([...said(filing, 'total_assets'), ...said(filing, 'operating_cash_flow')], []);
    assert.deepEqual([filing.has_balance_sheet, filing.fiscal_year?.year], [false, 2027]);
  });

  it('a balance sheet and a cash flow statement printed as zeros are not filled in', () => {
    const empty = file([
      column({
        CashFlowsFromUsedInOperatingActivities: '0',
        PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities: '0',
      }),
      { id: 'OneI', printed: ['2026-06-30'], figures: { Assets: '0.00', BorrowingsCurrent: '0.00' } },
    ]);
    assert.deepEqual(
      empty.observations.map(({ metric, value, reason }) => [metric, value, reason !== null]),
      [
        ['operating_cash_flow', null, true],
        ['capex', null, true],
        ['total_assets', null, true],
        ['borrowings_current', null, true],
      ],
    );
    // Where there are assets, no borrowings is a figure.
    const full = file([
      column({}),
      { id: 'OneI', printed: ['2026-06-30'], figures: { Assets: '5', BorrowingsCurrent: '0.00' } },
    ]);
    assert.deepEqual(said(full, 'borrowings_current'), ['2026-06-30 standalone 0']);
  });

  it('words, other units and figures without a unit are unknown with their reason, never 0', () => {
    const odd = file([
      column({
        RevenueFromOperations: 'N/A',
        OtherIncome: '1,000',
        Income: '1e9',
        Expenses: { text: '5', unit: null },
        TaxExpense: { text: '5', unit: 'pure' },
        FinanceCosts: '',
        ProfitLossForPeriod: 'None',
      }),
    ]);
    const reasons = odd.observations.map(({ metric, value, reason }) => [metric, value, reason]);
    assert.deepEqual(reasons, [
      ['revenue', null, '"N/A" is not a number'],
      ['other_income', null, '"1,000" is not a number'],
      ['total_income', null, '"1e9" is not a number'],
      ['total_expenses', null, 'the filing gives no unit'],
      ['tax_expense', null, 'its unit is pure, not INR'],
      ['finance_costs', null, 'empty in the filing'],
      ['net_income', null, '"None" is not a number'],
    ]);
  });

  it('an EPS of 0.00 is a figure where the profit of a share rounds to it: 100,000 / 47,810,000 is 0.002', () => {
    const eps = (profit: string) =>
      said(
        file([
          column({
            ProfitLossForPeriod: profit,
            PaidUpValueOfEquityShareCapital: '478100000',
            FaceValueOfEquityShareCapital: '10',
            BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: '0.00',
          }),
        ]),
        'eps_basic',
      ).map((text) => text.slice(text.indexOf('standalone ') + 11));
    assert.deepEqual(eps('100000'), ['0']);
    assert.deepEqual(eps('0'), ['0']);
    assert.match(eps('12690000')[0] ?? '', /^null: printed as 0 while the profit is not 0/);
  });

  it('segments of a standalone filing are named so, and never mix with the consolidated ones', () => {
    const segments = file([
      column({}),
      {
        id: 'OneReportable1D',
        printed: Q1,
        axis: 'ReportableSegmentsAxis',
        words: { DescriptionOfReportableSegment: 'EPC' },
        figures: { SegmentRevenue: '7' },
      },
    ]);
    assert.deepEqual(said(segments, 'segment_revenue'), ['2026-04-01/2026-06-30 EPC (standalone) 7']);
  });

  it('a company’s year may be the calendar year', () => {
    const filing = readResultsFiling(
      filedResults({
        symbol: 'SCHAEFFLER',
        scope: 'Consolidated',
        year: ['2024-01-01', '2024-12-31'],
        columns: [{ id: 'OneD', printed: Q3, stated: Q3 }],
      }),
      ABOUT,
    );
    assert.deepEqual(filing.fiscal_year, { year: 2024, start: '2024-01-01', end: '2024-12-31' });
  });
});
