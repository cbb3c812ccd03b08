import assert from 'node:assert/strict';
import { atOnce } from '../../../../core/research/port/index.ts';
import {
  readReport,
  readReportInSteps,
  type StoredReport,
} from '../../../../core/research/publication/index.ts';
import { OLD_REPORT, wholeReport } from '../../../support/stored-dossier.ts';

const RULE = 'research/Publication payloads';
const inSteps = (payload: unknown): StoredReport => atOnce(readReportInSteps(payload));
const isTaken = (read: (payload: unknown) => StoredReport, payload: unknown): boolean => {
  try {
    read(payload);
    return true;
  } catch {
    return false;
  }
};

/** Every place of a value, as the steps to it; of lists those of the first entry. */
function placesOf(value: unknown, to: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  return (Array.isArray(value) ? entries.slice(0, 1) : entries).flatMap(([key, inner]) => {
    const here = [...to, Array.isArray(value) ? Number(key) : key];
    return [here, ...placesOf(inner, here)];
  });
}

function changed(value: object, place: readonly (string | number)[], to: unknown): object {
  const copy = structuredClone(value);
  const last = place.at(-1) ?? '';
  const holder = place
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>(
      (at, step) => at[step] as Record<string | number, unknown>,
      copy as Record<string, unknown>,
    );
  if (to === undefined) delete holder[last];
  else holder[last] = to;
  return copy;
}

describe('a report that is read in steps', () => {
  it(`${RULE}: is the same as one read at once, of either version`, () => {
    for (const payload of [wholeReport(), OLD_REPORT])
      assert.deepEqual(inSteps(payload), readReport(payload));
  });

  const changes: readonly (readonly [what: string, to: unknown])[] = [
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['a list', []],
    ['an object with an unknown key', { unknown: 1 }],
    ['no number', Number.NaN],
  ];
  for (const [what, to] of changes)
    it(`${RULE}: is refused where one read at once is: any part of it ${what}`, () => {
      const whole = wholeReport();
      const places = placesOf(whole).filter((place) => typeof place.at(-1) === 'string' || to !== undefined);
      assert.ok(places.length > 130, String(places.length));
      const differing = places.filter((place) => {
        const payload = changed(whole, place, to);
        return isTaken(readReport, payload) !== isTaken(inSteps, payload);
      });
      assert.deepEqual(differing, []);
    });

  it(`${RULE}: is refused for an unknown key in its last source as well`, () => {
    const { sources, ...rest } = wholeReport();
    const payload = { ...rest, sources: [...sources, { ...sources[0], note: 'x' }] };
    assert.throws(() => inSteps(payload), { name: 'ValidationError' });
  });

  it('takes as many breaks as it has entries, so that others are served meanwhile', () => {
    const whole = wholeReport();
    const steps = readReportInSteps(whole);
    let breaks = 0;
    while (steps.next().done !== true) breaks += 1;
    const { facts, conflicts, claims, sources } = whole;
    assert.equal(breaks, 1 + facts.length + conflicts.length + claims.length + sources.length);
  });

  for (const payload of [null, 7, 'text', [], {}])
    it(`${RULE}: ${JSON.stringify(payload)} is no report`, () =>
      assert.equal(isTaken(inSteps, payload), false));
});
