import assert from 'node:assert/strict';
import { Found } from './found.ts';
import { Pairs } from './pairs.ts';
import type { Kill } from './trial.ts';

const NOTHING_WRONG = { orders: 7, duplicates: 0, silent: [], lost: [], absent: 0, again: 0 };

describe('the crash matrix', () => {
  it('tells of its first twenty faults in full, and how often the others said what', () => {
    const written: string[] = [];
    const found = new Found((text) => void written.push(text));
    for (let nr = 1; nr <= 320; nr += 1)
      found.tell({ ...NOTHING_WRONG, silent: [`order CRASHONE${nr} (ABSENT): never sent`] }, { nr });
    found.close();
    assert.equal(written.length, 22);
    assert.equal(written[0], `--trial '{"nr":1}'\n  order CRASHONE1 (ABSENT): never sent\n`);
    assert.equal(written[21], '300 more attacks went wrong:\n    300  order … (ABSENT): never sent\n');
  });

  it('goes through every pair of a step and a fault once, and gives up where no process comes', () => {
    const course = new Map([...Array(40).keys()].map((nr) => [`step ${nr}`, 1]));
    const pairs = new Pairs(1, course);
    const killed = new Map<string, number>();
    for (let next = pairs.next(); next !== null; next = pairs.next()) {
      const { trial, hunt } = next;
      const kills: Kill[] = [];
      for (let nr = 0; nr < hunt.processes; nr += 1) {
        // Under the fault of refusals no process comes by the first three; beside another none comes by the next two.
        const barred = (name: string) =>
          (trial.fault === 'refused_funds' && /step [012]$/.test(name)) ||
          (trial.rival !== undefined && /step [34]$/.test(name));
        const found = [...(hunt.aim(kills)?.steps ?? [])].find((name) => !barred(name));
        if (found !== undefined) kills.push({ at: 'step', step: found, time: 1 });
      }
      for (const kill of kills) {
        const pair = `${trial.fault}: ${kill.at === 'step' ? kill.step : ''}`;
        killed.set(pair, (killed.get(pair) ?? 0) + 1);
      }
      pairs.done({ trial: { ...trial, kills }, kills, ...NOTHING_WRONG });
    }
    const faults = pairs.counts.pairs / 40;
    assert.equal(faults, 42);
    assert.deepEqual(pairs.counts, { pairs: 42 * 40, beside: 42 * 38 - 3, alone: 42 * 2 });
    assert.ok([...killed.values()].every((count) => count === 1));
  });
});
