import type pg from 'pg';
import { withLogin } from './row-security.ts';

type Asked = Pick<pg.ClientBase, 'query'>;

/** A setting of Postgres by which Munim reads answers and keeps rows. */
interface Needed {
  name: string;
  /** The wanted value, for a person. */
  wanted: string;
  fits: RegExp;
  /** The statement that mends it; %I stands for the database. */
  mend: string;
}

const NEEDED: readonly Needed[] = [
  {
    name: 'server_encoding',
    wanted: 'UTF8',
    fits: /^UTF8$/,
    mend: `create a database with: create database … encoding 'UTF8' template template0`,
  },
  { name: 'DateStyle', wanted: 'ISO', fits: /^ISO\b/, mend: `alter database %I set DateStyle = 'ISO'` },
  {
    name: 'standard_conforming_strings',
    wanted: 'on',
    fits: /^on$/,
    mend: 'alter database %I set standard_conforming_strings = on',
  },
  {
    name: 'default_transaction_read_only',
    wanted: 'off',
    fits: /^off$/,
    mend: 'alter database %I set default_transaction_read_only = off',
  },
  {
    name: 'default_transaction_isolation',
    wanted: 'read committed',
    fits: /^read committed$/,
    mend: `alter database %I set default_transaction_isolation = 'read committed'`,
  },
];

/** Settings of a client's session with which requests would fail, each in a sentence with its remedy. */
async function unfitSettings(client: Asked): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string; database: string; login: string }>(
    `select s.name, current_setting(s.name) as setting, format('%I', current_database()) as database,
       format('%I', session_user) as login
     from unnest($1::text[]) s (name)`,
    [NEEDED.map(({ name }) => name)],
  );
  return NEEDED.flatMap(({ name, wanted, fits, mend }) => {
    const found = rows.find((row) => row.name === name);
    if (found === undefined || fits.test(found.setting)) return [];
    const { setting, database, login } = found;
    return [
      `${name} is ${setting} for ${login}, but Munim needs ${wanted}: ${mend.replace('%I', database)} (or alter role ${login}, if it is set there).`,
    ];
  });
}

/** Which database a client is in: two clients with the same answer are in one database of one server. */
async function placeOf(client: Asked): Promise<{ key: string; name: string; isReplica: boolean }> {
  const { rows } = await client.query<{ key: string; name: string; is_replica: boolean }>(
    `select concat_ws(' ', d.oid, extract(epoch from pg_postmaster_start_time())) as key, d.datname as name,
       pg_is_in_recovery() as is_replica
     from pg_database d where d.datname = current_database()`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the database did not tell its name');
  return { key: found.key, name: found.name, isReplica: found.is_replica };
}

/**
 * Why a client and the restricted login cannot serve one database: another database, a copy, or settings; each in a sentence.
 * @param appUrl null where Munim makes the login itself
 */
export async function unfitDatabase(client: Asked, appUrl: string | null): Promise<string[]> {
  const own = await unfitSettings(client);
  if (appUrl === null) return own;
  const owner = await placeOf(client);
  const given = await withLogin(appUrl, async (app) => {
    const place = await placeOf(app);
    if (place.isReplica)
      return [
        'DATABASE_APP_URL leads to a copy that only answers reads. Set it to the server of DATABASE_URL.',
      ];
    if (place.key !== owner.key)
      return [
        `DATABASE_APP_URL leads to the database ${place.name}${place.name === owner.name ? ' of another server' : ''}, and DATABASE_URL to ${owner.name}. Set both to the same database.`,
      ];
    return await unfitSettings(app);
  });
  return [...own, ...given];
}

/**
 * Refuses a database, or settings of it, with which requests would fail later.
 * @throws Error with what to do
 */
export async function refuseUnfit(client: Asked, appUrl: string | null): Promise<void> {
  const found = await unfitDatabase(client, appUrl);
  if (found.length > 0) throw new Error(`The database cannot be used as it is set up. ${found.join(' ')}`);
}
