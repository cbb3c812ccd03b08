import { listOf, oneOf, text, view, type ViewOf } from '../../platform/schema/index.ts';

const TODO_KEYS = [
  'trading_login',
  'held_orders',
  'plans',
  'absent_orders',
  'broker_differences',
  'actions',
  'broker_changes',
  'prices',
  'rows',
  'trade_names',
  'sync',
  'audit',
  'unmatched',
  'excluded',
  'failing',
  'fund_values',
  'instruments',
  'calendar',
] as const;

/** Something that waits for the person. */
export const todoView = view({
  key: oneOf(...TODO_KEYS),
  /** One sentence. */
  text,
  /** A verb for the link. */
  action: text,
  /** The page of the dashboard where it is done. */
  to: text,
});
export type Todo = ViewOf<typeof todoView>;

/** GET /todos: the most urgent first. */
export const todosView = view({ items: listOf(todoView) });
export type TodosView = ViewOf<typeof todosView>;
