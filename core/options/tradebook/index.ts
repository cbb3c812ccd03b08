/**
 * F&O tradebooks of brokers. Fills are facts, each stored once by its id; the trades that they make are worked out from all of
 * them together, and reported as executions, closed trades and positions.
 */
export { NEEDED_COLUMNS } from './columns.ts';
export { LARGEST_TRADEBOOK, needTradebook, type Reading } from './read-tradebook.ts';
export { importTradebook, TRADEBOOK_HELP, tradebookWords } from './tradebook-command.ts';
export { createTradebooks, type Tradebooks } from './tradebook-service.ts';
export {
  settledView,
  type SettledView,
  settlementInput,
  settlementsView,
  type SettlementsView,
  type SettlementInput,
  tradebookForm,
  tradebookQuery,
  tradebookView,
  type TradebookView,
} from './tradebook-view.ts';
