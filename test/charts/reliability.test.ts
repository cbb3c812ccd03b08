import assert from 'node:assert/strict';
import { type ReliabilityBin, reliability } from '../../charts/reliability.ts';

const bin = (tenth: number, given: Partial<ReliabilityBin> = {}): ReliabilityBin => ({
  from: tenth / 10,
  to: (tenth + 1) / 10,
  count: 0,
  mean_forecast: null,
  realised: null,
  ...given,
});
const bins = [bin(0), bin(3, { count: 4, mean_forecast: 0.35, realised: 0.25 })];

describe('chart of reliability', () => {
  it('what was said and what happened, in percent; a class without forecasts is a gap', () => {
    const { data } = reliability.config({ bins }, { theme: 'dark', width: 360 });
    assert.deepEqual(data.labels, ['0–10%', '30–40%']);
    assert.deepEqual(
      data.datasets.map((one) => one.data),
      [
        [null, 25],
        [null, 35],
      ],
    );
  });

  it('the table has every class, and the configuration is plain data', () => {
    const { caption, rows } = reliability.table({ bins });
    assert.match(caption, /^Reliability of forecasts: 4 forecasts/);
    assert.deepEqual(rows[1], ['30–40%', '4', '35.0%', '25.0%']);
    assert.notEqual(rows[0]?.[3], '0.0%');
    const config = reliability.config({ bins });
    assert.deepEqual(JSON.parse(JSON.stringify(config)), config);
    assert.deepEqual(reliability.config({ bins: [bin(0)] }).data.datasets, []);
  });
});
