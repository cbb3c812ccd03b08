import assert from 'node:assert/strict';
import { failureOf, PRESETS, REPORTS } from './cli-failures.ts';

describe('the command-line provider: every report of a failure', () => {
  // Each kind by one of them in turn, and two kinds by all.
  for (const [at, [status, message, expected]] of REPORTS.entries())
    for (const speaks of status === 401 || status === 529 ? PRESETS : [PRESETS[at % 4] ?? 'codex'])
      it(`decisions/Provider chain: error classes: ${speaks} says ${message}: ${expected}`, async () => {
        const failure = await failureOf({ speaks, does: 'fail', status, message });
        assert.deepEqual([failure.class, failure.status, failure.reason], [expected, status, message]);
      });
});
