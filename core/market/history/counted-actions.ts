import type { DatedAction } from '../actions/index.ts';
import { effectiveRatios } from './adjust.ts';

/**
 * Actions as they happened: a split that was announced twice is one, and so is a dividend that several exchanges or sources
 * tell of. Two dividends of the same amount in one announcement are two.
 * @param actions of any instruments, by ex-date. @returns them in the same order.
 */
export function countedActions(actions: readonly DatedAction[]): DatedAction[] {
  const counted = new Set<DatedAction>();
  for (const own of grouped(actions, ({ instrument_id }) => instrument_id)) {
    const ratios = own.flatMap((action) => {
      const { new_shares, old_shares, ex_date, kind, source } = action;
      if (new_shares === null || old_shares === null) return [];
      return [
        { ex_date, kind, source, action, new_shares: Number(new_shares), old_shares: Number(old_shares) },
      ];
    });
    for (const { action } of effectiveRatios(ratios)) counted.add(action);
    const others = own.filter(({ new_shares }) => new_shares === null);
    for (const same of grouped(others, ({ ex_date, kind, amount }) => `${ex_date} ${kind} ${amount}`)) {
      const byTeller = grouped(same, ({ exchange, source }) => `${exchange} ${source}`);
      for (const action of byTeller.reduce((one, other) => (other.length > one.length ? other : one), []))
        counted.add(action);
    }
  }
  return actions.filter((action) => counted.has(action));
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
