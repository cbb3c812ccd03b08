import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROUTES } from '../../api/routes/index.ts';
import { DOOR_KINDS, DOOR_TABLE } from '../../core/identity/doors.ts';
import { query } from '../support/plain-database.ts';
import { testDatabase } from '../support/postgres.ts';

/** Columns that hold a key, a code or an address that something is sent to; numbers of tokens are counts. */
const KEY_COLUMN =
  /(?:^|_)(?:token|secrets?|sealed|password|credentials?|api_keys?|session_id|token_hash|code_hash|endpoint|p256dh)$/;
/** Tables whose rows open something, whatever their columns are called. */
const KEY_TABLE = /sessions|links|subscriptions|tokens|codes|secrets|members|drafts|shares|grants/;
/** Parts of addresses that make, list or end a key. */
const KEY_ROUTE =
  /token|secret|session|link|code|login|otp|credential|share|browsers|household|auth|ai-providers/;

/** What looks like a key and opens no books of a person, with the reason. */
const NO_DOORS: Readonly<Record<string, string>> = {
  'chat.held_updates': 'Messages of Telegram that wait for their answer; whom they act for is asked again.',
  'platform.server_secrets': 'Keys of the installation. They sign sessions, which have rows of their own.',
  'portfolio.goal_links': 'What a goal counts.',
};
const NO_DOOR_ROUTES: Readonly<Record<string, string>> = {
  '/api/portfolio/goals/:id/links': 'What a goal counts.',
  '/api/portfolio/goals/:id/links/:link_id': 'What a goal counts.',
};

interface Column {
  table: string;
  column: string;
}

const LISTED = new Set<string>(DOOR_KINDS.flatMap((kind) => [...DOOR_TABLE[kind].tables]));
const ADDRESSES = DOOR_KINDS.flatMap((kind): string[] => [...DOOR_TABLE[kind].routes]);

/** Tables with keys that no kind of door names. */
function unlistedTables(columns: readonly Column[]): string[] {
  const found = columns.filter(
    ({ table, column }) => KEY_COLUMN.test(column) || KEY_TABLE.test(table.split('.')[1] ?? ''),
  );
  return [...new Set(found.map(({ table }) => table))].filter(
    (table) => !LISTED.has(table) && !Object.hasOwn(NO_DOORS, table),
  );
}

/** Addresses about keys that no kind of door names. */
const unlistedRoutes = (paths: readonly string[]): string[] =>
  paths.filter(
    (one) =>
      KEY_ROUTE.test(one) &&
      !Object.hasOwn(NO_DOOR_ROUTES, one) &&
      !ADDRESSES.some((address) => one === address || one.startsWith(`${address}/`)),
  );

/** Columns of the options workspace, from its migrations. */
function workspaceColumns(): Column[] {
  const folder = path.resolve('migrations/options');
  return readdirSync(folder).flatMap((file) => {
    let table = '';
    return [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(
        /create(?:Table)?\('(\w+)'|\bt\.\w+\('(\w+)'/g,
      ),
    ].flatMap(([, created, column]) => {
      table = created ?? table;
      return column === undefined || table === '' ? [] : [{ table: `options.${table}`, column }];
    });
  });
}

describe('architecture: every key to a person’s books is in the register of doors', () => {
  let columns: Column[];
  before(async () => {
    const database = await testDatabase();
    try {
      const rows = await query(
        database.url,
        `select table_schema || '.' || table_name as "table", column_name as "column"
         from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema', 'public')`,
      );
      columns = rows.map((row) => ({ table: String(row['table']), column: String(row['column']) }));
    } finally {
      await database.drop();
    }
    columns.push(...workspaceColumns());
  });

  it('each table and each route with a token, secret, code or link is of a kind, or opens nothing for a known reason', () => {
    assert.deepEqual(unlistedTables(columns), []);
    assert.deepEqual(unlistedRoutes(ROUTES.map((one) => one.path)), []);
  });

  it('what the register and the exceptions name is there', () => {
    const there = new Set(columns.map(({ table }) => table));
    assert.deepEqual(
      [...LISTED, ...Object.keys(NO_DOORS)].filter((table) => !there.has(table)),
      [],
    );
    const paths = ROUTES.map((one) => one.path);
    assert.deepEqual(
      [...ADDRESSES, ...Object.keys(NO_DOOR_ROUTES)].filter(
        (address) => !paths.some((one) => one === address || one.startsWith(`${address}/`)),
      ),
      [],
    );
  });

  for (const planted of [
    { table: 'portfolio.shared_pages', column: 'share_token' },
    { table: 'broker.feeds', column: 'secret' },
    { table: 'identity.calendar_subscriptions', column: 'id' },
    { table: 'options.feed', column: 'token_hash' },
  ])
    it(`a planted table is found: ${planted.table}.${planted.column}`, () => {
      assert.deepEqual(unlistedTables([...columns, planted]), [planted.table]);
    });

  for (const planted of ['/api/portfolio/share-links/:id', '/api/mcp/tokens', '/api/reports/shared'])
    it(`a planted route is found: ${planted}`, () => {
      assert.deepEqual(unlistedRoutes([...ROUTES.map((one) => one.path), planted]), [planted]);
    });
});
