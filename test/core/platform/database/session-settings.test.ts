import assert from 'node:assert/strict';
import { prepareDatabase } from '../../../../core/platform/database/migrate.ts';
import { testDatabase, type TestDatabase } from '../../../support/postgres.ts';

describe('settings of Postgres with which requests would fail', () => {
  let database: TestDatabase;
  let name: string;
  before(async () => {
    database = await testDatabase();
    name = new URL(database.url).pathname.slice(1);
  });
  after(async () => await database.drop());

  /** The address sets it for its own sessions. */
  const urlWith = (setting: string, value: string): string => {
    const url = new URL(database.url);
    url.searchParams.set('options', `-c ${setting}=${value.replaceAll(' ', '\\ ')}`);
    return url.href;
  };
  const settings: readonly [name: string, value: string][] = [
    ['DateStyle', 'SQL,DMY'],
    ['DateStyle', 'German'],
    ['default_transaction_isolation', 'serializable'],
    ['default_transaction_read_only', 'on'],
    ['standard_conforming_strings', 'off'],
  ];
  for (const [setting, value] of settings)
    it(`a start is refused with ${setting} = ${value}, with what mends it`, async () => {
      await assert.rejects(
        prepareDatabase(urlWith(setting, value), null),
        new RegExp(`${setting} is .*: alter database \\S+ set ${setting} = .*alter role munim`),
      );
    });

  it('ISO dates in another order are fine: nothing is read in that order', async () => {
    await prepareDatabase(urlWith('DateStyle', 'ISO,DMY'), null);
  });

  it('a restricted login in another database is refused by the names of both', async () => {
    const other = await testDatabase();
    const { appUrl } = await prepareDatabase(database.url, null);
    const elsewhere = new URL(appUrl);
    elsewhere.pathname = new URL(other.url).pathname;
    await assert.rejects(
      prepareDatabase(database.url, elsewhere.href),
      new RegExp(`leads to the database ${elsewhere.pathname.slice(1)}, and DATABASE_URL to ${name}\\.`),
    );
    await other.drop();
  });
});
