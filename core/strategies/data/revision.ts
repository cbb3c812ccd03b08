import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { PricePanel } from '../panel/index.ts';

/** So much is worked on between two breaths. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;
const ROWS_AT_ONCE = 2000;
const LENGTH = 16;

/** Tells one state of a panel from another by all that is in it: hexadecimal digits of its SHA-256. */
export async function revisionOf(panel: Omit<PricePanel, 'revision'>): Promise<string> {
  const { closes, benchmark, securities, actions, days, ...rest } = panel;
  const hash = createHash('sha256');
  const bytes = async (numbers: Float64Array) => {
    const all = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    for (let at = 0; at < all.length; at += BYTES_AT_ONCE) {
      hash.update(all.subarray(at, at + BYTES_AT_ONCE));
      await setImmediate();
    }
  };
  const rows = async (all: readonly unknown[]) => {
    hash.update(`\n${all.length}`);
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
      hash.update(JSON.stringify(all.slice(at, at + ROWS_AT_ONCE)));
      await setImmediate();
    }
  };
  hash.update(
    JSON.stringify([rest, benchmark === null ? null : { code: benchmark.code, name: benchmark.name }]),
  );
  await rows(days);
  await rows(securities);
  await rows(actions);
  await bytes(closes);
  if (benchmark !== null) await bytes(benchmark.closes);
  return hash.digest('hex').slice(0, LENGTH);
}
