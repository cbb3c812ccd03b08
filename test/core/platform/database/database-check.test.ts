import assert from 'node:assert/strict';
import { createDatabaseCheck, createLog } from '../../../../core/platform/index.ts';
import { createWire } from '../../../support/database-wire.ts';
import { testDatabase, type TestDatabase } from '../../../support/postgres.ts';
import { limitsTimes } from '../../../support/time-limits.ts';

const SILENT = { database: 'no answer in time', migrations: 'no answer in time' };
const AWAY = { database: 'cannot be reached', migrations: 'cannot be reached' };

describe('the database check', () => {
  const wire = createWire();
  let database: TestDatabase;
  let through: string;
  before(async () => {
    database = await testDatabase();
    through = await wire.through(database.url);
  });
  after(async () => {
    await wire.cut();
    await database.drop();
  });
  // The clock tells the check how old an answer is, and nothing else: it stands still while a look lasts.
  let now = 0;
  const open = () =>
    createDatabaseCheck(through, createLog('silent'), limitsTimes(0.5).check, { now: () => now });

  // A timer that ended a millisecond early made "cannot be reached" of a server that said nothing.
  it('contract/Health: a database that says nothing gave no answer in time, whatever the clock says', async () => {
    const check = open();
    assert.deepEqual(await check.state(), { database: null, migrations: null });
    now += 5000;
    wire.freeze();
    assert.deepEqual(await check.state(), SILENT);
    const late = open();
    assert.deepEqual(await late.state(), SILENT, 'nor to one who connects');
    wire.thaw();
    now += 5000;
    assert.deepEqual(await check.state(), { database: null, migrations: null });
    await Promise.all([check.close(), late.close()]);
  });

  it('contract/Health: one that refuses the connection cannot be reached', async () => {
    await wire.cut();
    const check = open();
    assert.deepEqual(await check.state(), AWAY);
    await check.close();
    await wire.mend();
  });
});
