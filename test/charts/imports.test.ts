import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';

const folder = new URL('../../charts/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

interface Import {
  from: string;
  typesOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const fixed = [...text.matchAll(/^\s*(?:import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'/gms)].map(
    (match) => ({
      from: match[2] as string,
      typesOnly: match[1] !== undefined,
    }),
  );
  const loaded = [...text.matchAll(/import\(\s*'([^']+)'\s*\)/g)].map((match) => ({
    from: match[1] as string,
    typesOnly: false,
  }));
  return [...fixed, ...loaded];
}

describe('charts: what the browser draws needs no Node', () => {
  it('the scan sees imports', () => {
    assert.ok(importsOf('render.ts').some((one) => one.from === 'node:worker_threads'));
    assert.ok(importsOf('index.ts').length > 5);
  });

  for (const file of files.filter((name) => name !== 'render.ts'))
    it(`${file} loads nothing but its neighbours, and only types of Chart.js`, () => {
      for (const { from, typesOnly } of importsOf(file)) {
        assert.ok(!from.startsWith('node:') && !builtinModules.includes(from), `${file} imports ${from}`);
        assert.notEqual(from, './render.ts');
        if (!from.startsWith('./')) assert.ok(typesOnly, `${file} loads ${from}`);
      }
    });

  it('render.ts loads no part of core', () => {
    assert.ok(importsOf('render.ts').every((one) => !one.from.includes('/core/')));
  });
});
