import assert from 'node:assert/strict';
import { claimSteps, type Finding, type Outputs } from '../../../../core/research/analysis/index.ts';
import type { Fact } from '../../../../core/research/index.ts';
import { atOnce } from '../../../../core/research/port/index.ts';
import { AS_OF, FACTS } from '../checks/corpus/index.ts';

const grounds = (facts: readonly Fact[], sources: readonly string[] = ['nse_filings:1', 'made-up']) => ({
  facts,
  sources: new Set(sources),
  as_of: AS_OF,
  names: () => [],
});
const finding = (text: string, facts: readonly Fact[] = [], more: Partial<Finding> = {}): Finding => ({
  text,
  fact_ids: facts.map(({ fact_id }) => fact_id),
  source_ids: [],
  ...more,
});
const said = (...findings: Finding[]): Outputs => ({
  FINANCIAL_PERFORMANCE: { summary: 'A year.', findings, gaps: [] },
});

const revenue = FACTS['in.rev26'];
const growth: Fact = {
  ...FACTS['in.growth26'],
  label: 'CALCULATED_FACT',
  derivation: { shape: 'series', formula: 'over the year before', inputs: [revenue.fact_id] },
};
const close = FACTS['in.close'];

const claimsOf = (...given: Parameters<typeof claimSteps>) => atOnce(claimSteps(...given));

describe('claims of a report', () => {
  it('research/Evidence, claims and facts: what a claim may call itself follows from its facts', () => {
    const yahoo: Fact = { ...close, authority: 'AGGREGATOR', is_validated: false };
    const cases: readonly (readonly [Finding, Fact[], string])[] = [
      [finding('Revenue was ₹1,119.6 crore in FY2026.', [revenue]), [revenue], 'VERIFIED_FACT'],
      [finding('Revenue grew 17.9% in FY2026.', [growth]), [growth], 'CALCULATED_FACT'],
      [
        finding('Revenue grew 17.9% to ₹1,119.6 crore.', [growth, revenue]),
        [growth, revenue],
        'CALCULATED_FACT',
      ],
      [finding('The share closed at ₹246.95.', [yahoo]), [yahoo], 'SOURCE_REPORTED'],
      [finding('A dealer praised it.', [], { source_ids: ['nse_filings:1'] }), [], 'SOURCE_REPORTED'],
      [finding('Demand should hold.'), [], 'AI_INFERENCE'],
      // Whose facts do not exist rests on nothing.
      [finding('Demand should hold.', [], { fact_ids: ['revenue.consolidated.fy2031'] }), [], 'AI_INFERENCE'],
    ];
    for (const [one, facts, label] of cases) {
      const { claims } = claimsOf(said(one), grounds(facts));
      assert.deepEqual(
        claims.map((claim) => claim.label),
        [label],
        one.text,
      );
    }
  });

  it('research/Evidence, claims and facts 2: a sentence with a number that no cited fact has is taken out, and the rest stays', () => {
    const { claims, struck } = claimsOf(
      said(
        finding('Revenue was ₹1,119.6 crore in FY2026. It will reach ₹2,000 crore soon. Orders are firm.', [
          revenue,
        ]),
      ),
      grounds([revenue]),
    );
    assert.deepEqual(
      claims.map(({ text }) => text),
      ['Revenue was ₹1,119.6 crore in FY2026. Orders are firm.'],
    );
    assert.deepEqual(
      struck.map(({ code, path }) => [code, path]),
      [['UNSUPPORTED_NUMBER', 'FINANCIAL_PERFORMANCE.findings.0']],
    );
    assert.match(struck[0]?.detail ?? '', /gives 2,000\./);
  });

  it('research/Evidence, claims and facts 2: a claim of which nothing is left is removed', () => {
    const { claims, byStage, struck } = claimsOf(
      said(finding('It earns ₹500 crore.', [revenue]), finding('   ')),
      grounds([revenue]),
    );
    assert.deepEqual(claims, []);
    assert.deepEqual(byStage['FINANCIAL_PERFORMANCE'], []);
    assert.deepEqual(
      struck.map(({ code }) => code),
      ['UNSUPPORTED_NUMBER', 'EMPTY'],
    );
  });

  it('decisions/Publication V2: ids of facts and sources that a model invents are taken out and told', () => {
    const { claims, struck } = claimsOf(
      said(
        finding('Revenue was ₹1,119.6 crore in FY2026.', [revenue], {
          fact_ids: [revenue.fact_id, 'revenue.consolidated.fy2099'],
          source_ids: ['news:invented'],
        }),
      ),
      grounds([revenue]),
    );
    assert.deepEqual(claims[0]?.fact_ids, [revenue.fact_id]);
    assert.deepEqual(claims[0]?.source_ids, revenue.source_ids);
    assert.deepEqual(
      struck.map(({ code }) => code),
      ['UNKNOWN_FACT', 'UNKNOWN_SOURCE'],
    );
  });

  it('decisions/The nineteen stages: claims have one number each, in the order of the stages, and are told once', () => {
    const same = finding('Demand should hold.');
    const { claims, byStage } = claimsOf(
      {
        BULL_CASE: { summary: 'Up.', statements: [same, finding('Prices may rise.')] },
        FINANCIAL_PERFORMANCE: { summary: 'A year.', findings: [same], gaps: [] },
      },
      grounds([]),
    );
    assert.deepEqual(
      claims.map(({ claim_id, text }) => [claim_id, text]),
      [
        ['c1', 'Demand should hold.'],
        ['c2', 'Prices may rise.'],
      ],
    );
    assert.deepEqual(byStage['BULL_CASE'], ['c1', 'c2']);
    assert.deepEqual(byStage['FINANCIAL_PERFORMANCE'], ['c1']);
  });

  for (const [what, text, shown] of [
    [
      'Markdown',
      '**Demand** should _hold_, see [the note](https://evil.example/x).',
      'Demand should hold, see the note.',
    ],
    ['HTML', '<p onclick="x()">Demand should hold.<script>alert(1)</script></p>', 'Demand should hold.'],
    [
      'an address',
      'Demand should hold, see https://evil.example/pay?now=1 for more.',
      'Demand should hold, see for more.',
    ],
    ['hidden characters', 'Demand\u200b should\u202e hold.\u0000', 'Demand should hold.'],
    ['a heading and a list', '# Demand\n- should hold', 'Demand should hold'],
  ] as const)
    it(`decisions/Safety of models: ${what} in a model’s words becomes plain text`, () => {
      assert.equal(claimsOf(said(finding(text)), grounds([])).claims[0]?.text, shown);
    });

  for (const text of [
    'मांग बनी रहनी चाहिए और कंपनी का कर्ज कम है, इसलिए शेयर अच्छा लगता है।',
    'Die Nachfrage sollte sich halten und das Unternehmen hat nur wenig Schulden, deshalb gefällt uns diese Aktie besonders gut.',
    'La demande devrait se maintenir et la société a peu de dettes, donc cette action nous plaît beaucoup cette année.',
  ])
    it(`decisions/Safety of models: an answer in another language is no claim (${text.slice(0, 12)})`, () => {
      const { claims, struck } = claimsOf(said(finding(text)), grounds([]));
      assert.deepEqual(claims, []);
      assert.deepEqual(
        struck.map(({ code }) => code),
        ['OTHER_LANGUAGE'],
      );
    });
});
