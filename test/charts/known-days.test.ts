import assert from 'node:assert/strict';
import { allocation, benchmark, insteadOfLine, netWorth, valueOverTime } from '../../charts/index.ts';

type Config = Parameters<typeof insteadOfLine>[0];

describe('a chart that has nothing to draw is a sentence', () => {
  const at = (date: string, value: number | null) => ({ at: date, value, invested: null });
  const said = (...points: ReturnType<typeof at>[]) => insteadOfLine(valueOverTime.config(points) as Config);

  it('one known day is named as people write it, whatever unknown days are beside it', () => {
    const only = 'Only the value of 1 Mar 2024 is known. The line starts with a second day.';
    assert.equal(said(at('2024-03-01', 100)), only);
    assert.equal(said(at('2024-02-29', null), at('2024-03-01', 100), at('2024-03-04', null)), only);
  });

  it('two known days are a line, and two figures of one day are none', () => {
    assert.equal(said(at('2024-03-01', 100), at('2024-03-02', 101)), null);
    const both = [{ at: '2024-03-01', value: 100, invested: 90 }];
    assert.match(insteadOfLine(valueOverTime.config(both) as Config) ?? '', /^Only the value of 1 Mar 2024/);
  });

  it('a day of which only the cost is known has no value', () => {
    const cost = [{ at: '2024-03-01', value: null, invested: 90 }];
    assert.match(
      insteadOfLine(valueOverTime.config(cost) as Config) ?? '',
      /^Only the invested amount of 1 Mar 2024 is known\./,
    );
  });

  it('no known day has the words of its chart', () => {
    assert.equal(said(), 'No data yet. The line starts with the first import.');
    const nothing = benchmark.config({ points: [], portfolio: 'Mine', benchmark: 'NIFTY 50' });
    assert.equal(insteadOfLine(nothing as Config), 'Nothing to compare yet. Needs two recorded days.');
    assert.match(insteadOfLine(netWorth.config({ points: [] }) as Config) ?? '', /^No data yet\./);
  });

  it('a chart without days keeps its picture', () => {
    assert.equal(insteadOfLine(allocation.config({ slices: [], basis: 'value' }) as Config), null);
  });
});
