import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What writes the mode of a strategy: through the workspace, through Knex, or in SQL. */
const WRITES: readonly RegExp[] = [
  /\.insert\(\s*['"`]go_live['"`]/,
  /['"`]go_live['"`]\s*\)(?:(?!;|\bawait\b)[\s\S]){0,400}?\.(?:update|insert|del|delete|truncate|increment|decrement)\(/,
  /\b(?:insert\s+into|update|delete\s+from|replace\s+into|merge\s+into|truncate(?:\s+table)?)\s+(?:options\.)?go_live\b/i,
];
const writesMode = (source: string): boolean => WRITES.some((pattern) => pattern.test(source));

describe('who writes the mode of an option strategy', () => {
  it('portfolio/Go-live state machine: one file of the product, so that no settings update leaves dry run', async () => {
    const found: string[] = [];
    let scanned = 0;
    for (const folder of ['core', 'api', 'bot', 'jobs', 'charts', 'migrations']) {
      const files = await readdir(folder, { recursive: true });
      for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
        const at = path.join(folder, file);
        scanned += 1;
        if (writesMode(await readFile(at, 'utf8'))) found.push(at);
      }
    }
    assert.ok(scanned > 500);
    assert.deepEqual(found, [path.join('core', 'options', 'go-live', 'change-mode.ts')]);
  });

  it('the scan sees every way of writing, and lets reading pass', () => {
    for (const planted of [
      `await workspace.insert('go_live', [{ strategy, mode: 'LIVE' }]);`,
      `await workspace.rows<Row>('go_live').where({ strategy }).update({ mode: 'LIVE' });`,
      `await workspace\n  .rows('go_live')\n  .where({ strategy })\n  .delete();`,
      `knex('go_live').insert(row)`,
      'await knex.raw(`update go_live set mode = ?`)',
      'knex.raw("INSERT INTO options.go_live values (1)")',
      'knex.raw("delete from go_live")',
    ])
      assert.ok(writesMode(planted), planted);
    for (const fine of [
      `await workspace.rows<Standing>('go_live').where({ strategy }).select('mode');`,
      `const row = workspace.rows('go_live').first('mode');\nawait workspace.rows('envelope').update({ state });`,
      `select mode from go_live where owner_user_id = :owner`,
      `export const GO_LIVE = 'go_live';`,
    ])
      assert.ok(!writesMode(fine), fine);
  });
});
