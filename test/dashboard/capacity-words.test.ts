import assert from 'node:assert/strict';
import {
  count,
  firstLine,
  growthWords,
  limitWords,
  size,
  unknownLines,
} from '../../api/dashboard/src/pages/settings/capacity-words.ts';

const limit = (change: object = {}) => ({
  kind: 'JOB' as const,
  name: 'hourly',
  label: 'Hourly values',
  unit: 'ms' as const,
  used: 3000,
  most: 600_000,
  used_pct: 0.5,
  people_fit: 20_000,
  days_left: null,
  measured_at: null,
  evidence: null,
  reason: null,
  ...change,
});

describe('words of the capacity of the server', () => {
  it('names the limit that would run out first, with the room that is left', () => {
    assert.equal(
      firstLine({ first: 'hourly', limits: [limit()] }),
      'Hourly values would run out first: 0.5 % is used, with room for 20,000 people.',
    );
    assert.equal(
      firstLine({ first: 'hourly', limits: [limit({ people_fit: null })] }),
      'Hourly values would run out first: 0.5 % is used.',
    );
    assert.equal(firstLine({ first: null, limits: [] }), 'Nothing is measured yet.');
  });

  it('shows unknown figures as a dash, and a tiny share as less than a tenth of a percent', () => {
    const nothing = { used_pct: null, people_fit: null };
    assert.deepEqual(limitWords(limit(nothing)), { used: '—', room: '—' });
    assert.deepEqual(limitWords(limit({ used_pct: 0, people_fit: null, days_left: 1200 })), {
      used: 'under 0.1 %',
      room: '1,200 days',
    });
    assert.deepEqual([count(null), count(0)], ['—', '0']);
  });

  it('lists unknown figures once for each reason', () => {
    const counts = [{ label: 'Closes', rows: 3, reason: null }];
    const none = { used: null, reason: 'No run yet.' };
    assert.deepEqual(
      unknownLines({
        counts: [...counts, { label: 'Holdings', rows: null, reason: 'Not seen.' }],
        database: { bytes: 1, bytes_a_day: null, days: null, reason: 'Not seen.' },
        limits: [
          limit({ reason: 'Measured all the same.' }),
          limit(none),
          limit({ ...none, label: 'Alerts' }),
        ],
      }),
      ['Growth of the database, Holdings: Not seen.', 'Hourly values, Alerts: No run yet.'],
    );
  });

  it('writes sizes and growth with their unit', () => {
    assert.deepEqual([size(812_400), size(12_345_678), size(-2.5e9)], ['812 kB', '12.3 MB', '−2.5 GB']);
    assert.equal(
      growthWords({ bytes: 1, bytes_a_day: 2_000_000, days: 1, reason: null }),
      '2.0 MB a day over 1 day',
    );
    assert.equal(growthWords({ bytes: 1, bytes_a_day: null, days: null, reason: 'x' }), 'growth unknown');
  });
});
