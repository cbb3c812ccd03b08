import assert from 'node:assert/strict';
import { type BuiltLedger, type Observation, sealPacket } from '../../../../core/research/index.ts';
import { indian, packetOf, said } from '../../../support/evidence-packets.ts';
import { built, near, value } from './ledger-under-test.ts';

const CRORE = '0000000';

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
