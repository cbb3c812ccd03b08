import assert from 'node:assert/strict';
import { promotedFields, readReport } from '../../../../core/research/publication/index.ts';
import { publication } from '../../../support/publication.ts';

/** A report of the first version with all that it may have. */
const whole = {
  schema_version: '1.0',
  rating: 'HOLD',
  action: 'WATCH',
  confidence: 0.4,
  thesis: 'Fairly priced. Little to gain.',
  bull: ['Orders'],
  bear: ['Steel'],
  catalysts: ['Results in May 2025'],
  risks: ['Rain'],
  invalidations: ['A lost licence'],
  why_this_rating: 'The price is what the company is worth.',
  valuation_basis: 'DCF stub',
  segment_views: [{ name: 'Pumps', thesis: 'The core.' }],
  peer_set: [{ symbol: 'DEEP', name: 'Deep', rating: 'BUY', return_1y_pct: 3.5, rationale: 'Alike.' }],
};
const OPTIONAL = [
  'schema_version',
  'why_this_rating',
  'valuation_basis',
  'segment_views',
  'peer_set',
] as const;

const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

describe('reports of the first version', () => {
  it('research/Versioning 1: older reports stay readable, and publications are told from them by their version', () => {
    assert.deepEqual(readReport(whole), { version: '1.0', report: whole });
    const given = publication();
    assert.deepEqual(readReport(given), { version: '2.0', publication: given });
  });

  for (const name of OPTIONAL)
    it(`research/Report: an older report without ${name} is valid`, () => {
      const read = readReport(without(name));
      assert.equal(read.version, '1.0');
      assert.equal(name in promotedFields(read) && promotedFields(read)[name as never] !== null, false);
    });

  it('research/Report: without any of the newer fields nothing is promoted, and nothing is invented', () => {
    assert.deepEqual(promotedFields(readReport(without(...OPTIONAL))), {
      why_this_rating: null,
      valuation_basis: null,
    });
  });

  it('research/Report: the newer fields of either version come to the top', () => {
    const { why_this_rating, valuation_basis, segment_views, peer_set } = whole;
    assert.deepEqual(promotedFields(readReport(whole)), {
      why_this_rating,
      valuation_basis,
      segment_views,
      peer_set,
    });
    const given = publication();
    assert.equal(promotedFields(readReport(given)).peer_set, given.peer_set);
  });

  it('research/Report: what is malformed or unknown is refused and never read in part', () => {
    const wrong: Record<string, unknown>[] = [
      { ...whole, surprise: true },
      { ...whole, rating: 'MAYBE' },
      { ...whole, confidence: 'high' },
      { ...whole, confidence: Number.NaN },
      { ...whole, bull: 'Orders' },
      { ...whole, segment_views: [{ name: 'Pumps', thesis: 'x', catalysts: null }] },
      { ...whole, segment_views: [{ name: 'Pumps', thesis: 'x', revenue_share_pct: 101 }] },
      { ...whole, peer_set: [{ ...whole.peer_set[0], extra: 1 }] },
      { ...whole, schema_version: '3.0' },
      without('rating'),
      without('thesis'),
      { ...publication(), surprise: true },
    ];
    for (const payload of wrong) assert.throws(() => readReport(payload), { name: 'ValidationError' });
    for (const payload of [null, 'text', 7, []])
      assert.throws(() => readReport(payload), JSON.stringify(payload));
  });
});
