/**
 * Draws the map of the house, `core/docs/house.svg`, from the imports of the source: `npm run map`. A test fails when the
 * file is out of date.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FLOORS, PORTFOLIO_WING, TRADING_WING } from './floors.ts';
import { type Arrow, draw, type Storey } from './house-drawing.ts';
import { graphOf, type Import, productTree } from './import-graph.ts';

export const MAP = path.resolve(import.meta.dirname, '../../core/docs/house.svg');

/** The box of a file: its area of core, or its folder at the top. */
function boxOf(file: string): string {
  const [top = '', area = ''] = file.split('/');
  return top === 'core' ? area : top;
}

/** Imports between boxes. Leaves out an import from one box to another if a longer way through other boxes exists. */
function arrowsOf(graph: readonly Import[]): Arrow[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of graph) {
    const [here, there] = [boxOf(from), boxOf(to)];
    if (here !== there) next.set(here, (next.get(here) ?? new Set()).add(there));
  }
  const reaches = (from: string, to: string, without: string | null, seen = new Set<string>()): boolean =>
    [...(next.get(from) ?? [])].some((one) => {
      if (one === without || seen.has(one)) return false;
      seen.add(one);
      return one === to || reaches(one, to, null, seen);
    });
  return [...next].flatMap(([from, all]) =>
    [...all].filter((to) => !reaches(from, to, to)).map((to) => ({ from, to })),
  );
}

/** The floors from the top down. An area without a floor is on none, and another test fails. */
const STOREYS: readonly Storey[] = [
  { name: 'doors', boxes: ['main.ts', 'api', 'bot', 'jobs', 'charts'] },
  ...FLOORS.map(({ floor, areas }) => ({ name: floor, boxes: areas })).toReversed(),
  { name: 'schema', boxes: ['migrations'] },
];

/** The map as SVG. The same imports always give the same text. */
export function houseMap(): string {
  const arrows = arrowsOf(graphOf(productTree()));
  return draw(STOREYS, arrows, { books: PORTFOLIO_WING, trading: TRADING_WING });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(MAP, houseMap());
