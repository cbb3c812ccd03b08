import assert from 'node:assert/strict';
import { connectionWords } from '../../../../core/platform/database/connection-census.ts';

describe('connections of all processes against those of the server', () => {
  const census = { most: 97, open: 30, munim: 24, processes: 3, perProcess: 8 };

  it('used, free and wanted connections, by hand: 97 − 30 = 67 free, 3 × 8 = 24 wanted', () => {
    assert.deepEqual(connectionWords(census), {
      line: '30 of 97 in use, 67 free; Munim uses 24, and at most 24 (3 × 8)',
      advice: null,
    });
  });

  it('advises if the processes may want more than other programs leave: 97 − (30 − 24) = 91 are left for 12 × 8 = 96', () => {
    assert.match(
      connectionWords({ ...census, processes: 12 }).advice ?? '',
      /may want 96 connections, and 91 are left/,
    );
    assert.equal(connectionWords({ ...census, processes: 11 }).advice, null);
  });
});
