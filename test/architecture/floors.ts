/** The areas of core, from the ground up. An area imports from floors below its own, and from its own without a circle. */
export const FLOORS: readonly { floor: string; areas: readonly string[] }[] = [
  { floor: 'ground', areas: ['platform', 'finance'] },
  { floor: 'people', areas: ['identity', 'notifications', 'chat', 'audit'] },
  { floor: 'facts', areas: ['market'] },
  { floor: 'outside', areas: ['brokers', 'llm'] },
  { floor: 'books', areas: ['portfolio'] },
  {
    floor: 'planning',
    areas: ['income', 'goals', 'liabilities', 'watchlist', 'quality', 'performance', 'strategies', 'options'],
  },
  { floor: 'judgement', areas: ['reports', 'assistant', 'research', 'policies'] },
  // Over both wings: they put the areas together.
  { floor: 'whole', areas: ['backups', 'capacity', 'doctor', 'sample', 'assembly', 'command-line'] },
];

/** The wing that keeps the books, and the one that trades. Neither may reach the other. */
export const PORTFOLIO_WING = [
  'portfolio',
  'performance',
  'income',
  'goals',
  'liabilities',
  'watchlist',
  'quality',
  'reports',
];
export const TRADING_WING = ['strategies', 'policies', 'options'];
/** The entrance to execution: `core/policies` alone may open it. */
export const ORDERS = 'core/brokers/orders';
/** A broker without money: a server for rehearsals and tests. */
export const PRACTICE = 'core/brokers/practice';

/** The area of a file of core; null for a loose file in core itself, and for files outside of it. */
export function areaOf(file: string): string | null {
  return /^core\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** The number of an area's floor, from 0; null for an area that nobody gave a floor. */
export function floorOf(area: string): number | null {
  const found = FLOORS.findIndex(({ areas }) => areas.includes(area));
  return found < 0 ? null : found;
}
