import assert from 'node:assert/strict';
import { decimal } from '../../../../core/platform/index.ts';
import { referenceFx } from '../../../../core/portfolio/valuation/fx.ts';
import { mergeHistory } from '../../../../core/portfolio/snapshots/invested-history.ts';
import type { HistoryPoint } from '../../../../core/portfolio/snapshots/view.ts';

const fx = referenceFx(80);
const change = (date: string, amount: number, currency = 'INR') => ({
  date,
  currency,
  amount: decimal(amount),
});

describe('history of value and invested', () => {
  it('carries what was invested on, in the base currency, and never a value', () => {
    const snapshots = [{ date: '2024-01-10', value: decimal(1900), invested: decimal(1800) }];
    const points: HistoryPoint[] = mergeHistory(
      [change('2024-01-05', 1000), change('2024-01-08', 10, 'USD'), change('2024-01-12', -300)],
      snapshots,
      'INR',
      fx,
      '2024-01-20',
      false,
    );
    // 1000; + 10 dollars at 80; the snapshot's own figures; 1800 − 300; the same today.
    assert.deepEqual(points, [
      { date: '2024-01-05', value: null, invested: 1000 },
      { date: '2024-01-08', value: null, invested: 1800 },
      { date: '2024-01-10', value: 1900, invested: 1800 },
      { date: '2024-01-12', value: null, invested: 1500 },
      { date: '2024-01-20', value: null, invested: 1500 },
    ]);
  });

  it('a trade entered after the snapshots changes what was invested on their days, and leaves no spike', () => {
    const snapshots = ['2024-01-10', '2024-01-11'].map((date) => ({
      date,
      value: decimal(1100),
      invested: decimal(1000),
    }));
    const changes = [change('2024-01-05', 1000), change('2024-01-08', 500)];
    const invested = (isLedgerWhole: boolean) =>
      mergeHistory(changes, snapshots, 'INR', fx, '2024-01-12', isLedgerWhole).map((point) => point.invested);
    assert.deepEqual(invested(true), [1000, 1500, 1500, 1500, 1500]);
    assert.deepEqual(invested(false), [1000, 1500, 1000, 1000, 1500]);
  });

  it('is unknown from the first amount that no rate converts', () => {
    const points = mergeHistory(
      [change('2024-01-05', 1000), change('2024-01-06', 5, 'EUR')],
      [],
      'INR',
      fx,
      '2024-01-07',
      true,
    );
    assert.deepEqual(
      points.map((point) => point.invested),
      [1000, null, null],
    );
  });

  it('is empty when there is neither a ledger nor a snapshot', () => {
    assert.deepEqual(mergeHistory([], [], 'INR', fx, '2024-01-07', true), []);
  });
});
