import assert from 'node:assert/strict';
import type {
  Access,
  BrokerAdapter,
  BrokerHolding,
  BrokerTrade,
  ExcludedRow,
} from '../../../../core/brokers/adapter.ts';
import { BrokerFailure, type ReasonCode } from '../../../../core/brokers/failure.ts';
import type { AdapterSetting } from '../../../../core/brokers/adapters/setting.ts';
import { createLimiter } from '../../../../core/platform/index.ts';

export const NEVER = new AbortController().signal;

/** An adapter's setting that asks again at once and is held up by no rate. */
export function hastySetting(baseUrl: string, now: Date | (() => Date)): AdapterSetting {
  return {
    baseUrl,
    clock: { now: typeof now === 'function' ? now : () => now },
    limits: { of: (_, { concurrent }) => createLimiter({ concurrent, perSecond: 100_000 }) },
    tuning: { timeoutMs: 50_000, retries: 1, backoffMs: 1 },
  };
}

/** Everything of one reading. */
export async function readAll(
  adapter: BrokerAdapter,
  access: Access,
  range: { from: string | null; to: string },
): Promise<{ holdings: BrokerHolding[]; trades: BrokerTrade[]; leftOut: ExcludedRow[] }> {
  const reading = await adapter.read(access, NEVER);
  try {
    const { holdings, left_out } = await reading.holdings();
    const trades: BrokerTrade[] = [];
    const leftOut = [...left_out];
    for await (const page of reading.trades(range)) {
      trades.push(...page.trades);
      leftOut.push(...page.left_out);
    }
    return { holdings: [...holdings], trades, leftOut };
  } finally {
    await reading.close();
  }
}

/** The reason for which something failed. */
export async function reasonOf(act: () => Promise<unknown>): Promise<ReasonCode> {
  try {
    await act();
  } catch (error) {
    if (error instanceof BrokerFailure) return error.reason;
    throw error;
  }
  return assert.fail('it did not fail');
}
