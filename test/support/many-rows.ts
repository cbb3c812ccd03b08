import type pg from 'pg';

interface Column {
  name: string;
  type: string;
  /** Postgres itself writes it. */
  is_own: boolean;
  /** A check lists its values. */
  is_listed: boolean;
  /** The referenced table, apart from the owner. */
  refers_to: string | null;
}

interface Table {
  name: string;
  columns: Column[];
  /** Columns of each unique index without a column that Postgres itself numbers. */
  keys: string[][];
}

/** Types by which copies of a row differ best, the best first. */
const VARIED: readonly [type: RegExp, value: (column: string) => string][] = [
  [/^timestamp/, (column) => `${column} - n * interval '1 minute'`],
  [/^date$/, (column) => `${column} - n::int`],
  [/^(bigint|integer)$/, (column) => `${column} + n`],
  [/^numeric/, (column) => `${column} + n * 0.0001`],
  [/^uuid$/, () => 'gen_random_uuid()'],
  [/^(text|character varying)/, (column) => `${column} || n`],
];

/** The rows to copy. */
interface Copied {
  /** Tables, each with an SQL condition. */
  tables: ReadonlyMap<string, string>;
  /** Tables where one row gets all copies of its children; in other tables they are spread. */
  roots: readonly string[];
}

/**
 * Copies rows until each table has about `wanted` of them, with different keys. A table with a single row per person does not
 * change.
 * @param client a superuser: triggers and foreign keys are off meanwhile.
 */
export async function multiply(client: pg.Client, { tables, roots }: Copied, wanted: number): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const table of await readTables(client, [...tables.keys()])) {
    const isSpread = ({ refers_to }: Column) =>
      refers_to !== null && refers_to !== table.name && tables.has(refers_to) && !roots.includes(refers_to);
    const varied = variedBy(table, isSpread);
    if (varied === null) continue;
    const { name, columns } = table;
    const names = columns.flatMap((column) => (column.is_own ? [] : [column.name]));
    const where = tables.get(name) ?? 'true';
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${name} where ${where}`,
    );
    const sources = rows[0]?.rows ?? 0;
    const copies = sources === 0 ? 0 : Math.ceil((wanted - sources) / sources);
    try {
      // Larger steps than the numbers of earlier copies.
      await client.query(
        `insert into ${name} (${names.join(', ')})
         select ${names.map((column) => varied.get(column) ?? column).join(', ')}
         from ${name}, generate_series($1::bigint, $1::bigint * $2::int, $1::bigint) n where ${where}
         on conflict do nothing`,
        [sources + 1, copies],
      );
    } catch (error) {
      throw new Error(`${name} cannot be copied: ${(error as Error).message}`, { cause: error });
    }
  }
  await client.query('set session_replication_role = origin');
  await client.query('analyze');
}

const OF_OTHERS: Readonly<Record<string, string>> = {
  owner_user_id: '1000000 + n',
  trade_date: 'trade_date - 30 * n',
};

/**
 * Copies at most ten rows of each table to other owners, each a month older, so that the average owner has few rows: Postgres
 * plans with the average.
 * @param client a superuser: triggers and foreign keys are off meanwhile.
 */
export async function addOwners(
  client: pg.Client,
  { tables }: Pick<Copied, 'tables'>,
  owners: number,
): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const { name, columns } of await readTables(client, [...tables.keys()])) {
    const names = columns.flatMap((column) => (column.is_own ? [] : [column.name]));
    if (!names.includes('owner_user_id')) continue;
    await client.query(
      `insert into ${name} (${names.join(', ')})
       select ${names.map((column) => OF_OTHERS[column] ?? column).join(', ')}
       from (select * from ${name} where ${tables.get(name)} limit 10) t, generate_series(1, $1::int) n
       on conflict do nothing`,
      [owners],
    );
  }
  await client.query('set session_replication_role = origin');
}

/** Columns that differ in each copy, with their values; null where a key allows no copy. */
function variedBy(
  { name: table, columns, keys }: Table,
  isSpread: (column: Column) => boolean,
): Map<string, string> | null {
  const varied = new Map(columns.filter(isSpread).map(({ name }) => [name, `${name} + n`]));
  for (const key of keys) {
    if (key.some((column) => varied.has(column))) continue;
    // A reference to a row of the same table: null in what is copied.
    const refersTo = (column: string) => columns.find(({ name }) => name === column)?.refers_to;
    if (key.every((column) => refersTo(column) === table)) continue;
    const candidates = columns.filter(
      ({ name, is_listed, refers_to }) =>
        key.includes(name) && !is_listed && refers_to === null && name !== 'owner_user_id',
    );
    const chosen = VARIED.flatMap(([type, value]) =>
      candidates.filter((column) => type.test(column.type)).map(({ name }) => [name, value(name)] as const),
    )[0];
    if (chosen === undefined) return null;
    varied.set(...chosen);
  }
  return varied;
}

async function readTables(client: pg.Client, names: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `with columns as (
       select a.attrelid, a.attnum, format('%I', a.attname) as name, format_type(a.atttypid, null) as type,
         a.attidentity <> '' or a.attgenerated <> ''
           or coalesce(pg_get_expr(d.adbin, d.adrelid) ~ 'nextval|gen_random_uuid', false) as is_own,
         exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c'
           and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%= ANY%') as is_listed,
         (select min(k.confrelid::regclass::text) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'f'
           and a.attnum = any(k.conkey) and a.attname <> 'owner_user_id') as refers_to
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attnum > 0 and not a.attisdropped)
     select t.name,
       (select jsonb_agg(to_jsonb(c) order by c.attnum) from columns c where c.attrelid = t.name::regclass) as columns,
       coalesce((select jsonb_agg(k.names) from (
         select jsonb_agg(c.name) as names from pg_index i
         join columns c on c.attrelid = i.indrelid and c.attnum = any(i.indkey)
         where i.indrelid = t.name::regclass and i.indisunique
         group by i.indexrelid having not bool_or(c.is_own)) k), '[]') as keys
     from unnest($1::text[]) t (name)`,
    [names],
  );
  return rows;
}
