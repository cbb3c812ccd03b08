import type { ErrorClass, Failure, Provider } from '../port/index.ts';

/** What is done about a failure (decisions/Provider chain: error classes). */
export interface Move {
  /**
   * The same provider once more: after a pause, as often as the configuration says; `repair` with the words of what was
   * wrong, once; `plain` without the schema in the request, once.
   */
  again: 'no' | 'after a pause' | 'repair' | 'plain';
  /** The next one in the order; `larger` only where more fits into it. */
  next: 'yes' | 'no' | 'larger';
}

/** Interactive calls end with whatever comes after a piece was told; that stands above this table. */
const MOVES: Readonly<Record<ErrorClass, Move>> = {
  AUTH: { again: 'no', next: 'yes' },
  QUOTA: { again: 'no', next: 'yes' },
  RATE_LIMIT: { again: 'after a pause', next: 'yes' },
  CAPACITY: { again: 'after a pause', next: 'yes' },
  TRANSIENT: { again: 'after a pause', next: 'yes' },
  STALLED: { again: 'no', next: 'yes' },
  CONTEXT: { again: 'no', next: 'larger' },
  SCHEMA: { again: 'plain', next: 'yes' },
  BAD_OUTPUT: { again: 'repair', next: 'yes' },
  CONTENT_FILTER: { again: 'no', next: 'yes' },
  BAD_REQUEST: { again: 'no', next: 'no' },
  CANCELLED: { again: 'no', next: 'no' },
  NOT_CONFIGURED: { again: 'no', next: 'yes' },
};

/**
 * The move about a failure of this provider.
 * @param isPlain it was asked without the schema that it had refused
 */
export function moveFor(
  provider: Provider,
  { class: failed, status }: Pick<Failure, 'class' | 'status'>,
  isPlain: boolean,
): Move {
  // A command line that refuses a schema refuses it for a reason that others share.
  if (failed === 'SCHEMA' && provider.id === 'cli_default') return { again: 'no', next: 'no' };
  // The model is not there, or it is still about the schema: elsewhere it may go well.
  if (failed === 'BAD_REQUEST' && (status === 404 || isPlain)) return { again: 'no', next: 'yes' };
  const move = MOVES[failed];
  // The retries are those over HTTP: a program has tried again by itself, and its quick model where it has one.
  return provider.id === 'cli_default' && move.again === 'after a pause' ? { ...move, again: 'no' } : move;
}
