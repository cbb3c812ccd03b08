import { type FiledColumn, filedResults, SEBI_2026 } from '../nse-filing.ts';
import { type IndianFiling, INTEGRATED, OLDER } from './india-figures.ts';
import { type IndianPeer, PEERS } from './india-peers.ts';

const FIRST_DAYS: Readonly<Record<string, string>> = {
  '03': '01-01',
  '06': '04-01',
  '09': '07-01',
  '12': '10-01',
};

/** First day of the quarter that ends on a day, and of its year, which begins in April. */
export function daysOf(end: string): { quarter: string; year: string; yearEnd: string } {
  const [year = '', month = ''] = end.split('-');
  const first = month === '03' ? Number(year) - 1 : Number(year);
  return { quarter: `${year}-${FIRST_DAYS[month]}`, year: `${first}-04-01`, yearEnd: `${first + 1}-03-31` };
}

/** What a filing is called in the archive; `10-Aug-2026 19:05:33` goes into the name without its separators. */
export function fileNameOf({ number, at }: Pick<IndianFiling, 'number' | 'at'>, isOlder: boolean): string {
  const [day = '', clock = ''] = at.split(' ');
  const [date = '', month = '', year = ''] = day.split('-');
  const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
  const nr = String(months.indexOf(month.toLowerCase()) + 1).padStart(2, '0');
  const stamp = `${date}${nr}${year}${clock.replaceAll(':', '')}`;
  return isOlder
    ? `INDAS_91${number.slice(-4)}_${number}_${stamp}.xml`
    : `INTEGRATED_FILING_INDAS_15${number}_${stamp}_WEB.xml`;
}

type Shape = Omit<IndianFiling, 'at'> & {
  symbol: string;
  name: string;
  isin: string;
  /** Number of the share on BSE. */
  code: string;
  /** Paid-up capital in lakh, and the face value of a share in rupees. */
  capital: readonly [number, number];
  isOlder: boolean;
};

