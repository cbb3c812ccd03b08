import type { MetricId } from '../../port/index.ts';

/**
 * What a printed 0 says. FIGURE: it may well be 0. EMPTY: such a figure is never 0, so the filer left it out.
 * EMPTY_BESIDE_PROFIT: it cannot be 0 while there is a profit or a loss. EMPTY_WITHOUT_ASSETS and EMPTY_WITHOUT_CASH_FLOW: it
 * may be 0 in a statement that is filled in, which total assets or the cash flow from operations show.
 */
type MeaningOfZero =
  | 'FIGURE'
  | 'EMPTY'
  | 'EMPTY_BESIDE_PROFIT'
  | 'EMPTY_WITHOUT_ASSETS'
  | 'EMPTY_WITHOUT_CASH_FLOW';

export interface Element {
  metric: MetricId;
  zero: MeaningOfZero;
}

const element = (metric: MetricId, zero: MeaningOfZero = 'FIGURE'): Element => ({ metric, zero });

/**
 * Elements of a results filing by local name, and the figures that they are. An element that is not here is not read:
 * - `SegmentProfitBeforeTax` and its like come from a table that filers add up wrongly.
 * - `CashAndCashEquivalentsCashFlowStatement` is net of overdrafts, and stands for the year before as well.
 * - A bank's `ExpenditureExcludingProvisionsAndContingencies` leaves out provisions, so it is no total of expenses.
 */
export const XBRL_ELEMENTS: Readonly<Record<string, Element>> = {
  // Companies
  RevenueFromOperations: element('revenue'),
  OtherIncome: element('other_income'),
  Income: element('total_income'),
  EmployeeBenefitExpense: element('employee_expense'),
  FinanceCosts: element('finance_costs'),
  DepreciationDepletionAndAmortisationExpense: element('depreciation'),
  Expenses: element('total_expenses'),
  ProfitBeforeExceptionalItemsAndTax: element('profit_before_exceptional'),
  ExceptionalItemsBeforeTax: element('exceptional_items'),
  ProfitBeforeTax: element('profit_before_tax'),
  TaxExpense: element('tax_expense'),
  ProfitLossForPeriod: element('net_income'),
  ProfitOrLossAttributableToOwnersOfParent: element('net_income_owners', 'EMPTY_BESIDE_PROFIT'),
  ComprehensiveIncomeForThePeriod: element('comprehensive_income', 'EMPTY_BESIDE_PROFIT'),
  BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: element(
    'eps_basic',
    'EMPTY_BESIDE_PROFIT',
  ),
  DilutedEarningsLossPerShareFromContinuingAndDiscontinuedOperations: element(
    'eps_diluted',
    'EMPTY_BESIDE_PROFIT',
  ),
  // Banks
  InterestEarned: element('interest_earned', 'EMPTY'),
  InterestExpended: element('interest_expended', 'EMPTY'),
  EmployeesCost: element('employee_expense'),
  ExceptionalItems: element('exceptional_items'),
  ProfitLossFromOrdinaryActivitiesBeforeTax: element('profit_before_tax'),
  /** Before the share of associates and of minorities. */
  ProfitLossForThePeriod: element('net_income'),
  ProfitLossAfterTaxesMinorityInterestAndShareOfProfitLossOfAssociates: element(
    'net_income_owners',
    'EMPTY_BESIDE_PROFIT',
  ),
  BasicEarningsPerShareAfterExtraordinaryItems: element('eps_basic', 'EMPTY_BESIDE_PROFIT'),
  DilutedEarningsPerShareAfterExtraordinaryItems: element('eps_diluted', 'EMPTY_BESIDE_PROFIT'),
  // Shares
  PaidUpValueOfEquityShareCapital: element('paid_up_capital', 'EMPTY'),
  FaceValueOfEquityShareCapital: element('face_value', 'EMPTY'),
  // Balance sheet
  Assets: element('total_assets', 'EMPTY'),
  Liabilities: element('total_liabilities', 'EMPTY_WITHOUT_ASSETS'),
  Equity: element('total_equity', 'EMPTY'),
  EquityAttributableToOwnersOfParent: element('equity_owners', 'EMPTY'),
  NonControllingInterest: element('non_controlling_interest', 'EMPTY_WITHOUT_ASSETS'),
  BorrowingsCurrent: element('borrowings_current', 'EMPTY_WITHOUT_ASSETS'),
  BorrowingsNoncurrent: element('borrowings_noncurrent', 'EMPTY_WITHOUT_ASSETS'),
  CashAndCashEquivalents: element('cash', 'EMPTY_WITHOUT_ASSETS'),
  TradeReceivablesCurrent: element('receivables', 'EMPTY_WITHOUT_ASSETS'),
  Inventories: element('inventory', 'EMPTY_WITHOUT_ASSETS'),
  // Cash flow, from the first day of the year
  CashFlowsFromUsedInOperatingActivities: element('operating_cash_flow', 'EMPTY'),
  CashFlowsFromUsedInInvestingActivities: element('investing_cash_flow', 'EMPTY_WITHOUT_CASH_FLOW'),
  CashFlowsFromUsedInFinancingActivities: element('financing_cash_flow', 'EMPTY_WITHOUT_CASH_FLOW'),
  /** An outflow, printed positive. */
  PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities: element(
    'capex',
    'EMPTY_WITHOUT_CASH_FLOW',
  ),
};

/** What a bank leaves at 0.00 when it does not report it, in the words of a note. */
export const BANK_RATIOS: Readonly<Record<string, string>> = {
  GrossNonPerformingAssets: 'gross non-performing assets',
  NonPerformingAssets: 'net non-performing assets',
  PercentageOfGrossNpa: 'gross NPA percentage',
  PercentageOfNpa: 'net NPA percentage',
  CET1Ratio: 'CET1 ratio',
  AdditionalTier1Ratio: 'additional tier 1 ratio',
  ReturnOnAssets: 'return on assets',
};

/** The axis of a company's segments, and what says which one a row is of. Other dimensions repeat or split a total. */
export const SEGMENTS = {
  axis: 'ReportableSegmentsAxis',
  revenue: 'SegmentRevenue',
  name: 'DescriptionOfReportableSegment',
} as const;
