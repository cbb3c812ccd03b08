import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ANALYSIS_STAGES,
  type Composing,
  composeReport,
  type Outputs,
  ratingOf,
} from '../../../../core/research/analysis/index.ts';
import {
  parsePublication,
  REQUIRED_SECTIONS,
  sealPublication,
} from '../../../../core/research/publication/index.ts';
import { defectsOf, qaStatusOf } from '../../../../core/research/checks/index.ts';
import { composing, OUTPUTS_SAID } from '../../../support/composing.ts';
import { sampled } from '../../../support/soak.ts';

function published(given: Partial<Composing> = {}) {
  const input = composing(given);
  const { draft, struck, isAssembled } = composeReport(input);
  const blocking_defects = defectsOf(draft, { facts: input.facts, packets: input.packets });
  const qa = { status: qaStatusOf(blocking_defects, isAssembled), blocking_defects };
  return { publication: parsePublication(sealPublication({ ...draft, qa })), struck };
}
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);
/** The outputs without some stages. */
const without = (...stages: readonly string[]): Outputs =>
  Object.fromEntries(Object.entries(OUTPUTS_SAID).filter(([stage]) => !stages.includes(stage)));

describe('a report from what stages said', () => {
  it('decisions/Publication V2: what is true passes, and keeps to the form', () => {
    const { publication, struck } = published();
    assert.deepEqual(struck, []);
    assert.deepEqual(publication.qa, { status: 'PASS', blocking_defects: [] });
    assert.equal(publication.decision.rating, 'OVERWEIGHT');
    assert.equal(publication.decision.overridden, false);
    assert.deepEqual(publication.peer_set, [
      {
        symbol: 'DEEP',
        name: 'Deep Pumps',
        rating: 'HOLD',
        return_1y_pct: -12.4,
        rationale: 'The same customers.',
      },
    ]);
    assert.equal(publication.segment_views?.[0]?.revenue_share_pct, 68);
    assert.equal(publication.identity.name_source, 'REGISTRY');
  });

  it('decisions/Publication V2: what the editor leaves out of a required section is said by the claims of its stage', () => {
    const { publication } = published();
    const catalysts = publication.sections.find(({ id }) => id === 'catalysts');
    assert.deepEqual(
      catalysts?.paragraphs.map(({ text }) => text),
      ['A dividend of ₹0.80 a share went ex on 21 August 2026.', 'Results of Q2 FY2027 come in November.'],
    );
  });

  it('decisions/Publication V2: the same input comes to the same hash, whichever run and hour it was', () => {
    const one = published().publication;
    const other = published({
      run_id: 'ai-8',
      generated_at: '2027-01-01T00:00:00.000Z',
      stages: [],
    }).publication;
    assert.equal(one.payload_hash, other.payload_hash);
  });

  it('decisions/The nineteen stages: without the editor the report is whole, put together from claims, and UNAVAILABLE', () => {
    const { publication } = published({ outputs: without('EDITOR') });
    assert.equal(publication.qa.status, 'UNAVAILABLE');
    assert.deepEqual(publication.qa.blocking_defects, []);
    for (const id of REQUIRED_SECTIONS)
      assert.ok((publication.sections.find((one) => one.id === id)?.paragraphs.length ?? -1) > 0, id);
    assert.equal(publication.decision.rating, 'OVERWEIGHT');
    assert.equal(publication.thesis, 'Both agree on growth.');
    assert.equal(publication.valuation_basis, 'Cyclical P/E band');
    assert.deepEqual(publication.bull, [{ statement: 'Revenue grew 17.9% in FY2026.', claim_ids: ['c3'] }]);
  });

  it('decisions/The nineteen stages: where every stage failed the facts speak for themselves', () => {
    const { publication } = published({ outputs: {} });
    assert.equal(publication.qa.status, 'UNAVAILABLE');
    assert.deepEqual(publication.qa.blocking_defects, []);
    assert.deepEqual(
      publication.sections.map(({ id, paragraphs }) => [id, paragraphs.map(({ text }) => text)]),
      [
        [
          'financial_performance',
          [
            'Revenue from operations in FY2026: ₹1,120 crore.',
            'Growth of revenue over a year in FY2026: 17.89%.',
          ],
        ],
        ['market_and_valuation', ['Closing price on 30 Sep 2026: ₹246.95 a share.']],
        ['catalysts', ['Dividend on 21 Aug 2026: ₹0.80 a share.']],
        ['guidance_and_outlook', ['Revenue growth that the company expects in FY2027: 14% to 16%.']],
      ],
    );
    assert.equal(publication.decision.rating, 'NOT_RATED');
    assert.equal(publication.decision.action, 'WATCH');
    assert.deepEqual(
      publication.claims.map(({ label }) => label),
      ['VERIFIED_FACT', 'CALCULATED_FACT', 'VERIFIED_FACT', 'VERIFIED_FACT', 'VERIFIED_FACT'],
    );
  });

  for (const { stage } of ANALYSIS_STAGES.filter((one) => one.stage !== 'PUBLICATION_QA'))
    it(`decisions/The nineteen stages: without ${stage} the report is whole and has no fault of its own`, () => {
      const { publication } = published({ outputs: without(stage) });
      assert.deepEqual(publication.qa.blocking_defects, []);
    });

  it('research/Evidence acquisition rules 11: without a rating only the rating is overridden, and the words stay', () => {
    for (const rating of [null, 'STRONG BUY', 'hold?', '', 'N/A']) {
      const { publication } = published({
        outputs: { ...OUTPUTS_SAID, COMMITTEE: { ...OUTPUTS_SAID.COMMITTEE, rating } },
      });
      const { decision, committee } = publication;
      assert.equal(decision.rating, 'NOT_RATED');
      assert.equal(decision.overridden, true);
      assert.equal(decision.override_reason, 'The committee gave no rating.');
      assert.deepEqual([decision.action, decision.confidence, decision.horizon], ['ADD', 0.6, '12 months']);
      const { disagreement, coverage_note, why_not, thesis_requirements } = OUTPUTS_SAID.COMMITTEE;
      assert.deepEqual(committee, { disagreement, coverage_note, why_not, thesis_requirements });
    }
    assert.equal(ratingOf(' not-rated '), 'NOT_RATED');
    assert.equal(ratingOf('Buy'), 'BUY');
  });

  it('research/Peer resolution rules 8: a peer that the run was not given empties the list, and the report has none', () => {
    const peers = [
      ...OUTPUTS_SAID.PEERS_SECTOR.peers,
      { symbol: 'TSLA', rating: 'BUY' as const, rationale: 'Popular.' },
    ];
    const { publication, struck } = published({
      outputs: { ...OUTPUTS_SAID, PEERS_SECTOR: { ...OUTPUTS_SAID.PEERS_SECTOR, peers } },
    });
    assert.equal(publication.peer_set, undefined);
    assert.deepEqual(codes(struck), ['UNKNOWN_PEER']);
  });

  it('decisions/Publication V2: a model that lies is published with none of its inventions', () => {
    const lie = (text: string) => ({
      text,
      fact_ids: ['revenue.consolidated.fy2031'],
      source_ids: ['news:made-up'],
    });
    const { EDITOR, COMMITTEE, BUSINESS_PROFILE, FINANCIAL_PERFORMANCE } = OUTPUTS_SAID;
    const { publication, struck } = published({
      outputs: {
        ...OUTPUTS_SAID,
        BUSINESS_PROFILE: {
          ...BUSINESS_PROFILE,
          segments: [{ name: 'Rockets', thesis: 'A new segment.', catalysts: [], risks: [] }],
        },
        FINANCIAL_PERFORMANCE: {
          ...FINANCIAL_PERFORMANCE,
          findings: [
            ...FINANCIAL_PERFORMANCE.findings,
            lie('Revenue will be ₹7,777 crore.'),
            { text: 'Margins reached 77.7% in FY2026. Demand is firm.', fact_ids: [], source_ids: [] },
          ],
          gaps: [{ item: 'Debt', reason: 'It owes ₹7,777 crore.' }],
        },
        COMMITTEE: { ...COMMITTEE, why_not: 'Fair value is ₹777.', thesis_requirements: ['EPS of ₹77.70.'] },
        EDITOR: {
          ...EDITOR,
          thesis: 'It is worth ₹777 a share. Orders grow.',
          why_this_rating: '**Revenue** grew 77.7% in FY2026.',
          sections: [
            ...EDITOR.sections,
            {
              id: 'catalysts',
              paragraphs: [{ text: 'A dividend of ₹7.77 a share comes.', claim_ids: ['c99', 'c5'] }],
            },
          ],
          bull: [{ statement: 'It doubled to ₹7,777 crore.', claim_ids: ['c3'] }],
          catalysts: ['A merger on 7 July 2027'],
          risks: ['<b>Steel</b>'],
        },
      },
    });
    assert.deepEqual(publication.qa, { status: 'PASS', blocking_defects: [] });
    const read = JSON.stringify(publication).replaceAll(/sha256:[0-9a-f]+/g, '');
    assert.doesNotMatch(read, /77|Rockets|fy2031|made-up|c99|merger|\*\*|<b>/i);
    assert.equal(publication.thesis, 'Orders grow.');
    assert.equal(publication.why_this_rating, null);
    assert.deepEqual(publication.risks, ['Steel']);
    assert.deepEqual(publication.bull, [{ statement: 'Revenue grew 17.9% in FY2026.', claim_ids: ['c3'] }]);
    assert.deepEqual([...new Set(codes(struck))].toSorted(), [
      'UNKNOWN_CLAIM',
      'UNKNOWN_FACT',
      'UNKNOWN_SOURCE',
      'UNSUPPORTED_NUMBER',
    ]);
  });

  it('research/Evidence acquisition rules 9: the name is that of the registry, else of the profile, else the ticker', () => {
    const { subject } = composing();
    const nameOf = (name: string | null, profileName: string | null) => {
      const { company_name, name_source } = published({ subject: { ...subject, name }, profileName })
        .publication.identity;
      return [company_name, name_source];
    };
    assert.deepEqual(nameOf('Kaveri Pumps Limited', 'Other'), ['Kaveri Pumps Limited', 'REGISTRY']);
    assert.deepEqual(nameOf('kaveri', 'Kaveri Pumps Ltd'), ['Kaveri Pumps Ltd', 'PROFILE']);
    assert.deepEqual(nameOf(null, 'KAVERI'), ['KAVERI', 'TICKER']);
    assert.deepEqual(
      codes(published({ subject: { ...subject, name: null } }).publication.qa.blocking_defects),
      ['UNRESOLVED_COMPANY_IDENTITY'],
    );
  });

  it('decisions/Publication V2: whatever stages say and whichever fail, ids lead somewhere and numbers are the facts’', () => {
    const { facts } = composing();
    const words = fc.oneof(
      fc.constantFrom(
        'Revenue was ₹1,120 crore in FY2026.',
        'It closed at ₹246.95.',
        'Orders grow.',
        'It earns $5 billion.',
        '<i>Up</i> 40%',
        '',
        '   ',
        'See https://x.example now.',
      ),
      fc.string({ maxLength: 60 }),
    );
    const factIds = fc.array(fc.constantFrom(...facts.map(({ fact_id }) => fact_id), 'none.such'), {
      maxLength: 3,
    });
    const found = fc.record({
      text: words,
      fact_ids: factIds,
      source_ids: fc.constantFrom<string[]>([], ['news:none']),
    });
    const list = fc.array(found, { maxLength: 4 });
    const some = fc.record({
      stages: fc.subarray(ANALYSIS_STAGES.map(({ stage }) => stage as string)),
      findings: list,
      statements: list,
      texts: fc.array(words, { maxLength: 3 }),
      claimIds: fc.array(fc.constantFrom('c1', 'c2', 'c3', 'c44'), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(some, ({ stages, findings, statements, texts, claimIds }) => {
        const [thesis = ''] = texts;
        const paragraphs = texts.map((text) => ({ text, claim_ids: claimIds }));
        const all: Outputs = {
          ...OUTPUTS_SAID,
          FINANCIAL_PERFORMANCE: {
            summary: thesis,
            findings,
            gaps: texts.map((item) => ({ item, reason: item })),
          },
          BULL_CASE: { summary: thesis, statements },
          EDITOR: {
            ...OUTPUTS_SAID.EDITOR,
            thesis,
            sections: [{ id: 'financial_performance', paragraphs }],
            bear: texts.map((statement) => ({ statement, claim_ids: claimIds })),
            risks: texts,
          },
        };
        const outputs = Object.fromEntries(Object.entries(all).filter(([stage]) => stages.includes(stage)));
        const { publication } = published({ outputs });
        assert.deepEqual(codes(publication.qa.blocking_defects), []);
      }),
      { numRuns: sampled(80, 3_000) },
    );
  });
});
