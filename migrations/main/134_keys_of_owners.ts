import type { Knex } from 'knex';

/** A unique key, or the reference of another table to one. */
interface Key {
  table: string;
  name: string;
  /** As Postgres writes it; of an index without a constraint the whole statement. */
  definition: string;
  is_constraint: boolean;
}

/** Tables by owner. Those of `identity` are asked before the owner is known, so their keys hold across all people. */
const TENANTS = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname <> 'identity'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped`;

/** Unique keys of those tables, with the table and the number of the owner's column in it. */
const KEYS = `pg_index i join pg_class x on x.oid = i.indexrelid
  left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
  join (select c.oid, c.oid::regclass::text as "table", a.attnum from ${TENANTS} where c.relkind in ('r', 'p')) t on t.oid = i.indrelid
  where i.indisunique`;

const COLUMNS = `t."table", x.relname as name, k.oid is not null as is_constraint`;
const DEFINITION = 'coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid))';

/**
 * Every unique key of a table by owner carries the owner, as a database that is spread by owner needs it. The owner comes
 * last, so that a lookup by id alone still uses the key; a second key of just these columns goes.
 */
export async function up(knex: Knex): Promise<void> {
  const narrow = await keys(knex, `${COLUMNS}, ${DEFINITION} as definition`, 'not t.attnum = any(i.indkey)');
  const twins = await keys(
    knex,
    `${COLUMNS}, ${DEFINITION} as definition`,
    `k.contype = 'u' and exists (select from pg_index p where p.indrelid = i.indrelid and p.indisprimary
       and i.indkey::text = p.indkey::text || ' ' || t.attnum)`,
  );
  await change(knex, [...narrow, ...twins], async () => {
    for (const { definition, ...key } of narrow) {
      await add(knex, { ...key, definition: withOwner(definition) });
      await knex.raw(`comment on index ${inSchema(key)} is '${MARK}${definition.replaceAll("'", "''")}'`);
    }
  });
}

export async function down(knex: Knex): Promise<void> {
  const wide = await keys(
    knex,
    `${COLUMNS}, substr(obj_description(i.indexrelid, 'pg_class'), ${MARK.length + 1}) as definition`,
    `obj_description(i.indexrelid, 'pg_class') like '${MARK}%'`,
  );
  await change(knex, wide, async () => {
    for (const key of wide) {
      await add(knex, key);
      const { definition, table, name } = key;
      // References of older versions name the id and the owner.
      if (definition === 'PRIMARY KEY (id)')
        await add(knex, {
          table,
          name: `${name}_owner`,
          definition: 'UNIQUE (id, owner_user_id)',
          is_constraint: true,
        });
    }
  });
}

/** Begins the comment on a key that was made wider; the rest is what it was before. */
const MARK = 'without the owner: ';

async function keys(knex: Knex, columns: string, where: string): Promise<Key[]> {
  const { rows } = await knex.raw<{ rows: Key[] }>(
    `select ${columns} from ${KEYS} and ${where} order by 1, 2`,
  );
  return rows;
}

/** Puts other keys in the place of these, and makes the references to their tables anew. */
async function change(knex: Knex, gone: readonly Key[], put: () => Promise<void>): Promise<void> {
  const { rows: references } = await knex.raw<{ rows: Key[] }>(
    `select f.conrelid::regclass::text as "table", f.conname as name, pg_get_constraintdef(f.oid) as definition,
       true as is_constraint
     from pg_constraint f join pg_class x on x.oid = f.conindid
     where f.contype = 'f' and (f.confrelid::regclass::text, x.relname) in (select * from unnest(?::text[], ?::text[]))
     order by 1, 2`,
    [gone.map(({ table }) => table), gone.map(({ name }) => name)],
  );
  for (const key of [...references, ...gone]) await drop(knex, key);
  await put();
  for (const { definition, ...key } of references)
    await add(knex, {
      ...key,
      definition: definition.replace(
        /^FOREIGN KEY \((\w+)\) REFERENCES ([\w.]+)\((\w+)\)/,
        'FOREIGN KEY ($1, owner_user_id) REFERENCES $2($3, owner_user_id)',
      ),
    });
}

const drop = (knex: Knex, key: Key) =>
  knex.raw(
    key.is_constraint
      ? `alter table ${key.table} drop constraint "${key.name}"`
      : `drop index ${inSchema(key)}`,
  );

const add = (knex: Knex, { table, name, definition, is_constraint }: Key) =>
  knex.raw(is_constraint ? `alter table ${table} add constraint "${name}" ${definition}` : definition);

const inSchema = ({ table, name }: Pick<Key, 'table' | 'name'>) =>
  `${table.slice(0, table.indexOf('.'))}."${name}"`;

/** The owner as the last column of a definition of Postgres. */
const withOwner = (definition: string) => definition.replace(/\)( WHERE .*)?$/, ', owner_user_id)$1');
