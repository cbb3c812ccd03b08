import assert from 'node:assert/strict';
import { ANALYSIS_STAGES } from '../../../../core/research/analysis/index.ts';
import { placeOf, toRemovedView } from '../../../../core/research/runs/dossier/removed-words.ts';

const RULE = 'research/Evidence, claims and facts 2';
const one = (path: string, code: string, detail = 'It prints 98,765.') => ({ path, code, detail });

describe('what was removed from a report, in words', () => {
  const places: readonly (readonly [path: string, place: string])[] = [
    ['EDITOR.sections.financial_performance.0', 'Revenue and profit'],
    ['EDITOR.sections.nowhere.0', 'Report'],
    ['EDITOR.bull.3', 'The case for it'],
    ['EDITOR.bear.0', 'The case against it'],
    ['EDITOR.why_this_rating', 'Why this rating'],
    ['BEAR_CASE.statements.2', 'The case against it'],
    ['VALUATION.findings.0', 'Valuation'],
    ['VALUATION.gaps.1', 'Valuation: what is missing'],
    ['PEERS_SECTOR.peers', 'Peers'],
    ['PEERS_SECTOR.peers.1', 'Peers'],
    ['PEERS_SECTOR.findings.1', 'Peers and sector'],
    ['BUSINESS_PROFILE.segments.0', 'Segments'],
    ['COMMITTEE.why_not', 'Why not another rating'],
    ['COMMITTEE.thesis_requirements.4', 'What the thesis needs'],
    ['thesis', 'Thesis'],
    ['risks.0', 'Risks'],
    ['risks_of.0', 'The report'],
    ['', 'The report'],
  ];
  for (const [path, place] of places)
    it(`${path} stood in: ${place}`, () => {
      assert.equal(placeOf(path), place);
    });

  it('every stage has its place', () => {
    for (const { stage, title } of ANALYSIS_STAGES) assert.equal(placeOf(`${stage}.findings.0`), title);
  });

  it(`${RULE}: statements that nothing supports are told apart from references and unusable texts`, () => {
    const codes = [
      'UNSUPPORTED_NUMBER',
      'UNKNOWN_PEER',
      'UNKNOWN_COMPANY',
      'UNKNOWN_FACT',
      'UNKNOWN_SOURCE',
      'UNKNOWN_CLAIM',
    ];
    const others = ['OTHER_LANGUAGE', 'EMPTY', 'toString'];
    const rows = [...codes, ...others].map((code) => one('thesis', code));
    const removed = toRemovedView([...rows, one('BUSINESS_PROFILE.segments.0', 'UNKNOWN_FACT')]);
    assert.deepEqual([removed.total, removed.unsupported], [10, 4]);
    assert.equal(removed.items[8]?.reason, 'It did not pass a check.');
    assert.equal(removed.items[9]?.reason, 'It was about a segment that does not appear in any filing.');
    assert.doesNotMatch(JSON.stringify(removed), /98,765/);
  });

  it('of many the first fifty are listed, and all are counted', () => {
    const many = Array.from({ length: 51 }, (_, nr) =>
      one(`risks.${nr}`, nr === 0 ? 'EMPTY' : 'OTHER_LANGUAGE'),
    );
    const { total, items } = toRemovedView(many);
    assert.deepEqual([total, items.length, items[0]?.code], [51, 50, 'EMPTY']);
  });

  it('what is stored in another shape is left out', () => {
    const none = { total: 0, unsupported: 0, items: [] };
    for (const stored of [undefined, null, {}, 'x', [], [null, 1, {}, { path: 1, code: 'EMPTY' }]])
      assert.deepEqual(toRemovedView(stored), none);
  });
});
