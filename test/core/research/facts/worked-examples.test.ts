import assert from 'node:assert/strict';
import {
  buildLedger,
  type BuiltLedger,
  type FiscalYear,
  type Observation,
  sealPacket,
} from '../../../../core/research/index.ts';
import { indian, KAVFLOW, LKSP, packetOf, said } from '../../../support/evidence-packets.ts';

const at = '2026-09-30T18:00:00.000Z';
const CRORE = '0000000';

function built(
  packets: Parameters<typeof buildLedger>[0]['packets'],
  more: Partial<Parameters<typeof buildLedger>[0]> = {},
): BuiltLedger {
  return buildLedger({ subject: KAVFLOW, packets, as_of: at, mode: 'CURRENT', ...more });
}
const value = (ledger: BuiltLedger, id: string) =>
  ledger.facts.find(({ fact_id }) => fact_id === id)?.value ?? null;
const near = (text: string | null, wanted: number, places: number) =>
  assert.equal(text === null ? null : Number(text).toFixed(places), wanted.toFixed(places));

describe('research/Evidence, claims and facts rules 3 and 4: figures of real filings', () => {
  const years: FiscalYear[] = [2021, 2022, 2023, 2024, 2025].map((year) => ({
    year,
    start: `${year - 1}-02-01`,
    end: `${year}-01-31`,
  }));
  const usd = (metric: Observation['metric'], amount: string, days: [string, string]) =>
    said(metric, amount, days, { unit: 'USD' });

  it('Snowflake: the fourth quarter, twelve months and growth a year that no row states', () => {
    const revenue = ['592049000', '1219327000', '2065659000', '2806489000', '3626396000'];
    const loss = ['-539102000', '-679948000', '-796705000', '-836097000', '-1285640000'];
    const packet = packetOf(
      'FILING',
      [
        ...years.map(({ start, end }, nr) => usd('revenue', revenue[nr]!, [start, end])),
        ...years.map(({ start, end }, nr) => usd('net_income_owners', loss[nr]!, [start, end])),
        ...years.map(({ start, end }, nr) => usd('net_income', loss[nr]!, [start, end])),
        usd('revenue', '2639626000', ['2024-02-01', '2024-10-31']),
        usd('revenue', '1042074000', ['2025-02-01', '2025-04-30']),
        usd('revenue', '828709000', ['2024-02-01', '2024-04-30']),
        usd('operating_cash_flow', '425333000', ['2024-02-01', '2024-07-31']),
        usd('operating_cash_flow', '355468000', ['2024-02-01', '2024-04-30']),
        usd('operating_cash_flow', '959764000', ['2024-02-01', '2025-01-31']),
        usd('operating_cash_flow', '527039000', ['2024-02-01', '2024-10-31']),
      ],
      { provider: 'sec', fiscal_years: years },
    );
    const ledger = built([packet], { subject: LKSP });
    // 3,626,396,000 − 2,639,626,000
    assert.equal(value(ledger, 'revenue.consolidated.fy2025q4'), '986770000');
    // 3,626,396,000 + 1,042,074,000 − 828,709,000
    assert.equal(value(ledger, 'revenue_ttm.consolidated.ttm'), '3839761000');
    // 425,333,000 − 355,468,000 and 959,764,000 − 527,039,000
    assert.equal(value(ledger, 'operating_cash_flow.consolidated.fy2025q2'), '69865000');
    assert.equal(value(ledger, 'operating_cash_flow.consolidated.fy2025q4'), '432725000');
    near(value(ledger, 'revenue_cagr_pct.consolidated.fy2021-fy2025'), 57.318, 3);
    assert.deepEqual(
      ledger.facts.filter(({ metric }) => metric === 'net_income_cagr_pct'),
      [],
    );
    assert.match(
      ledger.unavailable.find(({ metric }) => metric === 'net_income_cagr_pct')?.reason ?? '',
      /not above zero/,
    );
    assert.deepEqual(ledger.conflicts, []);
  });

  it('Snowflake: two figures that truly differ are kept, and a rounded one is none', () => {
    const cash = (amount: string, published_at: string, filing: string) =>
      said('cash', amount, '2023-01-31', { unit: 'USD', published_at, filing });
    const shares = (amount: string, published_at: string) =>
      said('shares_diluted', amount, ['2020-02-01', '2021-01-31'], { published_at });
    const ledger = built(
      [
        packetOf(
          'FILING',
          [
            cash('398346000', '2023-03-29T20:00:00Z', 'a'),
            cash('539390000', '2023-06-01T20:00:00Z', 'b'),
            cash('539390000', '2023-09-01T20:00:00Z', 'c'),
            shares('141613196', '2021-03-31T20:00:00Z'),
            shares('141613000', '2022-03-30T20:00:00Z'),
          ],
          { fiscal_years: years },
        ),
      ],
      { subject: LKSP },
    );
    assert.equal(value(ledger, 'shares_diluted.consolidated.fy2021'), '141613196');
    assert.equal(value(ledger, 'cash.consolidated.fy2023'), '539390000');
    assert.deepEqual(
      ledger.conflicts.map(({ fact_id, rule, candidates, chosen }) => [
        fact_id,
        rule,
        candidates.map((one) => one.value),
        candidates[chosen]?.value,
      ]),
      [['cash.consolidated.fy2023', 'LATEST_REVISION', ['539390000', '539390000', '398346000'], '539390000']],
    );
  });

  it('V.S.T. Tillers: the first half is nine months less the quarter, in each scope by itself', () => {
    const of = (
      scope: 'standalone' | 'consolidated',
      quarter: string,
      months: string,
      metric: 'revenue' | 'net_income',
    ) => [
      said(metric, quarter, indian('FY2025Q3'), { scope }),
      said(metric, months, indian('FY2025M9'), { scope }),
    ];
    const ledger = built([
      packetOf('FILING', [
        ...of('standalone', '2191000000', '6931200000', 'revenue'),
        ...of('standalone', '17000000', '694850000', 'net_income'),
        ...of('consolidated', '12800000', '685450000', 'net_income'),
      ]),
    ]);
    assert.equal(value(ledger, 'revenue.standalone.fy2025h1'), '4740200000');
    assert.equal(value(ledger, 'net_income.standalone.fy2025h1'), '677850000');
    assert.equal(value(ledger, 'net_income.consolidated.fy2025h1'), '672650000');
    assert.equal(value(ledger, 'revenue.consolidated.fy2025h1'), null);
    const fact = ledger.facts.find(({ fact_id }) => fact_id === 'revenue.standalone.fy2025h1');
    assert.deepEqual(fact?.period, { key: 'FY2025H1', start: '2024-04-01', end: '2024-09-30' });
    assert.deepEqual(fact?.derivation?.inputs, [
      'revenue.standalone.fy2025m9',
      'revenue.standalone.fy2025q3',
    ]);
    assert.equal(fact?.label, 'CALCULATED_FACT');
  });

  it('V.S.T. Tillers: a cut-off between the wrong filing and its correction sees the wrong one', () => {
    const filing = (amount: string, published_at: string) =>
      packetOf('FILING', [said('revenue', amount, indian('FY2025Q3'), { scope: 'standalone' })], {
        published_at,
      });
    const packets = [
      filing('21910000000', '2025-02-11T06:33:04Z'),
      filing('2191000000', '2026-07-30T11:45:56Z'),
    ];
    const id = 'revenue.standalone.fy2025q3';
    assert.equal(value(built(packets), id), '2191000000');
    assert.equal(built(packets).conflicts[0]?.rule, 'LATEST_REVISION');
    const before = built(packets, { as_of: '2026-07-30T11:45:55Z', mode: 'HISTORICAL' });
    assert.equal(value(before, id), '21910000000');
    assert.deepEqual(before.conflicts, []);
    assert.deepEqual(
      before.refused.map(({ reason }) => reason),
      ['AFTER_CUTOFF'],
    );
  });

  it('PNC Infratech: nine months are the year less its fourth quarter', () => {
    const ledger = built([
      packetOf('FILING', [
        said('revenue', '53681016000', indian('FY2026')),
        said('revenue', '16169829000', indian('FY2026Q4')),
        said('operating_cash_flow', '45929651000', indian('FY2026')),
        said('capex', '3260076000', indian('FY2026')),
        said('total_equity', '68129664000', '2026-03-31'),
        said('total_debt', '51508476000', '2026-03-31'),
      ]),
    ]);
    assert.equal(value(ledger, 'revenue.consolidated.fy2026m9'), '37511187000');
    // 45,929,651,000 − 3,260,076,000
    assert.equal(value(ledger, 'free_cash_flow.consolidated.fy2026'), '42669575000');
    // 51,508,476 / 68,129,664 = 0.756036…
    near(value(ledger, 'debt_to_equity.consolidated.fy2026'), 0.756, 3);
  });

  it('a figure that is tagged without a value is unavailable, and so is what would rest on it', () => {
    const ledger = built([
      packetOf('FILING', [
        said('net_income_owners', null, indian('FY2025Q3'), { reason: 'Tagged 0.00 while profit is not 0.' }),
        said('net_income_owners', '859400000', indian('FY2025M9')),
        said('inventory', 'N/A', '2025-03-31'),
        said('cash', 'Infinity', '2025-03-31'),
        said('receivables', '', '2025-03-31'),
      ]),
    ]);
    assert.deepEqual(
      ledger.facts.map(({ fact_id }) => fact_id),
      ['net_income_owners.consolidated.fy2025m9'],
    );
    assert.deepEqual(ledger.unavailable.map(({ metric }) => metric).toSorted(), [
      'cash',
      'inventory',
      'net_income_owners',
      'net_income_owners_ttm',
      'receivables',
    ]);
  });
});

