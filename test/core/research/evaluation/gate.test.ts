import assert from 'node:assert/strict';
import { gateDefects } from '../../../../core/research/evaluation/given-reports/index.ts';
import { type Publication, sealPublication } from '../../../../core/research/publication/index.ts';
import { publication } from '../../../support/publication.ts';
import { LEGACY } from '../../../support/evaluations.ts';

const codesOf = (report: Publication, nonFinite: readonly string[] = []): string[] =>
  gateDefects({ stored: { version: '2.0', publication: report }, nonFinite }).map(({ code }) => code);
const base = publication();

describe('research/States and transitions rules 9: the gate', () => {
  it('lets a report through whose ids resolve, whose check passed and whose hash fits', () => {
    assert.deepEqual(codesOf(base), []);
  });

  it('lets a report of the first version through, which has none of these', () => {
    assert.deepEqual(gateDefects({ stored: { version: '1.0', report: LEGACY }, nonFinite: [] }), []);
  });

  for (const [what, report, codes] of [
    ['a source that is not there', publication({ sources: [] }), ['DANGLING_SOURCE', 'DANGLING_SOURCE']],
    ['a fact that is not there', publication({ facts: [] }), ['DANGLING_FACT']],
    [
      'a claim that is not there',
      publication({ bull: [{ statement: 'Up.', claim_ids: ['c9'] }] }),
      ['DANGLING_CLAIM'],
    ],
    [
      'a quality check that failed',
      publication({ qa: { status: 'FAIL', blocking_defects: [] } }),
      ['QA_FAILED'],
    ],
    [
      'a blocking defect of its own',
      publication({
        qa: {
          status: 'UNAVAILABLE',
          blocking_defects: [{ code: 'UNSUPPORTED_NUMBER', path: 'thesis', message: 'No fact has 42.' }],
        },
      }),
      ['UNSUPPORTED_NUMBER'],
    ],
    [
      'a report that was changed after it was sealed',
      { ...base, thesis: 'Buy now.' },
      ['WRONG_PAYLOAD_HASH'],
    ],
    [
      'a figure that says NaN',
      publication({ facts: base.facts.map((one) => ({ ...one, value: 'NaN' })) }),
      ['NON_FINITE_NUMBER'],
    ],
    [
      'a figure that says N/A',
      publication({ facts: base.facts.map((one) => ({ ...one, value: 'N/A' })) }),
      ['NON_FINITE_NUMBER'],
    ],
    [
      'a range up to Infinity',
      publication({ facts: base.facts.map((one) => ({ ...one, value_high: 'Infinity' })) }),
      ['NON_FINITE_NUMBER'],
    ],
  ] as const)
    it(`stops ${what}`, () => {
      assert.deepEqual(codesOf(report), codes);
    });

  it('stops a number that is not finite, and does not blame the hash for what stood in for it', () => {
    assert.deepEqual(codesOf({ ...base, cost_usd_total: 1 }, ['cost_usd_total']), ['NON_FINITE_NUMBER']);
  });

  it('does not stop a report whose check could not be made and which has no defect', () => {
    assert.deepEqual(codesOf(publication({ qa: { status: 'UNAVAILABLE', blocking_defects: [] } })), []);
  });

  it('says nothing that a database could not keep', () => {
    const report = sealPublication({
      ...base,
      qa: {
        status: 'FAIL',
        blocking_defects: [{ code: 'BAD\u0000', path: 'x\ud800', message: `No\u0000 ${'x'.repeat(10_000)}` }],
      },
    });
    const [defect] = gateDefects({ stored: { version: '2.0', publication: report }, nonFinite: [] });
    assert.deepEqual([defect?.code, defect?.path], ['BAD', 'x']);
    assert.ok((defect?.message.length ?? Infinity) <= 500);
  });
});
