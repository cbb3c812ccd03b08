import assert from 'node:assert/strict';
import { buildLedger, readResultsFiling, type ResultsFiling } from '../../../../../core/research/index.ts';
import { packetOf } from '../../../../support/evidence-packets.ts';
import { BSE_FIN, type Filed, filedResults, SEBI_2026 } from '../../../../support/nse-filing.ts';

const YEAR = ['2025-04-01', '2026-03-31'] as const;
const DAY = ['2026-03-31'] as const;
type Figures = Readonly<Record<string, string>>;

function filing(
  flows: Figures,
  balances: Figures,
  more: Partial<Filed> = {},
  columns: Filed['columns'] = [],
): ResultsFiling {
  const filed = filedResults({
    symbol: 'TAPTILEND',
    scope: 'Standalone',
    namespace: SEBI_2026,
    year: YEAR,
    columns: [
      { id: 'FourD', printed: YEAR, stated: YEAR, figures: flows },
      { id: 'OneI', printed: DAY, figures: balances },
      ...columns,
    ],
    ...more,
  });
  return readResultsFiling(filed, { filing: 'RESULTS_9', scope: null });
}

const values = ({ observations }: ResultsFiling): string[] =>
  observations.map(({ metric, value }) => `${metric} ${value}`);

/** The ledger of filings, the earliest first, each published on its day. */
function ledgerOf(...filings: readonly [published: string, read: ResultsFiling][]) {
  return buildLedger({
    subject: { symbol: 'TAPTILEND', exchange: 'NSE', isin: null, currency: 'INR' },
    packets: filings.map(([day, { observations, fiscal_year }], at) =>
      packetOf('FILING', observations, {
        source_id: `nse_filings:${at + 1}`,
        published_at: `${day}T12:00:00.000Z`,
        fiscal_years: fiscal_year === null ? [] : [fiscal_year],
        entity: { symbol: 'TAPTILEND', isin: null, name: null, id: null },
      }),
    ),
    as_of: '2026-09-30T18:00:00.000Z',
    mode: 'CURRENT',
  });
}

