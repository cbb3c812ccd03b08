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
];

/** What every service is built from; it names types of the ground alone. */
export const CONTEXT = 'core/context.ts';

/** Files of core that put the areas together: the floor above them all. */
export const WHOLE = [
  'core/assistant-books.ts',
  'core/assistant-market.ts',
  'core/assistant-plans.ts',
  'core/assistant-returns.ts',
  'core/assistant-wiring.ts',
  'core/assistant-words.ts',
  'core/core-options.ts',
  'core/backup-commands.ts',
  'core/core.ts',
  'core/options-commands.ts',
  'core/research-commands.ts',
  'core/research-held.ts',
  'core/research-wiring.ts',
  'core/scheduled-backups.ts',
  'core/sealed-columns.ts',
  'core/session.ts',
  'core/sync-facts.ts',
  'core/whole-backup.ts',
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

/** The area of a file of core; null for the files that stand in core itself, and outside of it. */
export function areaOf(file: string): string | null {
  return /^core\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** The number of an area's floor, from 0; null for an area that nobody gave a floor. */
export function floorOf(area: string): number | null {
  const found = FLOORS.findIndex(({ areas }) => areas.includes(area));
  return found < 0 ? null : found;
}
