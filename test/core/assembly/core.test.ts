import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testCore } from '../../support/core.ts';

describe('core', () => {
  it("takes the operator's own calendar days, and leaves out lines it cannot read", async () => {
    const folder: string = await mkdtemp(path.join(tmpdir(), 'munim-calendar-'));
    const file = path.join(folder, 'days.csv');
    await writeFile(
      file,
      'date,exchange,kind,reason\n2026-11-20,NSE,closed,Election day\nsoon,NSE,closed,Nobody knows\n',
    );
    const fixture = await testCore({ environment: { CALENDAR_FILE: file } });
    try {
      const { calendar } = fixture.core;
      assert.equal(calendar.isSession('NSE', '2026-11-20'), false);
      assert.equal(calendar.sessionReason('NSE', '2026-11-20'), 'Election day');
      assert.equal(calendar.isSession('NSE', '2026-11-19'), true);
    } finally {
      await fixture.close();
      await rm(folder, { recursive: true });
    }
  });
});
