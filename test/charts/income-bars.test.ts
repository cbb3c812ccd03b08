import assert from 'node:assert/strict';
import { incomeBars } from '../../charts/index.ts';

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
      columns: ['When', 'Paid', 'Expected', 'No payment on record'],
      rows: [['2025', '₹100.00', '₹20.00', '₹5.00']],
    });
  });
});