/** The filing as the company sends it: whole rupees, whatever rounding is printed. */
function filed(of: Shape): Buffer {
  const { symbol, name, isin, scope, end, quarter, toDate, isOlder } = of;
  const { quarter: first, year, yearEnd } = daysOf(end);
  const rupees = (lakh: number) => `${lakh === 0 ? '0' : `${lakh}00000`}${isOlder ? '.00' : ''}`;
  const statement = ([revenue, other, exceptional, tax, profit, owners]: IndianFiling['quarter']) => {
    const before = profit + tax - exceptional;
    const shares = of.capital[0] / of.capital[1];
    const eps = (owners / shares).toFixed(2);
    const told = of.leavesOwnersEmpty ? 0 : owners;
    return {
      RevenueFromOperations: rupees(revenue),
      OtherIncome: rupees(other),
      Income: rupees(revenue + other),
      Expenses: rupees(revenue + other - before),
      ProfitBeforeExceptionalItemsAndTax: rupees(before),
      ExceptionalItemsBeforeTax: rupees(exceptional),
      ProfitBeforeTax: rupees(profit + tax),
      TaxExpense: rupees(tax),
      ProfitLossForPeriod: rupees(profit),
      ...(scope === 'consolidated' ? { ProfitOrLossAttributableToOwnersOfParent: rupees(told) } : {}),
      PaidUpValueOfEquityShareCapital: rupees(of.capital[0]),
      FaceValueOfEquityShareCapital: { text: String(of.capital[1]), decimals: 'INF' },
      BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: { text: eps, decimals: 'INF' },
      DilutedEarningsLossPerShareFromContinuingAndDiscontinuedOperations: { text: eps, decimals: 'INF' },
    };
  };
  const { balance, cash, segments = {} } = of;
  const columns: FiledColumn[] = [
    {
      id: 'OneD',
      printed: [first, end],
      stated: [first, end],
      words: {
        [isOlder ? 'LevelOfRoundingUsedInFinancialStatements' : 'LevelOfRounding']: isOlder
          ? 'Lakhs'
          : 'Crores',
      },
      figures: statement(quarter),
    },
  ];
  if (toDate !== undefined)
    columns.push({
      id: 'FourD',
      // The older form gives this column the dates of the quarter.
      printed: [isOlder ? first : year, end],
      stated: [year, end],
      figures: {
        ...statement(toDate),
        ...(cash === undefined
          ? {}
          : {
              CashFlowsFromUsedInOperatingActivities: rupees(cash[0]),
              PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities: rupees(cash[1]),
              CashFlowsFromUsedInInvestingActivities: rupees(-cash[1]),
              CashFlowsFromUsedInFinancingActivities: rupees(cash[2]),
            }),
      },
    });
  columns.push({
    id: 'OneI',
    printed: [end],
    figures:
      balance === undefined
        ? {}
        : {
            Assets: rupees(balance.assets),
            Liabilities: rupees(balance.assets - balance.equity),
            Equity: rupees(balance.equity),
            EquityAttributableToOwnersOfParent: rupees(balance.equity - balance.minority),
            NonControllingInterest: rupees(balance.minority),
            BorrowingsNoncurrent: rupees(balance.later),
            BorrowingsCurrent: rupees(balance.current),
            CashAndCashEquivalents: rupees(balance.cash),
            TradeReceivablesCurrent: rupees(balance.receivables),
            Inventories: rupees(balance.inventory),
          },
  });
  for (const [nr, [segment, revenues]] of Object.entries(segments).entries())
    for (const [at, column] of ['One', 'Four'].entries())
      columns.push({
        id: `${column}ReportableSegment${nr + 1}D`,
        printed: [at === 0 ? first : year, end],
        axis: 'ReportableSegmentsAxis',
        words: { DescriptionOfReportableSegment: segment },
        figures: { SegmentRevenue: rupees(revenues[at] ?? 0) },
      });
  return filedResults({
    symbol,
    scope: scope === 'consolidated' ? 'Consolidated' : 'Standalone',
    columns,
    year: [year, yearEnd],
    ...(isOlder ? {} : { namespace: SEBI_2026 }),
    head: { NameOfTheCompany: name, ScripCode: of.code, ...(isOlder ? {} : { ISIN: isin }) },
  });
}

/** The company itself: ten shares for one since 12 September 2025, and another ISIN. */
export const COMPANY = {
  symbol: 'KAVFLOW',
  name: 'Kaveri Flowtech Limited',
  isin: 'INE0ZZ101029',
  formerIsin: 'INE0ZZ101011',
  bseCode: 599901,
  changed: '2025-09-12',
} as const;

function ofCompany(one: IndianFiling, isOlder: boolean): Shape {
  const isBefore = one.end < COMPANY.changed;
  const { symbol, name, bseCode } = COMPANY;
  const isin = isBefore ? COMPANY.formerIsin : COMPANY.isin;
  const code = String(bseCode);
  return { ...one, symbol, name, code, isOlder, isin, capital: isBefore ? [1000, 10] : [2000, 2] };
}

function ofPeer({ year, capital, ...one }: IndianPeer): Shape {
  return {
    ...one,
    code: `5999${one.number.slice(-2)}`,
    scope: 'consolidated',
    end: '2026-03-31',
    toDate: year,
    capital: [capital, 2],
    isOlder: false,
  };
}

/** Every filing of the company and its peers by the name of its file. */
export function indianFilings(): Record<string, string> {
  const all = [
    ...OLDER.map((one) => [fileNameOf(one, true), filed(ofCompany(one, true))] as const),
    ...INTEGRATED.map((one) => [fileNameOf(one, false), filed(ofCompany(one, false))] as const),
    ...PEERS.map((one) => [fileNameOf(one, false), filed(ofPeer(one))] as const),
  ];
  return Object.fromEntries(all.map(([name, body]) => [name, body.toString('utf8')]));
}
