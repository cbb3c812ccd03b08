import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  PAPER_CYCLE_TRANSITIONS,
  POLICY_STATUSES,
  POLICY_TRANSITIONS,
  type PolicyEvent,
} from '../../../core/policies/states.ts';
import { STATES_FILE, statesDocument } from './states-document.ts';

describe('states of policies', () => {
  it('the document is what the tables say', async () => {
    assert.equal(
      await readFile(STATES_FILE, 'utf8'),
      statesDocument(),
      'run npx tsx test/core/policies/write-states.ts',
    );
    for (const words of ['ACTIVE --> PAUSED: pause', 'FAILED --> SIGNALS: retry (no plan, no trades)'])
      assert.ok(statesDocument().includes(words), words);
  });

  it('portfolio/States: retired is the end, and a policy has one way for each event', () => {
    const froms: readonly string[] = POLICY_TRANSITIONS.flatMap(({ from }) => [...from]);
    assert.ok(!froms.includes('RETIRED'));
    const events: readonly PolicyEvent[] = POLICY_TRANSITIONS.map(({ event }) => event);
    assert.equal(new Set(events).size, events.length);
    for (const status of POLICY_STATUSES.filter((one) => one !== 'RETIRED'))
      assert.ok(froms.includes(status));
  });

  it('portfolio/States, cycle on paper: an end is left by a retry of what failed, and by a rebalance where the session was only valued', () => {
    const froms = new Set<string>(
      PAPER_CYCLE_TRANSITIONS.filter(({ event }) => event !== 'run').flatMap(({ from }) => [...from]),
    );
    assert.deepEqual(
      PAPER_CYCLE_TRANSITIONS.filter(({ event }) => event === 'run').map(({ from }) => [...from]),
      [['NOOP']],
    );
    const ends = PAPER_CYCLE_TRANSITIONS.map(({ to }) => to).filter((to) => !froms.has(to));
    assert.deepEqual([...new Set<string>(ends)].sort(), ['EXECUTED', 'NOOP', 'PARTIAL']);
  });
});
