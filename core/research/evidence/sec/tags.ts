import type { MetricId } from '../../port/metrics.ts';

/** What of the SEC's tags says a figure of ours. */
interface MetricTags {
  metric: MetricId;
  /** Names of one and the same thing, in order of preference: a company may change from one to another between two years. */
  tags: readonly string[];
  /**
   * What is the same for most companies, and something narrower for the others: it counts where nobody states the thing
   * itself for that period, or states the same figure.
   */
  stand_ins?: readonly string[];
}

const gaap = (...names: string[]) => names.map((name) => `us-gaap:${name}`);
const ifrs = (...names: string[]) => names.map((name) => `ifrs-full:${name}`);
const row = (metric: MetricId, tags: string[], stand_ins: string[] = []): MetricTags => ({
  metric,
  tags,
  stand_ins,
});

/**
 * Figures of ours and the tags that state them. What differs from company to company in what it covers is left out, such as
 * `OtherNonoperatingIncomeExpense` for other income: unknown is better than nearly right.
 */
export const METRIC_TAGS: readonly MetricTags[] = [
  row('revenue', [
    ...gaap(
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'RevenuesNetOfInterestExpense',
    ),
    ...ifrs('Revenue'),
  ]),
  row('other_income', ifrs('OtherIncome')),
  row('interest_earned', gaap('InterestAndDividendIncomeOperating')),
  row('interest_expended', gaap('InterestExpenseOperating')),
  row('net_interest_income', gaap('InterestIncomeExpenseNet')),
  row('total_expenses', gaap('CostsAndExpenses')),
  row('employee_expense', [...gaap('LaborAndRelatedExpense'), ...ifrs('EmployeeBenefitsExpense')]),
  row('depreciation', [
    ...gaap('DepreciationDepletionAndAmortization', 'DepreciationAmortizationAndAccretionNet'),
    ...ifrs('DepreciationAndAmortisationExpense'),
  ]),
  row('finance_costs', [...gaap('InterestExpense', 'InterestExpenseNonoperating'), ...ifrs('FinanceCosts')]),
  row('operating_income', [...gaap('OperatingIncomeLoss'), ...ifrs('ProfitLossFromOperatingActivities')]),
  row('profit_before_tax', [
    ...gaap(
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
    ),
    ...ifrs('ProfitLossBeforeTax'),
  ]),
  row('tax_expense', [...gaap('IncomeTaxExpenseBenefit'), ...ifrs('IncomeTaxExpenseContinuingOperations')]),
  // Where a company has no minorities it states the profit of the owners alone.
  row('net_income', [...gaap('ProfitLoss'), ...ifrs('ProfitLoss')], gaap('NetIncomeLoss')),
  row('net_income_owners', [...gaap('NetIncomeLoss'), ...ifrs('ProfitLossAttributableToOwnersOfParent')]),
  row(
    'comprehensive_income',
    [
      ...gaap('ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest'),
      ...ifrs('ComprehensiveIncome'),
    ],
    gaap('ComprehensiveIncomeNetOfTax'),
  ),
  row('eps_basic', [
    ...gaap('EarningsPerShareBasic', 'EarningsPerShareBasicAndDiluted'),
    ...ifrs('BasicEarningsLossPerShare', 'BasicAndDilutedEarningsLossPerShare'),
  ]),
  row('eps_diluted', [
    ...gaap('EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted'),
    ...ifrs('DilutedEarningsLossPerShare', 'BasicAndDilutedEarningsLossPerShare'),
  ]),
  row('shares_diluted', [
    ...gaap(
      'WeightedAverageNumberOfDilutedSharesOutstanding',
      'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
    ),
    ...ifrs('AdjustedWeightedAverageShares'),
  ]),
  row('operating_cash_flow', [
    ...gaap('NetCashProvidedByUsedInOperatingActivities'),
    ...ifrs('CashFlowsFromUsedInOperatingActivities'),
  ]),
  row('investing_cash_flow', [
    ...gaap('NetCashProvidedByUsedInInvestingActivities'),
    ...ifrs('CashFlowsFromUsedInInvestingActivities'),
  ]),
  row('financing_cash_flow', [
    ...gaap('NetCashProvidedByUsedInFinancingActivities'),
    ...ifrs('CashFlowsFromUsedInFinancingActivities'),
  ]),
  row('capex', [
    ...gaap('PaymentsToAcquirePropertyPlantAndEquipment', 'PaymentsToAcquireProductiveAssets'),
    ...ifrs('PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities'),
  ]),
  row('total_assets', [...gaap('Assets'), ...ifrs('Assets')]),
  row('total_liabilities', [...gaap('Liabilities'), ...ifrs('Liabilities')]),
  row(
    'total_equity',
    [...gaap('StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest'), ...ifrs('Equity')],
    gaap('StockholdersEquity'),
  ),
  row('equity_owners', [...gaap('StockholdersEquity'), ...ifrs('EquityAttributableToOwnersOfParent')]),
  row('non_controlling_interest', [...gaap('MinorityInterest'), ...ifrs('NoncontrollingInterests')]),
  row('borrowings_current', [
    ...gaap('DebtCurrent'),
    ...ifrs('CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings'),
  ]),
  row('borrowings_noncurrent', [
    ...gaap('LongTermDebtNoncurrent'),
    ...ifrs('NoncurrentPortionOfNoncurrentBorrowings', 'LongtermBorrowings'),
  ]),
  row('total_debt', [...gaap('DebtLongtermAndShorttermCombinedAmount'), ...ifrs('Borrowings')]),
  // `CashEquivalentsAtCarryingValue` is a part of it.
  row('cash', [...gaap('CashAndCashEquivalentsAtCarryingValue'), ...ifrs('CashAndCashEquivalents')]),
  row('receivables', [
    ...gaap('AccountsReceivableNetCurrent', 'ReceivablesNetCurrent'),
    ...ifrs('CurrentTradeReceivables'),
  ]),
  row('inventory', [...gaap('InventoryNet'), ...ifrs('Inventories')]),
  row('paid_up_capital', [...gaap('CommonStockValue'), ...ifrs('IssuedCapital')]),
  row('face_value', gaap('CommonStockParOrStatedValuePerShare')),
  row('shares_outstanding', [
    'dei:EntityCommonStockSharesOutstanding',
    ...gaap('CommonStockSharesOutstanding'),
    ...ifrs('NumberOfSharesOutstanding'),
  ]),
];

/** By how much one share became more; which way round it is meant differs from company to company. */
export const SPLIT_TAG = 'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1';
