import assert from 'node:assert/strict';
import { query } from '../support/plain-database.ts';
import { testDatabase } from '../support/postgres.ts';
import { isBrowser, productTree, type Tree } from './import-graph.ts';
import { planted } from './rules.ts';
import { foreignTables, KNOWN_FOREIGN, OWNERS, stringsOf } from './tables.ts';

describe('architecture: a table is read and written by the area it belongs to', () => {
  /** Migrations make every table, whoever owns it. */
  const tree: Tree = new Map(
    [...productTree()].filter(([file]) => !file.startsWith('migrations/') && !isBrowser(file)),
  );

  it('every table of the schema has an owner, who is there', async () => {
    const database = await testDatabase();
    try {
      const rows = await query(
        database.url,
        `select table_schema || '.' || table_name as name from information_schema.tables
         where table_schema not in ('pg_catalog', 'information_schema', 'public') order by 1`,
      );
      assert.deepEqual(
        Object.keys(OWNERS).toSorted(),
        rows.map(({ name }) => String(name)),
      );
    } finally {
      await database.drop();
    }
    for (const owner of new Set(Object.values(OWNERS)))
      assert.ok(
        [...tree.keys()].some((file) => file.startsWith(`${owner}/`)),
        owner,
      );
  });

  it('nobody names the table of another but those that are known to, each for its reason', () => {
    assert.deepEqual(
      Object.fromEntries([...foreignTables(tree)].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      Object.fromEntries(Object.entries(KNOWN_FOREIGN).map(([file, { tables }]) => [file, [...tables]])),
    );
  });

  it('nobody is handed the model of another area to query by', () => {
    const handed = [...tree].flatMap(([file, text]) =>
      /^core\/[^/]+\/index\.ts$/.test(file)
        ? [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => /^[A-Z]\w*Model$/.test(name))
              .map((name) => `${file} ${name}`),
          )
        : [],
    );
    assert.deepEqual(handed, []);
  });

  for (const [what, file, text] of [
    ['SQL', 'core/goals/planted.ts', 'const read = `select count(*) from portfolio.snapshots`;'],
    [
      'SQL behind a nested template',
      'core/income/planted.ts',
      'const read = `select ${[1].map((n) => `${n}`).join()} from portfolio.trash`;',
    ],
    ['a query builder', 'core/reports/planted.ts', `const rows = await trx('identity.users').select('id');`],
    ['a model', 'core/watchlist/planted.ts', `static override tableName = 'portfolio.imports';`],
    ['a join', 'api/planted.ts', `query.leftJoin('portfolio.goals as g', 'g.id', 'x.goal_id');`],
  ] as const)
    it(`a planted table of another is found: ${what}`, () => {
      const grown = planted(tree, [file, text]).tree;
      assert.ok(foreignTables(grown).has(file), `nothing was said of ${text}`);
    });

  it('what code says is no table, and what a comment says neither', () => {
    const text = `// from portfolio.snapshots
      const a = parts.portfolio.snapshots.list('it\\'s', "a \\"b\\"", \`\${core.portfolio.holdings({ a: { b: 1 } })} units\`);
      /* portfolio.trash */ const b = 'portfolio.goals';`;
    assert.deepEqual(stringsOf(text), [`it\\'s`, `a \\"b\\"`, '', ' units', 'portfolio.goals']);
    assert.equal(foreignTables(new Map([['core/goals/planted.ts', text]])).size, 0);
  });
});
