import type { Check } from './check.ts';
import { found, ok } from './finding.ts';
import {
  connectionWords,
  pendingMigrations,
  readConnections,
  refuseUnlessSeparated,
  trySeparation,
  unfitDatabase,
} from '../platform/database/index.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Version of the server, and by which roles it is used. */
export const postgres: Check = async ({ server, database }) => {
  const client = await database();
  const { rows } = await client.query<{ version: string; owner: string; name: string }>(
    `select current_setting('server_version') as version, current_user::text as owner, current_database()::text as name`,
  );
  const { version = '', owner = '', name = '' } = rows[0] ?? {};
  const where = server.embedded ? 'Munim’s own server' : `database ${name}, role ${owner}`;
  return ok(
    `Postgres ${version}, ${where}${server.directUrl === server.ownerUrl ? '' : ', behind a pooler'}.`,
  );
};

export const migrations: Check = async ({ database }) => {
  // A database without a table of migrations has no migrations.
  const pending = await pendingMigrations(await database()).catch(() => ['all']);
  return pending.length === 0
    ? ok('The tables are up to date.')
    : found('FAILED', 'The tables are older than this version of Munim.', 'Run: npm run migrate');
};

export const settings: Check = async ({ config, database }) => {
  const wrong = await unfitDatabase(await database(), config.DATABASE_APP_URL);
  return wrong.length === 0
    ? ok('Encoding, dates, transactions and both addresses are as Munim needs them.')
    : found('FAILED', 'With these settings, requests would fail.', wrong.join(' '));
};

export const separation: Check = async ({ appUrl }) => {
  const url = await appUrl();
  if (url === null)
    return found(
      'UNKNOWN',
      'There is no restricted login yet.',
      'Start Munim once, which makes one, or set DATABASE_APP_URL.',
    );
  try {
    await refuseUnlessSeparated(url);
    await trySeparation(url);
    return ok('Tried with two test persons in every table: it holds.');
  } catch (error) {
    return found('FAILED', 'It could not be shown to hold.', messageOf(error));
  }
};

export const connections: Check = async ({ config, database }) => {
  const { line, advice } = connectionWords(
    await readConnections(await database(), config.DATABASE_CONNECTIONS),
  );
  return advice === null ? ok(`${line}.`) : found('WARNING', `${line}.`, advice);
};