describe('research/Evidence acquisition rules 7: the made-up Indian company', () => {
  const annual = {
    FY2022: ['610', '-27.13'],
    FY2023: ['700', '70.11'],
    FY2024: ['810', '86.70'],
    FY2025: ['950', '103.80'],
    FY2026: ['1120', '131.40'],
  };
  const quarters = {
    FY2025Q1: ['221', '24.43', '23.94'],
    FY2025Q2: ['233', '26.13', '25.61'],
    FY2025Q3: ['242', '27.57', null],
    FY2025Q4: ['254', '25.67', '25.16'],
    FY2026Q1: ['259', '29.94', '29.34'],
    FY2026Q2: ['274', '32.04', '31.40'],
    FY2026Q3: ['286', '33.66', '32.99'],
    FY2026Q4: ['301', '35.76', '35.04'],
    FY2027Q1: ['308', '36.63', '35.90'],
  };
  /** Crores as whole rupees. */
  const rupees = (crore: string) => {
    const [whole = '', part = ''] = crore.split('.');
    return `${whole}${part.padEnd(7, '0')}`.replace(/^(-?)0+(?=\d)/, '$1');
  };
  const filing = (day: string, observations: Observation[]) =>
    packetOf('FILING', observations, { published_at: `${day}T11:00:00Z` });
  const published: Record<string, string> = {
    FY2025Q1: '2024-08-06',
    FY2025Q2: '2024-11-05',
    FY2025Q3: '2025-02-04',
    FY2025Q4: '2025-06-11',
    FY2026Q1: '2025-08-05',
    FY2026Q2: '2025-11-04',
    FY2026Q3: '2026-02-03',
    FY2026Q4: '2026-05-21',
    FY2027Q1: '2026-08-10',
  };
  const packets = [
    ...Object.entries(annual).map(([key, [revenue, profit]]) =>
      filing(`${key.slice(2)}-05-24`, [
        said('revenue', rupees(revenue!), indian(key)),
        // The original of FY2025 said 107.40 crore.
        said('net_income', rupees(key === 'FY2025' ? '107.40' : profit!), indian(key)),
        ...(key === 'FY2026' ? [said('net_income_owners', rupees('128.77'), indian(key))] : []),
      ]),
    ),
    ...Object.entries(quarters).map(([key, [revenue, profit, owners]]) =>
      filing(published[key]!, [
        said('revenue', rupees(revenue!), indian(key)),
        said('net_income', rupees(profit!), indian(key)),
        said('net_income_owners', owners === null ? null : rupees(owners!), indian(key)),
        ...(key === 'FY2025Q2' ? [said('revenue', `456${CRORE}`, indian('FY2025H1'))] : []),
        ...(key === 'FY2025Q3' ? [said('revenue', `696${CRORE}`, indian('FY2025M9'))] : []),
        ...(key === 'FY2026Q3' ? [said('revenue', `819${CRORE}`, indian('FY2026M9'))] : []),
        ...(key === 'FY2025Q4' ? [said('net_income', rupees('103.80'), indian('FY2025'))] : []),
        said('paid_up_capital', key < 'FY2026Q2' ? `10${CRORE}` : `20${CRORE}`, indian(key)[1]),
        said('face_value', key < 'FY2026Q2' ? '10' : '2', indian(key)[1]),
        // Quarterly EPS before September 2025 is on ten million shares.
        said('eps_basic', key < 'FY2026Q2' ? '23.94' : '3.14', indian(key)),
      ]),
    ),
    filing('2026-05-21', [
      said('total_equity', '5809800000', '2026-03-31'),
      said('equity_owners', '5706900000', '2026-03-31'),
      said('non_controlling_interest', '102900000', '2026-03-31'),
      said('borrowings_noncurrent', '750000000', '2026-03-31'),
      said('borrowings_current', '300000000', '2026-03-31'),
      said('total_assets', '8283800000', '2026-03-31'),
      said('operating_cash_flow', '1249000000', indian('FY2026')),
      said('capex', '562000000', indian('FY2026')),
      said('segment_revenue', '7616000000', indian('FY2026'), {
        scope: 'segment',
        scope_detail: 'Industrial pumps',
      }),
      said('segment_revenue', '3584000000', indian('FY2026'), {
        scope: 'segment',
        scope_detail: 'Valves and automation',
      }),
    ]),
    packetOf('COMPANY', [said('revenue', '9462000000', indian('FY2025'))], {
      published_at: '2026-07-20T06:00:00Z',
    }),
    packetOf('AGGREGATOR', [said('revenue', '11342000000', indian('FY2026'))], {
      published_at: null,
      provider: 'yahoo',
    }),
    packetOf(
      'REGULATOR',
      [
        said('dividend_per_share', '6', '2025-08-22', { scope: 'company' }),
        said('split_ratio', '5', '2025-09-12', { scope: 'company' }),
        said('bonus_ratio', '2', '2025-09-12', { scope: 'company' }),
        said('dividend_per_share', '0.75', '2026-02-13', { scope: 'company' }),
        said('dividend_per_share', '0.8', '2026-08-21', { scope: 'company' }),
      ],
      { published_at: '2026-08-21T12:00:00Z' },
    ),
    // The same dividend in two rows of another exchange.
    packetOf(
      'REGULATOR',
      [
        said('dividend_per_share', '0.5', '2026-02-13', { scope: 'company', locator: 'row 3' }),
        said('dividend_per_share', '0.25', '2026-02-13', { scope: 'company', locator: 'row 4' }),
      ],
      { published_at: '2026-08-21T12:00:00Z' },
    ),
    packetOf(
      'OFFICIAL',
      [
        said('close', '1895.2', '2025-09-01', { scope: 'market' }),
        said('close', '246.95', '2026-09-30', { scope: 'market' }),
      ],
      { published_at: '2026-09-30T13:00:00Z' },
    ),
    packetOf(
      'FILING',
      [
        said('guidance_revenue_growth_pct', '14', indian('FY2027'), {
          value_high: '16',
          published_at: '2026-08-10T13:50:11Z',
        }),
      ],
      { families: ['exchange_filings', 'company_guidance'] },
    ),
    packetOf('COMPANY', [
      said('guidance_revenue_growth_pct', '12', indian('FY2027'), {
        value_high: '14',
        published_at: '2026-05-21T13:00:00Z',
      }),
      said('guidance_revenue_growth_pct', '14', indian('FY2027'), {
        value_high: '16',
        published_at: '2026-08-10T13:50:11Z',
      }),
    ]),
  ];
  const peer = (symbol: string, close: string, eps: string) => ({
    symbol,
    currency: null,
    packets: [
      packetOf('OFFICIAL', [said('close', close, '2026-09-30', { scope: 'market' })], {
        published_at: '2026-09-30T13:00:00Z',
      }),
      packetOf('FILING', [
        said('net_income', eps.startsWith('-') ? '-62000000' : '135000000', indian('FY2026')),
        said('eps_basic', eps, indian('FY2026')),
      ]),
    ],
  });
  const peers = [
    peer('DECPUMP', '425.8', '12.48'),
    peer('MALVALV', '259.5', '13.5'),
    peer('NILMOT', '146.7', '6.6'),
    peer('SAHYHYD', '34.1', '-6.2'),
  ];
  const ledger = built(packets, { peers });

  it('years, growth, margin, twelve months, cash and debt', () => {
    near(value(ledger, 'revenue_cagr_pct.consolidated.fy2022-fy2026'), 16.405, 3);
    near(value(ledger, 'revenue_growth_pct.consolidated.fy2026'), 17.895, 3);
    near(value(ledger, 'net_income_cagr_pct.consolidated.fy2023-fy2026'), 23.293, 3);
    assert.equal(value(ledger, 'net_income_cagr_pct.consolidated.fy2022-fy2026'), null);
    near(value(ledger, 'net_margin_pct.consolidated.fy2026'), 11.732, 3);
    assert.equal(value(ledger, 'revenue_ttm.consolidated.ttm'), '11690000000');
    assert.equal(value(ledger, 'net_income_ttm.consolidated.ttm'), '1380900000');
    assert.equal(value(ledger, 'net_income_owners_ttm.consolidated.ttm'), '1353300000');
    near(value(ledger, 'debt_to_equity.consolidated.fy2026'), 0.1807, 4);
    assert.equal(value(ledger, 'free_cash_flow.consolidated.fy2026'), '687000000');
    assert.equal(value(ledger, 'segment_revenue_share_pct.segment-industrial-pumps.fy2026'), '68');
    assert.equal(value(ledger, 'segment_revenue_share_pct.segment-valves-and-automation.fy2026'), '32');
    assert.equal(value(ledger, 'net_income_owners.consolidated.fy2025q3'), null);
  });

  it('price against earnings and book, on the shares of today', () => {
    // 1,353,300,000 / 100,000,000; the EPS of filings before the split is never used.
    assert.equal(value(ledger, 'eps_ttm.consolidated.ttm'), '13.533');
    near(value(ledger, 'pe_ttm.market.latest'), 18.248, 3);
    assert.equal(value(ledger, 'market_cap.market.latest'), '24695000000');
    near(value(ledger, 'pb_ratio.market.latest'), 4.327, 3);
    assert.equal(value(ledger, 'dividends_per_share_1y.market.latest'), '1.55');
    assert.equal(value(ledger, 'close.market.2025-09-01'), '1895.2');
  });

  it('a dividend before the split is told on the shares of today', () => {
    // A list of the day after is not known yet, so there is no sum.
    const earlier = built(packets, { as_of: '2026-08-20T18:00:00Z' });
    assert.equal(value(earlier, 'dividends_per_share_1y.market.latest'), null);
    // 6 rupees on old shares are 0.60 on today's; with 0.75 that makes 1.35.
    const dated = packets.map((packet) =>
      packet.authority === 'REGULATOR'
        ? packetOf(
            'REGULATOR',
            packet.observations.map((one) => ({ ...one, published_at: `${one.end}T04:00:00Z` })),
            { published_at: null },
          )
        : packet,
    );
    assert.equal(
      value(built(dated, { as_of: '2026-08-20T18:00:00Z' }), 'dividends_per_share_1y.market.latest'),
      '1.35',
    );
  });

  it('the median takes three peers, and one that makes a loss has no P/E', () => {
    near(value(ledger, 'pe_ttm.peer-decpump.latest'), 34.119, 3);
    near(value(ledger, 'pe_ttm.peer-malvalv.latest'), 19.222, 3);
    assert.equal(value(ledger, 'pe_ttm.peer-sahyhyd.latest'), null);
    near(value(ledger, 'peer_pe_median.peer.latest'), 22.227, 3);
    const fact = ledger.facts.find(({ metric }) => metric === 'peer_pe_median');
    assert.equal(fact?.derivation?.inputs.length, 3);
    assert.equal(fact?.derivation?.shape, 'industry');
    const two = built(packets, { peers: peers.slice(1) });
    assert.equal(value(two, 'peer_pe_median.peer.latest'), null);
    assert.equal(two.coverage.rows.find(({ obligation }) => obligation === 'peers')?.reason, 'no_peer_data');
    // The same, where the run holds the packets of all of them together.
    const together = built(
      [
        ...packets,
        ...peers.flatMap(({ symbol, packets: theirs }) =>
          theirs.map((packet) => sealPacket({ ...packet, entity: { ...packet.entity, symbol } }, packet)),
        ),
      ],
      { peers: peers.map(({ symbol }) => ({ symbol, currency: null })) },
    );
    assert.deepEqual(together.facts, ledger.facts);
    // Every input of a derivation is a fact of the ledger.
    const ids = new Set(ledger.facts.map(({ fact_id }) => fact_id));
    for (const { derivation } of ledger.facts)
      for (const id of derivation?.inputs ?? []) assert.ok(ids.has(id), id);
  });

  it('conflicts: every candidate is kept, and no difference is told twice', () => {
    assert.deepEqual(
      ledger.conflicts.map(({ fact_id, rule, candidates, chosen }) => [
        fact_id,
        rule,
        candidates[chosen]?.value,
        [...new Set(candidates.map((one) => one.value))].toSorted(),
      ]),
      [
        ['guidance_revenue_growth_pct.consolidated.fy2027', 'HIGHER_AUTHORITY', '14', ['12', '14']],
        ['net_income.consolidated.fy2025', 'LATEST_REVISION', '1038000000', ['1038000000', '1074000000']],
        [
          'revenue.consolidated.fy2025h1',
          'REPORTED_OVER_DERIVED',
          '4560000000',
          ['4540000000', '4560000000'],
        ],
        ['revenue.consolidated.fy2025', 'HIGHER_AUTHORITY', '9500000000', ['9462000000', '9500000000']],
        ['revenue.consolidated.fy2026', 'HIGHER_AUTHORITY', '11200000000', ['11200000000', '11342000000']],
      ],
    );
  });

  it('point in time: each cut-off has the twelve months of its day', () => {
    const of = (as_of: string) => {
      const then = built(packets, { as_of, mode: 'HISTORICAL' });
      return ['revenue_ttm', 'net_income_ttm'].map((metric) => value(then, `${metric}.consolidated.ttm`));
    };
    assert.deepEqual(of('2025-06-01T06:30:00Z'), ['9500000000', '1074000000']);
    assert.deepEqual(of('2025-06-12T06:30:00Z'), ['9500000000', '1038000000']);
    assert.deepEqual(of('2026-08-09T13:30:00Z'), ['11200000000', '1314000000']);
    assert.deepEqual(of('2026-08-10T13:36:00Z'), ['11690000000', '1380900000']);
  });

  it('decisions/Publication V2: all four required sections are covered with the exchange’s files, and not without', () => {
    const required = (one: BuiltLedger) =>
      one.coverage.rows
        .filter(({ is_required }) => is_required)
        .map(({ obligation, achieved, is_covered }) => [obligation, achieved, is_covered]);
    assert.deepEqual(required(ledger), [
      ['financial_performance', 'FILING', true],
      ['market_and_valuation', 'OFFICIAL', true],
      ['catalysts', 'REGULATOR', true],
      ['guidance_and_outlook', 'FILING', true],
    ]);
    assert.deepEqual([ledger.coverage.verdict, ledger.coverage.required_pct], ['SUFFICIENT', 100]);
    const yahoo = packets.map((packet) =>
      packet.authority === 'OFFICIAL'
        ? packetOf('AGGREGATOR', packet.observations, { published_at: packet.published_at })
        : packet,
    );
    const without = built(yahoo);
    assert.deepEqual([without.coverage.verdict, without.coverage.required_pct], ['REVIEW_REQUIRED', 75]);
    const market = without.coverage.rows.find(({ obligation }) => obligation === 'market_and_valuation');
    assert.equal(market?.reason, 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE');
    assert.match(market?.detail ?? '', /Import the exchange’s price files/);
  });
});

describe('research/Evidence acquisition rules 7: the made-up company of the United States', () => {
  const fiscal_years: FiscalYear[] = [
    { year: 2021, start: '2021-01-31', end: '2022-01-29' },
    { year: 2022, start: '2022-01-30', end: '2023-01-28' },
    { year: 2023, start: '2023-01-29', end: '2024-02-03' },
    { year: 2024, start: '2024-02-04', end: '2025-02-01' },
    { year: 2025, start: '2025-02-02', end: '2026-01-31' },
  ];
  const usd = (
    metric: Observation['metric'],
    value: string,
    days: string | [string, string],
    published_at: string,
  ) =>
    said(metric, value, days, {
      unit: metric.startsWith('eps') ? 'USD/share' : metric.startsWith('shares') ? 'shares' : 'USD',
      published_at,
    });
  const y = (nr: number): [string, string] => [fiscal_years[nr - 2021]!.start, fiscal_years[nr - 2021]!.end];
  const filed = {
    2021: '2022-03-25',
    2022: '2023-03-24',
    2023: '2024-03-29',
    2024: '2025-03-28',
    2025: '2026-03-26',
  };
  const on = (year: keyof typeof filed) => `${filed[year]}T21:42:10Z`;
  const sec = packetOf(
    'FILING',
    [
      usd('revenue', '812400000', y(2021), on(2021)),
      usd('revenue', '913500000', y(2022), on(2022)),
      usd('revenue', '1024000000', y(2023), on(2023)),
      usd('revenue', '1078600000', y(2024), on(2024)),
      usd('revenue', '1181100000', y(2025), on(2025)),
      usd('net_income', '-18200000', y(2021), on(2021)),
      usd('net_income', '92700000', y(2024), on(2024)),
      usd('net_income', '91900000', y(2024), '2025-06-20T20:41:03Z'),
      usd('net_income', '111600000', y(2025), on(2025)),
      // Nine months of FY2023: the year less 287.6 million.
      usd('revenue', '736400000', ['2023-01-29', '2023-10-28'], '2023-12-01T21:00:00Z'),
      usd('net_income', '66400000', ['2024-02-04', '2024-11-02'], '2024-12-06T21:00:00Z'),
      usd('revenue', '634000000', ['2026-02-01', '2026-08-01'], '2026-08-27T20:05:33Z'),
      usd('revenue', '564200000', ['2025-02-02', '2025-08-02'], '2025-08-28T20:05:33Z'),
      usd('operating_income', '112700000', y(2023), on(2023)),
      usd('operating_income', '116200000', y(2023), on(2024)),
      usd('total_assets', '1402300000', '2024-02-03', on(2023)),
      usd('total_assets', '1402311000', '2024-02-03', on(2024)),
      usd('eps_diluted', '3.09', y(2024), on(2024)),
      usd('eps_diluted', '1.02', y(2024), on(2025)),
      usd('operating_cash_flow', '72600000', ['2026-02-01', '2026-08-01'], '2026-08-27T20:05:33Z'),
      usd('operating_cash_flow', '30700000', ['2026-02-01', '2026-05-02'], '2026-05-28T20:05:33Z'),
    ],
    { provider: 'sec', publisher: 'SEC', fiscal_years, published_at: '2026-08-27T20:05:33Z' },
  );
  const yahoo = packetOf(
    'AGGREGATOR',
    [
      said('close', '24.18', '2026-09-30', { scope: 'market', unit: 'USD/share', share_basis: '2025-06-16' }),
      said('split_ratio', '3', '2025-06-16', { scope: 'company' }),
      said('net_income', '92700000', ['2024-02-01', '2025-01-31'], { unit: 'USD' }),
    ],
    { provider: 'yahoo', published_at: '2026-09-30T16:00:00Z' },
  );
  const lksp = built([sec, yahoo], { subject: LKSP });

  it('years of 52 and 53 weeks: growth is as filed, with a note of the extra week', () => {
    near(value(lksp, 'revenue_cagr_pct.consolidated.fy2021-fy2025'), 9.807, 3);
    assert.equal(value(lksp, 'revenue.consolidated.fy2023q4'), '287600000');
    near(value(lksp, 'revenue_growth_pct.consolidated.fy2024'), 5.332, 3);
    const growth = lksp.facts.find(({ fact_id }) => fact_id === 'revenue_growth_pct.consolidated.fy2024');
    assert.match(growth?.notes.join() ?? '', /364 days stand against 371.*Without it growth is 7\.488 %/);
    // 91.9 − 66.4 million, after the correction of the year.
    assert.equal(value(lksp, 'net_income.consolidated.fy2024q4'), '25500000');
    // 1,181.1 + 634.0 − 564.2 million
    assert.equal(value(lksp, 'revenue_ttm.consolidated.ttm'), '1250900000');
    // 72.6 − 30.7 million
    assert.equal(value(lksp, 'operating_cash_flow.consolidated.fy2026q2'), '41900000');
  });

  it('restated figures are conflicts; a rounded balance is none, nor is EPS on the shares of before', () => {
    assert.deepEqual(
      lksp.conflicts.map(({ fact_id, candidates, chosen }) => [
        fact_id,
        candidates[chosen]?.value,
        candidates.length,
      ]),
      [
        ['net_income.consolidated.fy2024', '91900000', 3],
        ['operating_income.consolidated.fy2023', '116200000', 2],
      ],
    );
    assert.equal(value(lksp, 'total_assets.consolidated.fy2023'), '1402311000');
    const eps = lksp.facts.find(({ metric }) => metric === 'eps_diluted');
    assert.equal(eps?.value, '1.02');
    assert.match(eps?.notes.join() ?? '', /3\.09 USD\/share, on the shares of before: it is not compared/);
  });

  it('decisions/Evidence providers: without official prices and actions it waits for review', () => {
    assert.equal(lksp.coverage.verdict, 'REVIEW_REQUIRED');
    assert.deepEqual(
      lksp.coverage.rows
        .filter(({ is_required }) => is_required)
        .map(({ obligation, reason }) => [obligation, reason]),
      [
        ['financial_performance', null],
        ['market_and_valuation', 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'],
        ['catalysts', 'no_source_family'],
        ['guidance_and_outlook', 'no_source_family'],
      ],
    );
  });
});