describe('filings in forms of which there is no sample: what has a known name is read, and nothing is guessed', () => {
  it('a lender that is no bank: its revenue and profit are read; its interest, fees and debt are not taken for anything', () => {
    const lender = filing(
      {
        InterestIncome: '9000000000',
        FeesAndCommissionIncome: '400000000',
        RevenueFromOperations: '9400000000',
        OtherIncome: '20000000',
        Income: '9420000000',
        FinanceCosts: '4100000000',
        ImpairmentOnFinancialInstruments: '600000000',
        ProfitBeforeTax: '2800000000',
        ProfitLossForPeriod: '2100000000',
      },
      {
        Assets: '70000000000',
        Equity: '15000000000',
        DebtSecurities: '20000000000',
        BorrowingsOtherThanDebtSecurities: '30000000000',
        SubordinatedLiabilities: '2000000000',
      },
    );
    assert.deepEqual(values(lender), [
      'revenue 9400000000',
      'other_income 20000000',
      'total_income 9420000000',
      'finance_costs 4100000000',
      'profit_before_tax 2800000000',
      'net_income 2100000000',
      'total_assets 70000000000',
      'total_equity 15000000000',
    ]);
    assert.ok(
      lender.notes.includes(
        'It states debt as DebtSecurities, BorrowingsOtherThanDebtSecurities, SubordinatedLiabilities, which Munim does not read, so total debt is unknown.',
      ),
    );
    const { facts } = ledgerOf(['2026-05-20', lender]);
    const derived = facts.map(({ metric }) => metric);
    for (const metric of ['total_debt', 'debt_to_equity', 'interest_earned', 'net_interest_income'] as const)
      assert.equal(derived.includes(metric), false, metric);
    // 2,100 / 9,400 million
    const margin = facts.find(({ fact_id }) => fact_id === 'net_margin_pct.standalone.fy2026');
    assert.equal(Number(margin?.value).toFixed(3), '22.340');
  });

  it('a lender without a total of revenue: interest is not its revenue, which is left unknown and told', () => {
    const lender = filing(
      { InterestIncome: '9000000000', FeesAndCommissionIncome: '1', ProfitLossForPeriod: '2100000000' },
      { Assets: '70000000000', BorrowingsNoncurrent: '5', Deposits: '7' },
    );
    assert.deepEqual(values(lender), [
      'net_income 2100000000',
      'total_assets 70000000000',
      'borrowings_noncurrent 5',
    ]);
    assert.match(
      lender.notes.join(' '),
      /no revenue under a name that Munim knows, so revenue is unknown \(it has InterestIncome, Fees/,
    );
    // One part of the debt is no total.
    assert.match(lender.notes.join(' '), /states debt as Deposits, which Munim does not read/);
    const { facts, coverage } = ledgerOf(['2026-05-20', lender]);
    assert.equal(
      facts.some(({ metric }) => metric === 'total_debt' || metric === 'revenue'),
      false,
    );
    const row = coverage.rows.find(({ obligation }) => obligation === 'financial_performance');
    assert.deepEqual([row?.is_covered, row?.reason], [false, 'no_source_family']);
  });

  it('a form of before Ind AS: what it shares with known forms is read, the rest is told', () => {
    const old = filing(
      {
        NetSalesOrRevenueFromOperations: '5000000',
        ProfitLossFromOrdinaryActivitiesBeforeTax: '700000',
        ProfitLossForThePeriod: '500000',
      },
      { ReservesExcludingRevaluationReserves: '900000', LongTermBorrowings: '100000' },
      { namespace: BSE_FIN },
    );
    assert.deepEqual(values(old), ['profit_before_tax 700000', 'net_income 500000']);
    const notes = old.notes.join(' ');
    assert.match(notes, /revenue is unknown \(it has NetSalesOrRevenueFromOperations\)/);
    assert.match(notes, /states debt as LongTermBorrowings/);
    assert.match(notes, /has no balance sheet/);
    const sales = filing({ RevenueFromOperations: '5', NetProfitLossAfterTax: '1' }, {});
    assert.match(sales.notes.join(' '), /profit is unknown \(it has NetProfitLossAfterTax\)/);
  });

  it('a form of which nothing is known is refused, with its names; so is a namespace of which nothing is', () => {
    assert.throws(
      () => filing({ PremiumEarned: '5', ClaimsIncurred: '4' }, { PolicyholdersFunds: '3' }),
      (error: Error) => {
        assert.equal(error.name, 'MalformedDocument');
        assert.match(error.message, /unknown form, so Munim reads none of its 3 figures/);
        assert.match(error.message, /PremiumEarned, ClaimsIncurred, PolicyholdersFunds$/);
        return true;
      },
    );
    assert.throws(
      () =>
        filing({ RevenueFromOperations: '5' }, {}, { namespace: 'http://www.irdai.gov.in/xbrl/2026/in-ins' }),
      /unknown namespace: http:\/\/www\.irdai\.gov\.in/,
    );
    // Names that every object has are no elements.
    assert.throws(() => filing({ constructor: '5', toString: '6' }, {}), /unknown form/);
  });
});

describe('research/Evidence, claims and facts: a standalone year that a later filing shows regrouped', () => {
  const BEFORE = ['2024-04-01', '2025-03-31'] as const;
  const first = filing(
    { RevenueFromOperations: '9460000000', ProfitLossForPeriod: '812300000' },
    { Assets: '7000000000', Equity: '4900000000' },
    {
      year: BEFORE,
      columns: [
        {
          id: 'FourD',
          printed: BEFORE,
          stated: BEFORE,
          figures: { RevenueFromOperations: '9460000000', ProfitLossForPeriod: '812300000' },
        },
        {
          id: 'OneI',
          printed: ['2025-03-31'],
          figures: { Assets: '7000000000', Equity: '4900000000' },
        },
      ],
    },
  );
  const later = filing(
    { RevenueFromOperations: '11200000000', ProfitLossForPeriod: '1100000000' },
    { Assets: '8200000000', Equity: '5800000000' },
    {},
    [
      {
        id: 'LastD',
        printed: BEFORE,
        stated: BEFORE,
        figures: { RevenueFromOperations: '9390000000', ProfitLossForPeriod: '812300000' },
      },
      { id: 'LastI', printed: ['2025-03-31'], figures: { Assets: '6930000000', Equity: '4900000000' } },
    ],
  );

  it('both figures are kept, the later one stands, and what was not regrouped is no conflict', () => {
    const { facts, conflicts } = ledgerOf(['2025-05-20', first], ['2026-05-20', later]);
    const value = (id: string) => facts.find(({ fact_id }) => fact_id === id)?.value;
    assert.deepEqual(
      conflicts.map(({ fact_id, rule, chosen, candidates }) => [
        fact_id,
        rule,
        ...candidates.map((one, at) => (at === chosen ? `${one.value} stands` : one.value)),
      ]),
      [
        ['revenue.standalone.fy2025', 'LATEST_REVISION', '9390000000 stands', '9460000000'],
        ['total_assets.standalone.fy2025', 'LATEST_REVISION', '6930000000 stands', '7000000000'],
      ],
    );
    assert.equal(value('net_income.standalone.fy2025'), '812300000');
    // 11,200 / 9,390 − 1: growth is on the figures that stand.
    assert.equal(Number(value('revenue_growth_pct.standalone.fy2026')).toFixed(3), '19.276');
    // Before the later filing was out, the first one stood.
    const then = buildLedger({
      subject: { symbol: 'TAPTILEND', exchange: 'NSE', isin: null, currency: 'INR' },
      packets: [
        packetOf('FILING', first.observations, { published_at: '2025-05-20T12:00:00.000Z' }),
        packetOf('FILING', later.observations, { published_at: '2026-05-20T12:00:00.000Z' }),
      ].map((one) => ({ ...one, entity: { ...one.entity, symbol: 'TAPTILEND' }, evidence_hash: null })),
      as_of: '2026-05-20T11:59:59.000Z',
      mode: 'HISTORICAL',
    });
    assert.deepEqual(then.conflicts, []);
    assert.equal(
      then.facts.find(({ fact_id }) => fact_id === 'revenue.standalone.fy2025')?.value,
      '9460000000',
    );
  });

  it('a consolidated filing of the same days is another thing: nothing of it is a rival', () => {
    const whole = filing(
      { RevenueFromOperations: '12500000000', ProfitLossForPeriod: '1300000000' },
      { Assets: '9900000000' },
      { scope: 'Consolidated' },
    );
    const { conflicts, facts } = ledgerOf(['2026-05-20', later], ['2026-05-20', whole]);
    assert.deepEqual(conflicts, []);
    const revenue = facts.filter(({ metric, period }) => metric === 'revenue' && period.key === 'FY2026');
    assert.deepEqual(revenue.map(({ scope, value }) => `${scope} ${value}`).toSorted(), [
      'consolidated 12500000000',
      'standalone 11200000000',
    ]);
  });
});
