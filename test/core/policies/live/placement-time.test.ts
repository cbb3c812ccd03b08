import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { isPlacementTime, placementEnd, sendingOf } from '../../../../core/policies/live/placement-time.ts';
import { istTime } from '../../../../core/platform/index.ts';

const calendar = createCalendar();
const HOURS = { POLICY_MARKET_OPEN: '09:15', POLICY_MARKET_CLOSE: '15:30' };
/** A moment in India: 2026-11-28 11:00. */
const moment = (words: string) => new Date(`${words.replace(' ', 'T')}:00+05:30`);

describe('portfolio/Policy rules 2: when the orders of a plan can be sent', () => {
  const CASES: readonly [what: string, now: string, expires: string, words: string][] = [
    [
      'over a weekend',
      '2026-11-28 11:00',
      '2026-11-30 22:30',
      'Can be sent on Monday, 30 Nov 2026, 09:15 to 15:30.',
    ],
    [
      'within the session',
      '2026-11-30 11:00',
      '2026-11-30 22:30',
      'Can be sent on Monday, 30 Nov 2026, 09:15 to 15:30.',
    ],
    [
      'until it expires within the session',
      '2026-11-27 18:00',
      '2026-11-30 12:30',
      'Can be sent on Monday, 30 Nov 2026, 09:15 to 12:30, when it expires.',
    ],
    [
      'never, where it expires first',
      '2026-11-27 18:00',
      '2026-11-27 22:00',
      'Cannot be sent: it expires on 27 Nov 2026, 22:00 IST, before orders can be sent again.',
    ],
    [
      'in an evening session',
      '2024-10-31 16:30',
      '2024-11-01 22:30',
      'Can be sent on Friday, 1 Nov 2024, 18:00 to 19:00.',
    ],
    [
      'after a session whose hours are not known, which is named',
      '2026-11-06 16:30',
      '2026-11-09 22:30',
      'Can be sent on Monday, 9 Nov 2026, 09:15 to 15:30. The hours of the session on Sunday, 8 Nov 2026 (Muhurat trading (Diwali, Laxmi Pujan)) are not known, so nothing is sent then.',
    ],
    [
      'never, where the hours of the only session are not known',
      '2026-11-06 16:30',
      '2026-11-08 22:30',
      'Cannot be sent: it expires on 8 Nov 2026, 22:30 IST, before orders can be sent again. The hours of the session on Sunday, 8 Nov 2026 (Muhurat trading (Diwali, Laxmi Pujan)) are not known, so nothing is sent then.',
    ],
  ];
  for (const [what, now, expires, words] of CASES)
    it(what, () => {
      const sending = sendingOf(calendar, HOURS, { expires_at: moment(expires) }, moment(now));
      assert.equal(sending.words, words);
      assert.equal(sending.from === null, words.startsWith('Cannot'));
    });

  it('agrees with a walk in steps of five minutes over a month of special sessions', () => {
    const expires = moment('2024-11-04 12:00');
    for (let at = moment('2024-10-30 00:00').getTime(); at < expires.getTime(); at += 155 * 60_000) {
      let next = at;
      while (next < expires.getTime() && !isPlacementTime(calendar, HOURS, new Date(next)))
        next += 5 * 60_000;
      const { from, until } = sendingOf(calendar, HOURS, { expires_at: expires }, new Date(at));
      assert.ok(from !== null && until !== null);
      assert.equal(Math.max(Date.parse(from), at), next);
    }
  });

  it('ends with the hours of the settings, and with those of the exchange in the evening', () => {
    const end = (now: string) => {
      const found = placementEnd(calendar, { ...HOURS, POLICY_MARKET_CLOSE: '15:00' }, moment(now));
      return found === null ? null : istTime(found);
    };
    assert.equal(end('2026-11-30 11:00'), '15:00');
    assert.equal(end('2024-11-01 18:10'), '19:00');
    assert.equal(end('2026-11-28 11:00'), null);
  });
});
