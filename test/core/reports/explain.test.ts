import assert from 'node:assert/strict';
import {
  explanation,
  figureInput,
  shown,
  transactionInput,
  valueInput,
} from '../../../core/reports/explain.ts';
import { type Explanation, MOST_INPUTS } from '../../../core/reports/explanation.ts';

describe('explanations of figures', () => {
  const base = { figure: 'cagr_pct', unit: 'percent_points', formula: 'f', definition: 'cagr' };

  it('has the numbers in its formula where there is a value, and the reason where there is none', () => {
    const known: Explanation = explanation({ ...base, value: 9.5, worked: '(12 / 10) ^ (1 / 2) - 1' });
    assert.equal(known.worked, '(12 / 10) ^ (1 / 2) - 1');
    assert.equal(known.reason, null);
    const unknown = explanation({ ...base, value: null, worked: 'x', reason: 'Nothing was invested.' });
    assert.equal(unknown.worked, null);
    assert.equal(unknown.reason, 'Nothing was invested.');
  });

  it('of more inputs than it holds the heaviest stay, in their order, and all are counted', () => {
    const inputs = Array.from({ length: MOST_INPUTS + 50 }, (_, at) =>
      figureInput(`${at}`, at % 2 === 0 ? at : -at),
    );
    const { inputs: kept, inputs_total } = explanation({ ...base, value: 1, inputs });
    assert.equal(inputs_total, MOST_INPUTS + 50);
    // The fifty smallest are 0 to 49.
    assert.deepEqual(kept, inputs.slice(50));
    const picked = explanation({ ...base, value: 1, inputs: inputs.slice(0, 3), inputs_total: 9 });
    assert.equal(picked.inputs_total, 9);
  });

  it('names facts in words', () => {
    const trade = { id: '7', date: '2024-01-05', type: 'BUY', symbol: 'TCS', portfolio: 'Long term' };
    assert.equal(
      transactionInput({ ...trade, quantity: 1.5, amount: 100, currency: 'INR' }).label,
      'BUY 1.5 TCS in Long term',
    );
    const day = { portfolio: 'P', day: '2024-01-05', value: 5, currency: 'INR' };
    assert.deepEqual(
      [valueInput(day), valueInput({ ...day, basis: 'LEDGER' })].map(({ kind, source }) => [kind, source]),
      [
        ['snapshot', 'snapshot'],
        ['figure', 'ledger and price history'],
      ],
    );
    assert.equal(shown(-1234567.891, 'INR', 2), '-12,34,567.89');
    assert.equal(shown(1234567.891, 'USD', 2), '1,234,567.89');
    assert.equal(shown(-0.00001), '0');
  });
});
