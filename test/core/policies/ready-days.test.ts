import assert from 'node:assert/strict';
import { readyDays } from '../../../core/policies/cycle/ready-days.ts';
import { panelOf, sessions } from '../../support/price-panel.ts';

const days = sessions('2024-01-01', '2024-03-28');

/** A panel of so many shares that have closes on the sessions where `has` says so, by the number of sessions before the last. */
function ready(shares: number, wanted: number, has: (share: number, left: number) => boolean): number {
  const rows = Object.fromEntries(
    Array.from({ length: shares }, (_, share) => [
      `S${share}`,
      days.map((_day, at) => (has(share, days.length - 1 - at) ? 100 : null)),
    ]),
  );
  const asked = days.slice(days.length - wanted);
  const found = readyDays(panelOf(days, rows), asked);
  assert.deepEqual(found, asked.slice(0, found.length), 'from the first on, without a gap');
  return found.length;
}

describe('the sessions that a policy may go through', () => {
  const cases: [
    string,
    [shares: number, wanted: number, has: (share: number, left: number) => boolean],
    number,
  ][] = [
    ['all closes are there', [10, 3, () => true], 3],
    ['those of today are not there yet', [10, 3, (_, left) => left > 0], 2],
    ['none are there', [10, 3, (_, left) => left > 2], 0],
    ['half of the shares are there', [10, 1, (share, left) => left > 0 || share < 5], 1],
    [
      'less than half are there: they are still being fetched',
      [10, 1, (share, left) => left > 0 || share < 4],
      0,
    ],
    ['a session without closes before one that has them is a hole', [10, 3, (_, left) => left !== 1], 3],
    ['the first session of all', [10, days.length, () => true], days.length],
    [
      'a share that is new is not missed on the days before',
      [10, 3, (share, left) => share < 8 || left < 2],
      3,
    ],
    ['no shares at all', [0, 3, () => true], 0],
    // Share by share, the newest sessions are there for one share before any of the others.
    [
      'after ten days without closes one share has all of them again',
      [10, 10, (share, left) => left > 9 || share === 0],
      0,
    ],
    // Six of ten do not trade any more. A month later nobody waits for them.
    ['most shares are suspended: nothing for a month', [10, 15, (share, left) => left > 14 || share < 4], 0],
    ['most shares have been suspended for long', [10, 30, (share, left) => left > 29 || share < 4], 30],
  ];
  for (const [title, asked, expected] of cases) it(title, () => assert.equal(ready(...asked), expected));

  it('nothing is wanted', () => {
    assert.deepEqual(readyDays(panelOf(days, {}), []), []);
  });
});
