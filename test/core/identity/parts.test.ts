import assert from 'node:assert/strict';
import { ROUTES } from '../../../api/routes/index.ts';
import { COMMAND_DESCRIPTIONS } from '../../../core/chat/index.ts';
import { isPartShown, PART_TABLE, partOfCommand, partOfNotice, PARTS } from '../../../core/identity/parts.ts';
import { KIND_NAMES } from '../../../core/notifications/kinds.ts';

/** Parts with the longest listed address that begins a path. */
function partsAt(list: 'routes' | 'pages', path: string): string[] {
  const begins = (start: string) => path === start || path.startsWith(`${start}/`);
  const found = PARTS.flatMap((part) =>
    PART_TABLE[part][list].filter(begins).map((start) => ({ part, start })),
  );
  const longest = Math.max(...found.map(({ start }) => start.length));
  return found.filter(({ start }) => start.length === longest).map(({ part }) => part);
}

describe('identity: the table of parts', () => {
  it('has each command in exactly one part, by its name or its family', () => {
    const rows = PARTS.flatMap((part) => PART_TABLE[part].commands.map((name) => ({ part, name })));
    for (const { name, family } of COMMAND_DESCRIPTIONS) {
      const byName = rows.filter((row) => row.name === name);
      const found = byName.length > 0 ? byName : rows.filter((row) => row.name === family);
      assert.deepEqual(
        found.map(({ part }) => part),
        [partOfCommand({ name, family })],
        name,
      );
    }
    const known = new Set(COMMAND_DESCRIPTIONS.flatMap(({ name, family }) => [name, family]));
    assert.deepEqual(
      rows.filter(({ name }) => !known.has(name)),
      [],
    );
    assert.equal(partOfCommand({ name: 'research', family: 'Reports' }), 'research');
    assert.equal(partOfCommand({ name: 'tax', family: 'Reports' }), 'portfolio');
  });

  it('has each kind of notification in exactly one part', () => {
    const listed = PARTS.flatMap((part) => PART_TABLE[part].notices);
    assert.deepEqual([...listed].sort(), [...KIND_NAMES].sort());
    assert.equal(partOfNotice('policy_plan'), 'strategies');
  });

  it('has each route in exactly one part, and no address without a route', () => {
    for (const { path } of ROUTES) assert.equal(partsAt('routes', path).length, 1, path);
    for (const part of PARTS)
      for (const start of PART_TABLE[part].routes)
        assert.ok(
          ROUTES.some(({ path }) => path === start || path.startsWith(`${start}/`)),
          start,
        );
    assert.deepEqual(partsAt('routes', '/api/portfolio/ai-research/runs'), ['research']);
  });
});

describe('identity: which parts are shown', () => {
  const neither = { shown: [], hidden: [] };
  const hidden = { shown: [], hidden: ['options'] as const };
  const chosen = { shown: ['options'] as const, hidden: [] };
  for (const [choice, use, isShown] of [
    [neither, 'NONE', false],
    [neither, 'KEPT', true],
    [neither, 'RUNNING', true],
    [hidden, 'NONE', false],
    [hidden, 'KEPT', false],
    [hidden, 'RUNNING', true],
    [chosen, 'NONE', true],
  ] as const)
    it(`${JSON.stringify(choice)} with ${use} is ${isShown ? 'shown' : 'not shown'}`, () => {
      assert.equal(isPartShown('options', choice, use), isShown);
    });
});
