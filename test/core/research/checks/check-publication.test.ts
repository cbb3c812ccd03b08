import assert from 'node:assert/strict';
import { sealPacket } from '../../../../core/research/index.ts';
import {
  parsePublication,
  REQUIRED_SECTIONS,
  sealPublication,
} from '../../../../core/research/publication/index.ts';
import {
  defectsOf,
  type Draft,
  type HeldAgainst,
  qaStatusOf,
} from '../../../../core/research/checks/index.ts';
import { checkedReport } from '../../../support/checked-report.ts';

const { draft, against } = checkedReport();

/** The draft with other claims, facts or whatever is given by name. */
const altered = (given: Partial<Draft>): Draft => ({ ...draft, ...given });
const told = (given: Partial<Draft>, held: HeldAgainst = against) =>
  defectsOf(altered(given), held).map(({ code, path }) => `${code} ${path}`);

const claims = (claim_id: string, given: Partial<Draft['claims'][number]>) =>
  draft.claims.map((one) => (one.claim_id === claim_id ? { ...one, ...given } : one));
const section = (id: string, given: Partial<Draft['sections'][number]>) =>
  draft.sections.map((one) => (one.id === id ? { ...one, ...given } : one));

describe('decisions/Publication V2: the check of a report', () => {
  it('decisions/Publication V2: a report without a fault has no defect, passes, and keeps to the form', () => {
    const defects = defectsOf(draft, against);
    assert.deepEqual(defects, []);
    const qa = { status: qaStatusOf(defects, false), blocking_defects: defects };
    assert.equal(qa.status, 'PASS');
    parsePublication(sealPublication({ ...draft, qa }));
  });

  it('research/States and transitions: with a defect it fails; what no editor finished is UNAVAILABLE, defects or not', () => {
    const [one] = defectsOf(altered({ sections: [] }), against);
    assert.ok(one);
    assert.equal(qaStatusOf([one], false), 'FAIL');
    assert.equal(qaStatusOf([one], true), 'UNAVAILABLE');
    assert.equal(qaStatusOf([], true), 'UNAVAILABLE');
  });

  const cases: readonly (readonly [what: string, given: Partial<Draft>, expected: readonly string[]])[] = [
    [
      'a paragraph cites a claim that is not there',
      {
        sections: section('catalysts', {
          paragraphs: [{ text: 'A dividend was paid.', claim_ids: ['c4', 'c99'] }],
        }),
      },
      ['DANGLING_CLAIM sections.catalysts.paragraphs.0'],
    ],
    [
      'a claim cites a fact that is not there',
      { claims: claims('c6', { fact_ids: ['revenue.consolidated.fy2031'] }) },
      ['DANGLING_FACT claims.c6'],
    ],
    [
      'a claim names a source that is not there',
      { claims: claims('c6', { source_ids: ['news:invented'] }) },
      ['DANGLING_SOURCE claims.c6'],
    ],
    [
      'a fact was worked out from one that is not there',
      {
        facts: draft.facts.map((one) =>
          one.derivation === null
            ? one
            : { ...one, derivation: { ...one.derivation, inputs: ['revenue.none'] } },
        ),
      },
      [
        'DANGLING_FACT facts.revenue_growth_pct.consolidated.fy2026',
        'UNUSED_FACT facts.revenue.consolidated.fy2025',
      ],
    ],
    [
      'a claim that nothing cites',
      {
        claims: [
          ...draft.claims,
          { claim_id: 'c7', text: 'It rains.', label: 'AI_INFERENCE', fact_ids: [], source_ids: [] },
        ],
      },
      ['UNUSED_CLAIM claims.c7'],
    ],
    [
      'a source that nothing rests on',
      { sources: [...draft.sources, { ...draft.sources[0]!, source_id: 'nse_filings:other' }] },
      ['UNUSED_SOURCE sources.nse_filings:other', 'DANGLING_SOURCE sources.nse_filings:other'],
    ],
    [
      'a figure that was calculated is called verified',
      { claims: claims('c2', { label: 'VERIFIED_FACT' }) },
      ['LABEL_WITHOUT_FACT claims.c2'],
    ],
    [
      'a figure that was reported is called calculated',
      { claims: claims('c1', { label: 'CALCULATED_FACT' }) },
      ['LABEL_WITHOUT_FACT claims.c1'],
    ],
    [
      'a fact is claimed and none is cited',
      { claims: claims('c6', { label: 'VERIFIED_FACT' }) },
      ['LABEL_WITHOUT_FACT claims.c6'],
    ],
    [
      'a claim that nothing supports is published',
      { claims: claims('c6', { label: 'UNSUPPORTED' }) },
      ['LABEL_WITHOUT_FACT claims.c6'],
    ],
    [
      'a fact is claimed on a figure of an aggregator',
      { facts: draft.facts.map((one) => (one.metric === 'close' ? { ...one, is_validated: false } : one)) },
      ['LABEL_WITHOUT_FACT claims.c3'],
    ],
    [
      'a paragraph prints a number that its claims do not have, though another fact has it',
      {
        sections: section('catalysts', {
          paragraphs: [{ text: 'The price is ₹246.95.', claim_ids: ['c4'] }],
        }),
      },
      ['UNSUPPORTED_NUMBER sections.catalysts.paragraphs.0'],
    ],
    [
      'a claim prints a number that its facts do not have',
      { claims: claims('c1', { text: 'Revenue was ₹1,130 crore in FY2026.' }) },
      ['UNSUPPORTED_NUMBER claims.c1'],
    ],
    [
      'a number in the thesis that no fact of the report has',
      { thesis: 'It will earn ₹500 crore.' },
      ['UNSUPPORTED_NUMBER thesis'],
    ],
    ['a number among the risks', { risks: ['Steel may cost 30% more.'] }, ['UNSUPPORTED_NUMBER risks.0']],
    [
      'a number in the words of the committee',
      { committee: { ...draft.committee, why_not: 'It should trade at 35 times.' } },
      ['UNSUPPORTED_NUMBER committee.why_not'],
    ],
    [
      'a segment has a share that no fact gives it',
      { segment_views: [{ name: 'Pumps', revenue_share_pct: 70, thesis: 'The core.' }] },
      ['UNSUPPORTED_NUMBER segment_views.0.revenue_share_pct'],
    ],
    [
      'a peer has a return that no fact gives it',
      {
        peer_set: [
          { symbol: 'DEEP', name: 'Deep', rating: 'HOLD', return_1y_pct: 12.4, rationale: 'Alike.' },
        ],
      },
      ['UNSUPPORTED_NUMBER peer_set.0.return_1y_pct'],
    ],
    [
      'a required section says nothing',
      {
        sections: section('guidance_and_outlook', { paragraphs: [] }),
        claims: draft.claims.filter((one) => one.claim_id !== 'c5'),
        facts: draft.facts.filter((one) => one.value_high === null),
        sources: draft.sources.filter((one) => one.provider !== 'nse_announcements'),
      },
      ['EMPTY_SECTION sections.guidance_and_outlook'],
    ],
    [
      'nobody told the name of the company',
      { identity: { ...draft.identity, company_name: 'kaveri', name_source: 'TICKER' } },
      ['UNRESOLVED_COMPANY_IDENTITY identity.company_name'],
    ],
    [
      'a display name that is the ticker counts as none',
      { identity: { ...draft.identity, company_name: draft.identity.symbol } },
      ['UNRESOLVED_COMPANY_IDENTITY identity.company_name'],
    ],
    [
      'the hash of a source is another',
      {
        sources: draft.sources.map((one, at) =>
          at === 0 ? { ...one, evidence_hash: `sha256:${'a'.repeat(64)}` } : one,
        ),
      },
      ['HASH_MISMATCH sources.nse_filings:results'],
    ],
    [
      'a source was published after the cut-off',
      { as_of: '2026-05-31T00:00:00.000Z' },
      draft.sources.map(({ source_id }) => `AFTER_CUTOFF sources.${source_id}`),
    ],
    [
      'in a report about the past a source has no date and is called verified',
      { sources: draft.sources.map((one, at) => (at === 0 ? { ...one, published_at: null } : one)) },
      ['AFTER_CUTOFF sources.nse_filings:results'],
    ],
  ];
  for (const [what, given, expected] of cases)
    it(`decisions/Publication V2: ${what}`, () => {
      assert.deepEqual(told(given), expected);
    });

  for (const id of REQUIRED_SECTIONS) {
    it(`research/Evidence acquisition rules 12: without the section ${id} it is not approved`, () => {
      const codes = told({ sections: draft.sections.filter((one) => one.id !== id) });
      assert.ok(codes.includes(`MISSING_SECTION sections.${id}`));
    });

    it(`research/Evidence-family policy matrix: second-hand evidence for ${id} is not enough, whatever it is called`, () => {
      const [own] = draft.sections.filter((one) => one.id === id);
      const weak = { ...own!.coverage, achieved: 'AGGREGATOR' as const };
      const expected = [`INSUFFICIENT_AUTHORITY_FOR_COVERAGE sections.${id}`];
      assert.deepEqual(told({ sections: section(id, { coverage: { ...weak, covered: true } }) }), expected);
      assert.deepEqual(
        told({
          sections: section(id, {
            coverage: { ...weak, covered: false, reason: 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE' },
          }),
        }),
        expected,
      );
    });
  }

  it('research/Evidence, claims and facts 5: a packet that was altered after it was sealed is told by its hash', () => {
    const packets = against.packets.map((one, at) => (at === 0 ? { ...one, title: 'Other results' } : one));
    assert.deepEqual(told({}, { ...against, packets }), ['HASH_MISMATCH sources.nse_filings:results']);
    const sealed = against.packets.map((one) => sealPacket(one, one));
    assert.deepEqual(told({}, { ...against, packets: sealed }), []);
  });
});
