import assert from 'node:assert/strict';
import { PART_TABLE, type Part, PARTS } from '../../core/identity/index.ts';

/** Parts with the longest listed address that begins a path. */
function partsOf(path: string): Part[] {
  const begins = (start: string) => path === start || (start !== '/' && path.startsWith(`${start}/`));
  const found = PARTS.flatMap((part) =>
    PART_TABLE[part].pages.filter(begins).map((start) => ({ part, start })),
  );
  const longest = Math.max(...found.map(({ start }) => start.length));
  return found.filter(({ start }) => start.length === longest).map(({ part }) => part);
}

/** Every address that a page had before the menu had tabs. */
const OLD: Readonly<Record<string, string>> = {
  '/performance': 'Performance',
  '/risk': 'Risk',
  '/diversification': 'Diversification',
  '/look-through': 'Look-through',
  '/calendar': 'Calendar',
  '/liabilities': 'Liabilities',
  '/rebalance': 'Rebalance',
  '/import': 'Import',
  '/connections': 'Connections',
  '/corporate-actions': 'Corporate actions',
  '/data-quality': 'Data quality',
  '/activity': 'Activity',
  '/options/features': 'Features',
};

describe('the menu of the dashboard', () => {
  let table: typeof import('./page-table.ts');
  before(async () => {
    // The renderer chooses the build of React.
    await import('./rendering.ts');
    table = await import('./page-table.ts');
  });

  it('has twelve lines of Portfolio, and at most four of each other part', () => {
    const lines = table.menu.filter(({ group }) => group === undefined).map(({ title }) => title);
    assert.deepEqual(lines, [
      'Overview',
      'Holdings',
      'Transactions',
      'Analysis',
      'Income',
      'Tax',
      'Goals',
      'Net worth',
      'Watchlist',
      'Data',
      'Chat',
      'Settings',
    ]);
    for (const group of ['Strategies', 'Options', 'AI research']) {
      const count = table.menu.filter((line) => line.group === group).length;
      assert.ok(count >= 1 && count <= 4, group);
    }
    const titles = table.menu.map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
  });

  it('each page is in exactly one part, and a group of the menu is one part', () => {
    for (const path of table.PATHS) assert.equal(partsOf(path).length, 1, path);
    const groups = new Map<string | undefined, Set<Part>>();
    for (const { group, tabs } of table.menu)
      for (const { path } of tabs)
        groups.set(group, (groups.get(group) ?? new Set()).add(partsOf(path)[0] ?? 'portfolio'));
    assert.deepEqual(Object.fromEntries([...groups].map(([group, parts]) => [group ?? '', [...parts]])), {
      '': ['portfolio'],
      Strategies: ['strategies'],
      Options: ['options'],
      'AI research': ['research'],
    });
    for (const part of PARTS)
      for (const start of PART_TABLE[part].pages)
        assert.ok(
          table.PATHS.some((path) => path === start || path.startsWith(`${start}/`)),
          start,
        );
  });

  it('every old address leads to a page of the same name', () => {
    const moved = new Map(table.moved.map(({ from, to }) => [from, to]));
    for (const [from, title] of Object.entries(OLD)) {
      const to = moved.get(from);
      assert.ok(to !== undefined && table.PATHS.includes(to), from);
      assert.deepEqual([table.titleAt(from), table.titleAt(to)], [title, title]);
      assert.ok(!table.PATHS.includes(from), from);
    }
    assert.deepEqual(
      [...moved.keys()].filter((from) => OLD[from] === undefined),
      ['/analysis'],
    );
  });
});
