import assert from 'node:assert/strict';
import { holdingPrice, type HoldingPriceData, themes } from '../../charts/index.ts';

const DATA: HoldingPriceData = {
  closes: [
    { date: '2026-01-05', close: 200 },
    { date: '2026-01-06', close: 210 },
    { date: '2026-01-07', close: 190 },
  ],
  trades: [
    { date: '2026-01-05', type: 'BUY', quantity: 20, price: 201 },
    { date: '2026-01-07', type: 'SELL', quantity: 5, price: 192.5 },
  ],
  average_cost: 201,
};

describe('charts/holding-price', () => {
  const { data, options } = holdingPrice.config(DATA);
  const named = (label: string) => data.datasets.find((one) => one.label === label);

  it('draws the closes, the trades as triangles that point up and down, and the average cost as a thin line', () => {
    assert.deepEqual(
      data.datasets.map(({ label }) => label),
      ['Close', 'Average cost', 'Bought', 'Sold'],
    );
    assert.deepEqual(
      named('Close')?.data.map((one) => (one as { y: number }).y),
      [200, 210, 190],
    );
    const [bought, sold] = [named('Bought'), named('Sold')];
    assert.deepEqual([bought?.pointStyle, sold?.pointStyle], ['triangle', 'triangle']);
    assert.deepEqual([bought?.pointRotation, sold?.pointRotation], [0, 180]);
    assert.notEqual(bought?.backgroundColor, sold?.backgroundColor);
    assert.deepEqual(sold?.data, [{ x: Date.parse('2026-01-07'), y: 192.5 }]);
    assert.ok(Number(named('Average cost')?.borderWidth) < Number(named('Close')?.borderWidth));
    // A mark on the last day needs room beyond the plot, or half of it is cut off.
    assert.ok(Number(sold?.clip) > Number(sold?.pointRadius));
  });

  it('names nothing that is not there, and says so where there is nothing at all', () => {
    const labels = (given: Partial<HoldingPriceData>) =>
      holdingPrice.config({ ...DATA, ...given }).data.datasets.map(({ label }) => label);
    assert.deepEqual(labels({ trades: [], average_cost: null }), ['Close']);
    assert.deepEqual(labels({ closes: [] }), ['Average cost', 'Bought', 'Sold']);
    const empty = holdingPrice.config({ closes: [], trades: [], average_cost: 5 });
    assert.equal(empty.data.datasets.length, 0);
    assert.equal(empty.options?.plugins?.note?.text, 'No prices yet');
  });

  it('a configuration holds no function, and takes the colours of its surroundings', () => {
    assert.deepEqual(structuredClone({ data, options }), { data, options });
    const dark = holdingPrice.config(DATA, { theme: 'dark' });
    assert.equal(dark.data.datasets[0]?.borderColor, themes.dark.value);
  });

  it('keeps the highest and the lowest close of a long series', () => {
    const closes = Array.from({ length: 5000 }, (_, at) => ({
      date: new Date(Date.UTC(2012, 0, 1 + at)).toISOString().slice(0, 10),
      close: at === 2503 ? 900 : 100,
    }));
    const drawn = holdingPrice.config({ ...DATA, closes }, { width: 400 }).data.datasets[0]?.data as {
      y: number;
    }[];
    assert.ok(drawn.length <= 900, String(drawn.length));
    assert.equal(Math.max(...drawn.map(({ y }) => y)), 900);
  });

  it('has a table of the same facts', () => {
    assert.deepEqual(holdingPrice.table(DATA), {
      caption: 'Price and trades',
      columns: ['When', 'Close', 'Bought', 'Sold'],
      rows: [
        ['5 Jan 2026', '₹200.00', '20 at ₹201.00', ''],
        ['6 Jan 2026', '₹210.00', '', ''],
        ['7 Jan 2026', '₹190.00', '', '5 at ₹192.50'],
      ],
    });
  });
});
