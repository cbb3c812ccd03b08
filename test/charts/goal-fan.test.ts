import assert from 'node:assert/strict';
import { goalFan } from '../../charts/index.ts';

const points = [
  { date: '2026-01-01', expected: 100, paid_in: 100, p10: 100, p90: 100 },
  { date: '2030-01-01', expected: 200, paid_in: 140, p10: 120, p90: 310 },
];

describe('charts/goal-fan', () => {
  it('draws expected, paid in and the target; the band lies between its two edges', () => {
    const { data } = goalFan.config({ points, target: 250 });
    assert.deepEqual(
      data.datasets.map(({ label, fill }) => [label, fill]),
      [
        ['Expected', false],
        ['Paid in', false],
        ['Target', false],
        ['Low', '+1'],
        ['High', false],
      ],
    );
    assert.deepEqual(data.datasets[2]?.data, [
      { x: Date.parse('2026-01-01'), y: 250 },
      { x: Date.parse('2030-01-01'), y: 250 },
    ]);
  });

  it('has no band where the swing is not known, and says so where there is nothing to project', () => {
    const bare = points.map((one) => ({ ...one, p10: null, p90: null }));
    assert.equal(goalFan.config({ points: bare, target: 250 }).data.datasets.length, 3);
    const empty = goalFan.config({ points: [], target: 250 });
    assert.equal(empty.data.datasets.length, 0);
    assert.equal(empty.options?.plugins?.note?.text, 'Nothing to project');
    assert.deepEqual(goalFan.table({ points: bare, target: 250 }).rows[1], [
      '1 Jan 2030',
      '₹200.00',
      '₹140.00',
      '—',
      '—',
    ]);
  });

  it('draws the plan of today beside what is tried, over the days of both', () => {
    const plan = [
      { date: '2026-01-01', expected: 100 },
      { date: '2031-01-01', expected: 130 },
    ];
    const { data, options } = goalFan.config({ points, target: 250, plan });
    assert.deepEqual(
      data.datasets.map(({ label }) => label),
      ['Expected', 'Today’s plan', 'Paid in', 'Target', 'Low', 'High'],
    );
    assert.equal(options?.scales?.['x']?.max, Date.parse('2031-01-01'));
    const { columns, rows } = goalFan.table({ points, target: 250, plan });
    assert.deepEqual(columns.slice(0, 3), ['When', 'Expected', 'Today’s plan']);
    assert.deepEqual(
      rows.map((row) => row.slice(0, 3)),
      [
        ['1 Jan 2026', '₹100.00', '₹100.00'],
        ['1 Jan 2030', '₹200.00', '—'],
      ],
    );
  });
});
