import assert from 'node:assert/strict';
import {
  buildLedger,
  committeeView,
  type EvidencePacket,
  extractFundamentals,
  type Fact,
  FAMILIES_OF_SOURCES,
  figureWords,
  isAtLeast,
  metricsOf,
  minimumOf,
  normaliseRow,
  type Observation,
  OBLIGATIONS,
} from '../../../../core/research/index.ts';
import { indian, KAVFLOW, packetOf, said } from '../../../support/evidence-packets.ts';

const as_of = '2026-09-30T18:00:00.000Z';
const run = (packets: readonly EvidencePacket[]) =>
  buildLedger({ subject: KAVFLOW, packets, as_of, mode: 'CURRENT' });
const rowOf = (packets: readonly EvidencePacket[], id: string) =>
  run(packets).coverage.rows.find(({ obligation }) => obligation === id)!;

const statements = [said('revenue', '100', indian('FY2026')), said('net_income', '10', indian('FY2026'))];
const close = said('close', '50', '2026-09-30', { scope: 'market' });
const dividend = said('dividend_per_share', '1', '2026-08-21', { scope: 'company' });
const guidance = said('guidance_revenue_growth_pct', '14', indian('FY2027'));

describe('research/Evidence-family policy matrix: coverage', () => {
  it('the four required sections are one for each family, and no setting lowers their minimum', () => {
    assert.deepEqual(
      OBLIGATIONS.filter(({ is_required }) => is_required).map((one) => [
        one.section,
        one.family,
        minimumOf(one),
      ]),
      [
        ['financial_performance', 'FINANCIAL_STATEMENTS', 'COMPANY'],
        ['market_and_valuation', 'EXCHANGE_PRICES', 'OFFICIAL'],
        ['catalysts', 'CORPORATE_ACTIONS', 'REGULATOR'],
        ['guidance_and_outlook', 'COMPANY_GUIDANCE', 'COMPANY'],
      ],
    );
    assert.equal(new Set(OBLIGATIONS.map(({ id }) => id)).size, OBLIGATIONS.length);
    for (const { advice } of OBLIGATIONS) assert.match(advice, /\w\.$/);
  });

  it('each of them is covered by its family at its minimum, and by nothing weaker', () => {
    for (const [id, observations, enough, tooWeak] of [
      ['financial_performance', statements, ['FILING', 'COMPANY'], ['OFFICIAL', 'AGGREGATOR']],
      ['market_and_valuation', [close], ['OFFICIAL'], ['AGGREGATOR']],
      ['catalysts', [dividend], ['REGULATOR'], ['AGGREGATOR']],
      ['guidance_and_outlook', [guidance], ['COMPANY', 'FILING'], []],
    ] as const) {
      for (const authority of [...enough, ...tooWeak]) {
        const families = [
          'exchange_filings',
          'exchange_prices',
          'corporate_actions',
          'company_guidance',
        ] as const;
        const row = rowOf([packetOf(authority, observations, { families })], id);
        const isEnough = (enough as readonly string[]).includes(authority);
        assert.equal(row.is_covered, isEnough, `${id} ${authority}`);
        assert.equal(row.achieved, authority);
        assert.equal(row.reason, isEnough ? null : 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE');
        assert.equal(row.fact_ids.length, observations.length);
        if (row.is_covered) assert.ok(isAtLeast(row.achieved!, row.minimum!));
      }
    }
  });

  it('acquisition rules 6: discovery alone never satisfies the catalysts, nor does an announcement', () => {
    const discovered = rowOf(
      [packetOf('DISCOVERED', [dividend], { families: ['corporate_actions'] })],
      'catalysts',
    );
    assert.deepEqual(
      [discovered.is_covered, discovered.reason],
      [false, 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'],
    );
    const news = rowOf([packetOf('DISCOVERED', [dividend])], 'catalysts');
    assert.deepEqual([news.is_covered, news.reason], [false, 'no_source_family']);
    assert.equal(rowOf([packetOf('FILING', [dividend])], 'catalysts').is_covered, false);
  });

  it('figures that are too old cover nothing, and guidance for a year that has ended is no outlook', () => {
    const old: [string, Observation[]][] = [
      [
        'financial_performance',
        [said('revenue', '1', indian('FY2024')), said('net_income', '1', indian('FY2024'))],
      ],
      ['market_and_valuation', [said('close', '50', '2026-09-01', { scope: 'market' })]],
      ['catalysts', [said('split_ratio', '5', '2007-06-28', { scope: 'company' })]],
      ['guidance_and_outlook', [said('guidance_revenue_growth_pct', '14', indian('FY2026'))]],
    ];
    const families = [
      'exchange_filings',
      'exchange_prices',
      'corporate_actions',
      'company_guidance',
    ] as const;
    for (const [id, observations] of old) {
      const row = rowOf([packetOf('FILING', observations, { families })], id);
      assert.deepEqual([row.is_covered, row.reason], [false, 'no_source_family'], id);
      assert.match(
        row.detail,
        id === 'guidance_and_outlook' ? /for a period that has ended/ : /it is too old/,
      );
    }
  });

  it('without anything each row says what is missing and what to do', () => {
    const { coverage } = run([]);
    assert.deepEqual([coverage.verdict, coverage.required_pct], ['REVIEW_REQUIRED', 0]);
    assert.deepEqual(
      Object.fromEntries(coverage.rows.map(({ obligation, reason }) => [obligation, reason])),
      Object.fromEntries(
        OBLIGATIONS.map(({ id }) => [
          id,
          { peers: 'no_peer_data', segments: 'no_segment_document' }[id] ?? 'no_source_family',
        ]),
      ),
    );
    for (const { detail } of coverage.rows) assert.match(detail, /^No data for: /);
  });

  it('acquisition rules 8: covered rows stay, derived ones are covered after, and others keep their reason', () => {
    const growth = rowOf(
      [packetOf('FILING', [...statements, said('revenue', '80', indian('FY2025'))])],
      'growth',
    );
    assert.deepEqual(
      [growth.is_covered, growth.reason, growth.before],
      [true, null, { is_covered: false, reason: 'no_source_family' }],
    );
    const weak = rowOf(
      [packetOf('AGGREGATOR', [...statements, said('revenue', '80', indian('FY2025'))])],
      'growth',
    );
    assert.deepEqual(
      [weak.is_covered, weak.reason, weak.before.reason],
      [false, 'no_source_family', 'no_source_family'],
    );
    const stated = rowOf([packetOf('FILING', statements)], 'financial_performance');
    assert.deepEqual(stated.before, { is_covered: true, reason: null });
  });

  it('segments that do not come to the revenue are not relied on', () => {
    const segment = (value: string, scope_detail: string) =>
      said('segment_revenue', value, indian('FY2026'), { scope: 'segment', scope_detail });
    const good = rowOf(
      [packetOf('FILING', [...statements, segment('68', 'Pumps'), segment('32', 'Valves')])],
      'segments',
    );
    assert.equal(good.is_covered, true);
    const bad = rowOf([packetOf('FILING', [...statements, segment('68', 'Pumps')])], 'segments');
    assert.deepEqual([bad.is_covered, bad.reason], [false, 'segment_attestation_failed']);
    const both = [segment('68', 'Pumps'), segment('32', 'Valves'), segment('70', 'Pumps (standalone)')];
    assert.equal(rowOf([packetOf('FILING', [...statements, ...both])], 'segments').is_covered, true);
  });

  describe('acquisition rules 8: the words of a gap are of what is known after derivation, and its reason of before', () => {
    const twelveMonths = [said('eps_diluted', '4', indian('FY2026')), ...statements];
    const told = (packets: readonly EvidencePacket[], id: string) => {
      const { is_covered, reason, achieved, detail } = rowOf(packets, id);
      return [is_covered, reason, achieved, detail];
    };

    it('no_source_family: a ratio that follows from a weak price is told, with who could give a better one', () => {
      const price = packetOf('AGGREGATOR', [close]);
      const ratios = told([packetOf('FILING', twelveMonths), price], 'valuation_ratios');
      // 50 / 4 = 12.5
      assert.deepEqual(ratios, [
        false,
        'no_source_family',
        'AGGREGATOR',
        'Price to earnings, last twelve months: 12.5 (30 Sep 2026, calculated from second-hand data). Only a price from an exchange or a broker counts. Import the exchange’s price files, or connect a broker whose prices are official.',
      ]);
      const growth = [...statements, said('revenue', '80', indian('FY2025'))];
      // 100 / 80 - 1
      assert.deepEqual(told([packetOf('AGGREGATOR', growth)], 'growth'), [
        false,
        'no_source_family',
        'AGGREGATOR',
        'Growth of revenue over a year: 25% (31 Mar 2026, calculated from second-hand data). Only a figure that the company filed or published counts. Growth needs the same figure for the year before. Import its filings with the exchange or the SEC, or add the company’s own site to RESEARCH_ISSUER_DOMAINS.',
      ]);
    });

    it('INSUFFICIENT_AUTHORITY_FOR_COVERAGE: the best of each figure, by whom, and whose word is needed', () => {
      const weak = [
        said('revenue', '11690000000', indian('FY2026')),
        said('net_income', '-2500000', indian('FY2026')),
      ];
      // 11,690,000,000 / 10,000,000; under a crore the amount stands in full
      assert.deepEqual(told([packetOf('AGGREGATOR', weak)], 'financial_performance'), [
        false,
        'INSUFFICIENT_AUTHORITY_FOR_COVERAGE',
        'AGGREGATOR',
        'Revenue from operations: ₹1,169 crore (31 Mar 2026, from second-hand data). Profit after tax: -₹25,00,000 (31 Mar 2026, from second-hand data). Only a figure that the company filed or published counts. Import its filings with the exchange or the SEC, or add the company’s own site to RESEARCH_ISSUER_DOMAINS.',
      ]);
      const target = said('consensus_target', '60', '2026-09-30', { scope: 'market' });
      assert.equal(
        told([packetOf('AGGREGATOR', [target])], 'consensus')[3],
        'Target price of analysts: ₹60 a share (30 Sep 2026, from second-hand data). Analysts’ targets are shown for information; they never count as evidence.',
      );
    });

    it('what is there is told beside what is missing, too old or of a source that does not count', () => {
      const revenue = [said('revenue', '20000000', indian('FY2026'))];
      assert.match(
        String(told([packetOf('FILING', revenue)], 'financial_performance')[3]),
        /^Revenue from operations: ₹2 crore \(31 Mar 2026, from filings\)\. No data for: Profit after tax or Profit of the owners\. Import/,
      );
      const old = [said('close', '50.5', '2026-09-01', { scope: 'market' })];
      assert.match(
        String(told([packetOf('OFFICIAL', old)], 'market_and_valuation')[3]),
        /^Closing price: ₹50\.50 a share \(1 Sep 2026, from the exchange’s prices\): it is too old\. Import/,
      );
      const filed = told([packetOf('FILING', [dividend])], 'catalysts');
      assert.deepEqual(filed.slice(0, 3), [false, 'no_source_family', null]);
      assert.match(
        String(filed[3]),
        /^Dividend: ₹1 a share \(21 Aug 2026, from filings\): this source does not count for it\. Only an exchange’s own list counts\./,
      );
      const over = [said('guidance_revenue_growth_pct', '14', indian('FY2026'), { value_high: '16' })];
      assert.match(
        String(told([packetOf('COMPANY', over)], 'guidance_and_outlook')[3]),
        /^Revenue growth that the company expects: 14% to 16% \(31 Mar 2026, from the company’s own pages\): it is for a period that has ended\./,
      );
    });

    it('no_segment_document and segment_attestation_failed: how far the segments go', () => {
      assert.match(String(told([], 'segments')[3]), /^No data for: Revenue of a segment or Share/);
      const pumps = said('segment_revenue', '68', indian('FY2026'), {
        scope: 'segment',
        scope_detail: 'Pumps',
      });
      const part = told([packetOf('FILING', [...statements, pumps])], 'segments');
      assert.deepEqual(part.slice(0, 3), [false, 'segment_attestation_failed', 'FILING']);
      assert.match(
        String(part[3]),
        /^The segments of FY2026 add up to 68% of the company’s revenue, so none/,
      );
      assert.match(
        String(told([packetOf('FILING', [pumps])], 'segments')[3]),
        /^The company’s revenue of FY2026 is unknown, so its segments cannot be checked/,
      );
    });

    it('no_peer_data: a median of weak prices is told and covers nothing', () => {
      // P/E of 10, 20 and 30: the one in the middle is 20.
      const peers = [10, 20, 30].map((price, at) => {
        const packets = [
          packetOf('FILING', [said('eps_diluted', '1', indian('FY2026')), ...statements]),
          packetOf('AGGREGATOR', [said('close', String(price), '2026-09-30', { scope: 'market' })]),
        ];
        return { symbol: `PEER${at}`, currency: 'INR', packets };
      });
      const { coverage } = buildLedger({ subject: KAVFLOW, packets: [], as_of, mode: 'CURRENT', peers });
      const row = coverage.rows.find(({ obligation }) => obligation === 'peers')!;
      assert.deepEqual([row.is_covered, row.reason, row.achieved], [false, 'no_peer_data', 'AGGREGATOR']);
      assert.match(
        row.detail,
        /^Median P\/E of the peers: 20 \(30 Sep 2026, calculated from second-hand data\)\. Only a price from an exchange or a broker counts\./,
      );
    });
  });

  it('what analysts expect is shown and covers nothing', () => {
    const row = rowOf(
      [packetOf('AGGREGATOR', [said('consensus_target', '60', '2026-09-30', { scope: 'market' })])],
      'consensus',
    );
    assert.deepEqual(
      [row.is_covered, row.minimum, row.reason],
      [false, null, 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'],
    );
  });
});

describe('figures for reading', () => {
  it('money in crores or millions, per share in full, and what is no figure as it is', () => {
    for (const [value, unit, words, value_high = null] of [
      ['11690000000', 'INR', '₹1,169 crore'],
      ['1314300000', 'INR', '₹131.43 crore'],
      ['10000000', 'INR', '₹1 crore'],
      ['9999999', 'INR', '₹99,99,999'],
      ['-271300000', 'INR', '-₹27.13 crore'],
      ['1272500000', 'USD', '$1,272.5 million'],
      ['105.25', 'INR/share', '₹105.25 a share'],
      ['0.1234', 'USD/share', '$0.1234 a share'],
      ['18.247986403606', 'ratio', '18.25'],
      ['0.04567', 'ratio', '0.0457'],
      ['12.5', 'pct', '12.5%'],
      ['14', 'pct', '14% to 16%', '16'],
      ['12345678', 'shares', '1,23,45,678 shares'],
      ['24500.5', 'count', '24,500.5'],
      ['5', 'pence', '5 pence'],
      ['N/A', 'INR', 'N/A INR'],
    ] as const)
      assert.equal(figureWords({ value, unit, value_high }), words);
  });
});

describe('research/Evidence acquisition rules 10: what the committee sees', () => {
  const many = [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026].flatMap((year) =>
    [`FY${year}`, `FY${year}Q1`, `FY${year}Q2`, `FY${year}Q3`].flatMap((key) =>
      (['consolidated', 'standalone'] as const).flatMap((scope) => [
        said('revenue', `${year}`, indian(key), { scope }),
        said('net_income', `${year - 1990}`, indian(key), { scope }),
      ]),
    ),
  );
  const ledger = run([
    packetOf('FILING', [...many, said('total_assets', '7', '2026-03-31')]),
    packetOf('OFFICIAL', [
      close,
      ...Array.from({ length: 300 }, (_, nr) =>
        said('close', '49', new Date(Date.UTC(2026, 8, 29 - nr)).toISOString().slice(0, 10), {
          scope: 'market',
        }),
      ),
    ]),
    packetOf('REGULATOR', [dividend]),
    packetOf('COMPANY', [guidance]),
  ]);
  const view = committeeView(ledger);
  const first = (wanted: (fact: Fact) => boolean) => view.findIndex(wanted);

  it('has at most 160 facts, each once', () => {
    assert.ok(ledger.facts.length > 400);
    assert.equal(view.length, 160);
    assert.equal(new Set(view.map(({ fact_id }) => fact_id)).size, 160);
    assert.equal(committeeView(ledger, 7).length, 7);
    assert.deepEqual(committeeView(ledger, 7), view.slice(0, 7));
    assert.deepEqual(committeeView({ facts: [] }), []);
  });

  it('goes in breadth: the latest period of every obligation stands before the second of any', () => {
    const latest = [
      first(({ metric, period }) => metric === 'revenue_ttm' && period.key === 'TTM'),
      first(({ metric, period }) => metric === 'close' && period.key === 'LATEST'),
      first(({ metric }) => metric === 'dividends_per_share_1y'),
      first(({ metric }) => metric === 'guidance_revenue_growth_pct'),
      first(({ metric }) => metric === 'total_assets'),
    ];
    assert.deepEqual(
      latest.map((at) => at >= 0),
      [true, true, true, true, true],
    );
    const second = [
      first(({ metric, period }) => metric === 'revenue' && period.key === 'FY2026M9'),
      first(({ metric, period }) => metric === 'close' && period.key === '2026-09-29'),
    ];
    for (const at of second) assert.ok(at > Math.max(...latest), `${at}`);
  });

  it('shows only what an obligation is about', () => {
    const shown = new Set<string>(OBLIGATIONS.flatMap(metricsOf));
    for (const { metric } of view) assert.ok(shown.has(metric));
  });
});

describe('research/Evidence acquisition rules 3 to 5: fundamentals of other forms', () => {
  it('rules 3: rows have the extractor’s keys', () => {
    assert.deepEqual(
      normaliseRow({ revenue: 1, net_income: 2, equity: 3, capital_expenditure: 4, sector: 'x' }),
      {
        revenue_ttm: 1,
        net_income_ttm: 2,
        total_equity: 3,
        capex: 4,
        sector: 'x',
      },
    );
    assert.deepEqual(normaliseRow({ revenue: 1, revenue_ttm: 5 }), { revenue_ttm: 5 });
  });

  it('rules 4: a flat dict is read by its keys, inverse yields lead to ratios, and words are no numbers', () => {
    const of = {
      scope: 'consolidated',
      end: '2026-06-30',
      currency: 'INR',
      published_at: null,
      locator: 'info',
    } as const;
    const read = extractFundamentals(
      {
        revenue: 1169e7,
        net_income: 'N/A',
        equity: '',
        capital_expenditure: null,
        pe_ttm: 'Infinity',
        earnings_yield: '5.48',
        book_ratio: 0.25,
        market_cap: Number.NaN,
        eps_ttm: true,
        name: 'x',
      },
      of,
    );
    assert.deepEqual(Object.fromEntries(read.map(({ metric, value }) => [metric, value])), {
      revenue_ttm: '11690000000',
      net_income_ttm: null,
      eps_ttm: null,
      total_equity: null,
      capex: null,
      market_cap: null,
      pe_ttm: null,
      earnings_yield: '5.48',
      book_to_price: '0.25',
    });
    for (const { value, reason } of read) assert.equal(value === null, reason !== null);
    const ledger = run([packetOf('AGGREGATOR', read)]);
    // 100 / 5.48 and 1 / 0.25
    assert.equal(ledger.facts.find(({ metric }) => metric === 'pe_ttm')?.value, '18.2481751824818');
    assert.equal(ledger.facts.find(({ metric }) => metric === 'pb_ratio')?.value, '4');
    assert.equal(ledger.facts.find(({ metric }) => metric === 'revenue_ttm')?.period.key, 'TTM');
  });

  it('rules 5: what each kind of source stands for', () => {
    assert.deepEqual(FAMILIES_OF_SOURCES, {
      persisted_quote: ['market_data'],
      persisted_valuation: ['market_data'],
      persisted_sector: ['exchange_listing'],
      prices: ['market_data', 'exchange_prices'],
      technicals: ['exchange_technicals'],
      fundamentals: [
        'fundamentals',
        'market_data',
        'annual_report',
        'sector_benchmark',
        'consensus_estimates',
      ],
    });
  });
});
