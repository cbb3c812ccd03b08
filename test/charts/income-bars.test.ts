import assert from 'node:assert/strict';
import { incomeBars, monthlyBars } from '../../charts/index.ts';

const bar = (period: string, paid: number, expected = 0, unrecorded = 0) => ({
  period,
  paid,
  expected,
  unrecorded,
});

describe('charts/income bars', () => {
  it('stacks what is expected on what was paid, and names the months', () => {
    const { data, options } = incomeBars.config({ bars: [bar('2026-01', 100), bar('2026-02', 50, 30)] });
    assert.deepEqual(data.labels, ['Jan 2026', 'Feb 2026']);
    assert.deepEqual(
      data.datasets.map(({ label, data: values }) => [label, values]),
      [
        ['Paid', [100, 50]],
        ['Expected', [0, 30]],
      ],
    );
    assert.deepEqual([options?.scales?.['x']?.stacked, options?.scales?.['y']?.stacked], [true, true]);
    assert.match(String(options?.plugins?.subtitle?.text), /₹150 paid/);
  });

  it('says so where there is nothing, and has a table of the same facts', () => {
    const empty = incomeBars.config({ bars: [bar('2026-01', 0)] });
    assert.deepEqual(empty.data.datasets, []);
    assert.deepEqual(incomeBars.table({ bars: [bar('2025', 100, 20, 5)] }), {
      caption: 'Income',
      columns: ['When', 'Paid', 'Expected', 'Overdue'],
      rows: [['2025', '₹100.00', '₹20.00', '₹5.00']],
    });
  });

  it('says what is expected where all of it is still to come, and nothing of what was paid', () => {
    const ahead = { bars: [bar('2026-03', 0, 30), bar('2026-04', 0), bar('2026-05', 0, 20)] };
    const { data, options } = incomeBars.config(ahead);
    assert.deepEqual(
      data.datasets.map(({ label, data: values }) => [label, values]),
      [['Expected', [30, 0, 20]]],
    );
    assert.match(String(options?.plugins?.subtitle?.text), /₹50 expected/);
    assert.deepEqual(incomeBars.table(ahead), {
      caption: 'Income',
      columns: ['When', 'Expected'],
      rows: [
        ['Mar 2026', '₹30.00'],
        ['Apr 2026', '₹0.00'],
        ['May 2026', '₹20.00'],
      ],
    });
  });
});

describe('charts/income bars: months of a summary', () => {
  const sum = (month: string, paid: number) => ({ month, paid, expected: 0, unrecorded: 0 });

  it('has every month from the first to the last, also over a new year, and keeps the last ones', () => {
    const all = monthlyBars([sum('2025-11', 5), sum('2026-02', 7)], 24);
    assert.deepEqual(
      all.map(({ period, paid }) => [period, paid]),
      [
        ['2025-11', 5],
        ['2025-12', 0],
        ['2026-01', 0],
        ['2026-02', 7],
      ],
    );
    assert.deepEqual(
      monthlyBars([sum('2025-11', 5), sum('2026-02', 7)], 2).map(({ period }) => period),
      ['2026-01', '2026-02'],
    );
    assert.deepEqual(monthlyBars([], 12), []);
  });
});
