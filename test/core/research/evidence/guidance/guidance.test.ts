import assert from 'node:assert/strict';
import { guidanceIn, guidanceInTable } from '../../../../../core/research/evidence/guidance/index.ts';

/** Years that end in March; a quarter is three months of it. */
const context = {
  spanOf: (year: number, quarter: number | null) =>
    quarter === null
      ? { start: `${year - 1}-04-01`, end: `${year}-03-31` }
      : { start: `${year}Q${quarter}`, end: `${year}Q${quarter}` },
  currency: 'USD',
  filing: null,
  locator: 'text',
};
const read = (text: string) =>
  guidanceIn(text, context).map(({ metric, end, value, value_high }) => [metric, end, value, value_high]);

describe('guidance in prose', () => {
  const cases: readonly [string, readonly (readonly (string | null)[])[]][] = [
    [
      'For fiscal 2027 the Company expects net sales of $1.24 billion to $1.28 billion, diluted EPS of $1.32 to $1.40 and capital expenditures of about $50 million.',
      [
        ['guidance_eps_diluted', '2027-03-31', '1.32', '1.4'],
        ['guidance_capex', '2027-03-31', '50000000', null],
        ['guidance_revenue', '2027-03-31', '1240000000', '1280000000'],
      ],
    ],
    [
      // What stood before is in the same sentence, and is not guidance any more.
      'It raises its FY27 outlook. It now expects sales of $1.27 to $1.30 billion (previously $1.24 billion to $1.28 billion).',
      [['guidance_revenue', '2027-03-31', '1270000000', '1300000000']],
    ],
    [
      'Revenue growth guidance for FY27 raised to 14-16 per cent from 12-14 per cent.',
      [['guidance_revenue_growth_pct', '2027-03-31', '14', '16']],
    ],
    [
      'We expect capex of Rs. 1,20 crore in FY27. We expect capex of about Rs. 120 crore in FY27.',
      [
        ['guidance_capex', '2027-03-31', '1200000000', null],
        ['guidance_capex', '2027-03-31', '1200000000', null],
      ],
    ],
    [
      'The outlook for fiscal 2027 is unchanged. For the third quarter, net sales of $326 million to $332 million.',
      [['guidance_revenue', '2027Q3', '326000000', '332000000']],
    ],
    // A figure without a word for its size may be in thousands: nobody can tell.
    ['For fiscal 2027 we expect net sales of $1,240 to $1,280.', []],
    // No figure, no year, a denial, somebody else's word, a report of what was.
    ['For fiscal 2027, we expect a negative impact on gross margin.', []],
    ['We expect net sales of $1.24 billion to $1.28 billion.', []],
    ['For fiscal 2027 the Company no longer expects net sales of $1.24 billion to $1.28 billion.', []],
    ['Analysts expect net sales of $1.24 billion in fiscal 2027.', []],
    ['Net sales of fiscal 2027 were $1.24 billion.', []],
    // A range that is upside down was read wrongly, or written so.
    ['For fiscal 2027 we expect net sales of $1.28 billion to $1.24 billion.', []],
    ['For fiscal 2027 we expect an EBITDA margin of $17 million.', []],
  ];
  for (const [text, expected] of cases)
    it(`decisions/Evidence providers: ${text.slice(0, 90)}`, () => {
      assert.deepEqual(read(text), expected);
    });

  it('the year of a heading is not that of the paragraph after it, and a paragraph without one keeps the last', () => {
    assert.deepEqual(
      read(
        'Fourth Quarter and Fiscal 2026 Results\nFor fiscal 2027 we expect net sales of $1 billion to $2 billion.',
      ),
      [['guidance_revenue', '2027-03-31', '1000000000', '2000000000']],
    );
  });

  it('a year whose days nobody knows gives no guidance', () => {
    const text = 'For fiscal 2027 we expect net sales of $1 billion to $2 billion.';
    assert.deepEqual(guidanceIn(text, { ...context, spanOf: () => null }), []);
  });
});

describe('guidance in tables', () => {
  it('each column is the company’s word of its day, to the end of it', () => {
    const found = guidanceInTable(
      [
        ['Guidance', 'FY27, given 21 May 2026', 'FY27, given 10 August 2026'],
        ['Revenue growth', '12% to 14%', '14% to 16%'],
        ['EBITDA margin', '17.0% to 18.0%', 'withdrawn'],
        ['Capital expenditure', 'Rs 100 crore', 'Rs 120 crore'],
        ['Store openings', '12', '14'],
      ],
      { ...context, currency: 'INR' },
    );
    // Midnight in India is 18:30 UTC.
    const [may, august] = ['2026-05-21T18:29:59.999Z', '2026-08-10T18:29:59.999Z'];
    assert.deepEqual(
      found.map(({ metric, value, value_high, unit, published_at }) => [
        metric,
        value,
        value_high,
        unit,
        published_at,
      ]),
      [
        ['guidance_revenue_growth_pct', '12', '14', 'pct', may],
        ['guidance_revenue_growth_pct', '14', '16', 'pct', august],
        ['guidance_ebitda_margin_pct', '17', '18', 'pct', may],
        ['guidance_capex', '1000000000', null, 'INR', may],
        ['guidance_capex', '1200000000', null, 'INR', august],
      ],
    );
  });

  it('a table of results is no guidance', () => {
    assert.deepEqual(
      guidanceInTable(
        [
          ['Results', 'FY27'],
          ['Revenue growth', '12%'],
        ],
        context,
      ),
      [],
    );
  });
});
