import type { DbTransaction } from '../../platform/index.ts';
import type { PositionKey } from './position-key.ts';
import { readApplied, readRecorded, readRenames, writeDeliveries, writeDerived } from './action-store.ts';
import type { AppliedAction } from './applied-action.ts';
import { type Derivation, deliveryStep } from './derivation.ts';
import { deriveRows } from './derive-rows.ts';
import type { LotStep } from '../ledger/index.ts';

/**
 * Makes the rows anew that follow from applied corporate actions, for symbols whose ledgers were touched and for those that
 * hang together with them through mergers and demergers.
 * @returns all symbols whose ledgers may have changed, the touched ones included.
 */
export async function deriveFromActions(
  trx: DbTransaction,
  userId: string,
  touched: readonly PositionKey[],
): Promise<PositionKey[]> {
  const actions = await readApplied(trx, [...new Set(touched.map(({ portfolio_id }) => portfolio_id))]);
  if (actions.length === 0) return [...touched];
  const keys = new Map(touched.map((key) => [keyOf(key.portfolio_id, key.symbol), key]));
  for (const portfolioId of new Set(actions.map(({ portfolio_id }) => portfolio_id))) {
    const own = actions.filter(({ portfolio_id }) => portfolio_id === portfolioId);
    const renames = await readRenames(trx, portfolioId);
    const symbols = touched.flatMap((key) => (key.portfolio_id === portfolioId ? [key.symbol] : []));
    for (const family of familiesOf(own, symbols)) {
      const { rows, outcomes } = deriveRows(
        await readRecorded(trx, portfolioId, family.symbols),
        family.actions,
        renames,
      );
      await writeDerived(
        trx,
        userId,
        portfolioId,
        family.actions.map(({ id }) => id),
        rows,
      );
      await writeDeliveries(trx, portfolioId, family.symbols, deliveriesOf(family.actions, outcomes));
      for (const symbol of family.symbols)
        keys.set(keyOf(portfolioId, symbol), { portfolio_id: portfolioId, symbol });
    }
  }
  return [...keys.values()];
}

/** The rows by which a broker booked mergers and demergers itself. */
function deliveriesOf(
  actions: readonly AppliedAction[],
  outcomes: Derivation['outcomes'],
): { id: string; step: LotStep }[] {
  return actions.flatMap((action) =>
    (outcomes.get(action.id)?.recorded_by ?? []).flatMap((row) => {
      const step = deliveryStep(action, row);
      return row.id === null || step === null ? [] : [{ id: row.id, step }];
    }),
  );
}

/** Symbols that hang together, with all their actions. */
interface ActionFamily {
  symbols: string[];
  actions: AppliedAction[];
}

/** The families of actions that one of the symbols belongs to. */
export function familiesOf(actions: readonly AppliedAction[], symbols: readonly string[]): ActionFamily[] {
  const families: { symbols: Set<string>; actions: AppliedAction[] }[] = [];
  for (const action of actions) {
    const own = new Set([action.symbol, ...(action.into_symbol === null ? [] : [action.into_symbol])]);
    const joined = families.filter((family) => [...own].some((symbol) => family.symbols.has(symbol)));
    const merged = { symbols: own, actions: [action] };
    for (const family of joined) {
      for (const symbol of family.symbols) merged.symbols.add(symbol);
      merged.actions.push(...family.actions);
      families.splice(families.indexOf(family), 1);
    }
    families.push(merged);
  }
  const wanted = new Set(symbols);
  return families
    .filter((family) => [...family.symbols].some((symbol) => wanted.has(symbol)))
    .map((family) => ({ symbols: [...family.symbols].sort(), actions: family.actions }));
}

const keyOf = (portfolioId: string, symbol: string): string => `${portfolioId}\0${symbol}`;
