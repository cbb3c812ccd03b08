import type { SharedLimits } from '../../platform/index.ts';
import { BrokerFailure } from '../failure.ts';

/**
 * Asks the calculators of an account, one question at a time: one that hangs holds one place of the account's reads, and money
 * and books, which orders need, never wait behind it. The rate of those reads holds beside.
 * @param account its name among the limits. @throws BrokerFailure BROKER_TIMEOUT when it is aborted while it waits for its turn
 */
export async function inCalculatorTurn<T>(
  limits: SharedLimits,
  { account, perSecond }: { account: string; perSecond: number },
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await limits.of(`${account}/calculator`, { concurrent: 1, perSecond }).run(ask, signal);
  } catch (error) {
    if (error instanceof BrokerFailure || !signal.aborted) throw error;
    throw new BrokerFailure('BROKER_TIMEOUT', 'A calculator took too long.', { cause: error });
  }
}
