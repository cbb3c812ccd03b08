import { BrokerFailure } from '../../brokers/orders/index.ts';
import { Problem } from '../../platform/index.ts';

/**
 * The sentence that a person reads about a failed turn at an account. Only failures of brokers and problems are written for people;
 * other errors, such as those of the database, stay in the log.
 */
export function failureSentence(error: unknown, otherwise: string): string {
  if (error instanceof Problem) return error.detail;
  return error instanceof BrokerFailure ? error.message : otherwise;
}
