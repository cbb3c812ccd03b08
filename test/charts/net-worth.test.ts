import assert from 'node:assert/strict';
import { netWorth, type NetWorthDay } from '../../charts/index.ts';

const at = (
  date: string,
  assets: number | null,
  liabilities: number | null,
  basis = 'RECORDED',
): NetWorthDay => ({
  date,
  assets,
  liabilities,
  net_worth: assets === null || liabilities === null ? null : assets - liabilities,
  liabilities_basis: basis as NetWorthDay['liabilities_basis'],
});

describe('charts/net-worth', () => {
  const points = [
    at('2026-01-03', 1200, 300),
    at('2026-01-01', 1000, 300, 'CURRENT'),
    at('2026-01-02', null, 300),
    at('no day', 1, 1),
  ];
  const { data, options } = netWorth.config({ points });
  const subtitle = (config: typeof options) => [config?.plugins?.subtitle?.text].flat().join(' ');

  it('draws both lines by day, an unknown day as a gap', () => {
    assert.deepEqual(
      data.datasets.map(({ label, data: drawn }) => [label, drawn.map((one) => (one as { y: number }).y)]),
      [
        ['Net worth', [700, null, 900]],
        ['Owned', [1000, null, 1200]],
      ],
    );
    const [first] = netWorth.config({ points: [at('2026-01-01', 5, null), at('2026-01-02', 5, 1)] }).data
      .datasets;
    assert.deepEqual(
      first?.data.map((one) => (one as { y: number | null }).y),
      [null, 4],
    );
    assert.deepEqual(first?.pointRadius, [0, 3.5]);
  });

  it('says which days are less what is owed today, and is silent where all are recorded', () => {
    assert.match(
      subtitle(options),
      /net worth ₹900 · owed ₹300 · before 3 Jan 2026, less today’s liabilities/,
    );
    assert.doesNotMatch(subtitle(netWorth.config({ points: [at('2026-01-03', 1, 0)] }).options), /before/);
  });

  it('a debt larger than all that is owned goes under zero; nothing at all says so', () => {
    const under = netWorth.config({ points: [at('2026-01-01', 1, 5), at('2026-01-02', 2, 5)] });
    assert.deepEqual(
      under.data.datasets[0]?.data.map((one) => (one as { y: number }).y),
      [-4, -3],
    );
    const none = netWorth.config({ points: [] });
    assert.equal(none.data.datasets.length, 0);
    assert.equal(none.options?.plugins?.note?.text, 'No data yet');
  });

  it('has a table of the same facts', () => {
    assert.deepEqual(netWorth.table({ points }, { currency: 'INR' }), {
      caption: 'Net worth',
      columns: ['When', 'Owned', 'Owed', 'Net worth'],
      rows: [
        ['1 Jan 2026', '₹1,000.00', '₹300.00 (as of today)', '₹700.00'],
        ['2 Jan 2026', '—', '₹300.00', '—'],
        ['3 Jan 2026', '₹1,200.00', '₹300.00', '₹900.00'],
      ],
    });
  });
});
