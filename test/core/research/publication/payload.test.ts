import assert from 'node:assert/strict';
import {
  isSealed,
  parsePublication,
  payloadHash,
  type Publication,
  REQUIRED_SECTIONS,
} from '../../../../core/research/publication/index.ts';
import { publication } from '../../../support/publication.ts';

type Path = readonly (string | number)[];

/** Every value within a value, by its path. */
function* within(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  yield { path, value };
  if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      yield* within(one, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** A copy in which the value at a path is another. */
function changed(value: unknown, path: Path, to: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return to;
  if (Array.isArray(value)) return value.map((one, at) => (at === first ? changed(one, rest, to) : one));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: changed(object[first], rest, to) };
}

const refused = (payload: unknown, what: string) =>
  assert.throws(() => parsePublication(payload), { name: 'ValidationError' }, what);

describe('the form of a publication', () => {
  const given = publication();

  it('decisions/Publication V2: a whole report keeps to the form, before and after it was JSON', () => {
    assert.deepEqual(parsePublication(given), given);
    assert.deepEqual(parsePublication(JSON.parse(JSON.stringify(given))), given);
  });

  it('research/Report: an unknown key is an error in every object of a report, at every depth', () => {
    let objects = 0;
    for (const { path, value } of within(given)) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      objects += 1;
      refused(changed(given, path, { ...value, surprise: 1 }), path.join('.'));
    }
    assert.ok(objects > 15);
  });

  it('decisions/Publication V2: numbers are finite or null, wherever they stand', () => {
    let numbers = 0;
    for (const { path, value } of within(given)) {
      if (typeof value !== 'number') continue;
      numbers += 1;
      for (const wrong of [Number.NaN, Infinity, -Infinity, '1', 'N/A'])
        refused(changed(given, path, wrong), `${path.join('.')} as ${wrong}`);
    }
    assert.ok(numbers > 6);
  });

  it('decisions/Publication V2: no field but the optional two may be missing', () => {
    for (const { path } of within(given)) {
      const key = path.at(-1);
      if (typeof key !== 'string' || path.some((one) => typeof one === 'number')) continue;
      const without = changed(given, path, undefined);
      if (['segment_views', 'peer_set'].includes(path.join('.')))
        assert.doesNotThrow(() => parsePublication(without));
      else refused(without, path.join('.'));
    }
  });

  it('research/Report: catalysts and risks of a segment are lists or left out, never null and never text', () => {
    for (const name of ['catalysts', 'risks']) {
      const path = ['segment_views', 0, name];
      assert.doesNotThrow(() => parsePublication(changed(given, path, undefined)));
      for (const wrong of [null, 'one', {}, [1], [null], ['']]) refused(changed(given, path, wrong), name);
    }
  });

  it('research/Report: a segment has a share from 0 to 100, and a confidence is from 0 to 1 or unknown', () => {
    for (const [path, good, bad] of [
      [
        ['segment_views', 0, 'revenue_share_pct'],
        [0, 100, 33.3],
        [-0.1, 100.1],
      ],
      [
        ['decision', 'confidence'],
        [0, 1, null],
        [-0.01, 1.01],
      ],
    ] as const) {
      for (const one of good) assert.doesNotThrow(() => parsePublication(changed(given, path, one)));
      for (const one of bad) refused(changed(given, path, one), `${path.join('.')} ${one}`);
    }
  });

  it('research/Report: why_this_rating has at most 60 words', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    assert.doesNotThrow(() => parsePublication({ ...given, why_this_rating: words(60) }));
    refused({ ...given, why_this_rating: words(61) }, '61 words');
  });

  it('decisions/Publication V2: a rating, an action and a basis are of their lists', () => {
    for (const [path, wrong] of [
      [['decision', 'rating'], 'STRONG_BUY'],
      [['decision', 'rating'], 'buy'],
      [['decision', 'action'], 'SHORT'],
      [['valuation_basis'], 'Gut feeling'],
      [['sections', 0, 'id'], 'horoscope'],
      [['peer_set', 0, 'rating'], null],
    ] as const)
      refused(changed(given, path, wrong), path.join('.'));
  });

  it('decisions/Publication V2: four sections are required, one for each family that gates', () => {
    assert.deepEqual(REQUIRED_SECTIONS, [
      'financial_performance',
      'market_and_valuation',
      'catalysts',
      'guidance_and_outlook',
    ]);
  });
});

describe('the hash of a publication', () => {
  const given = publication();
  /** What tells how a report came about, not what it says. */
  const ASIDE = ['run_id', 'generated_at', 'stages', 'cost_usd_total', 'payload_hash'];

  it('decisions/Publication V2: the hash is over what a report says, whatever the order of its keys', () => {
    assert.match(given.payload_hash, /^sha256:[0-9a-f]{64}$/);
    const turned = Object.fromEntries(Object.entries(given).toReversed()) as Publication;
    assert.equal(payloadHash(turned), given.payload_hash);
    assert.ok(isSealed(given));
  });

  it('decisions/Publication V2: any other word or figure gives another hash; another run, cost or hour does not', () => {
    for (const { path, value } of within(given)) {
      if (typeof value === 'object' && value !== null) continue;
      const other = changed(given, path, typeof value === 'number' ? value + 1 : `${String(value)}!`);
      const isAside = ASIDE.includes(String(path[0])) || path.at(-1) === 'fetched_at';
      assert.equal(payloadHash(other as Publication) === given.payload_hash, isAside, path.join('.'));
    }
  });
});
