import type { MetricId } from '../port/index.ts';
import type { Book } from './book.ts';
import type { DerivationContext } from './derivations/derive.ts';
import { factId } from './fact-id.ts';
import type { Entry } from './rivals.ts';

/** What a ledger tells of a peer. */
const TOLD = [
  ['close', 'LATEST'],
  ['market_cap', 'LATEST'],
  ['pe_ttm', 'LATEST'],
  ['pb_ratio', 'LATEST'],
  ['price_return_1y_pct', 'LATEST'],
  ['eps_ttm', 'TTM'],
  ['revenue_ttm', 'TTM'],
  ['net_income_ttm', 'TTM'],
] as const satisfies readonly (readonly [MetricId, string])[];

/**
 * Enters a peer's ratios in the scope of that peer, with everything that they were derived from, so that each input can be
 * found. They are worked out from the packets at hand (research/Peer resolution rules 7).
 */
export function admitPeers(book: Book, theirs: DerivationContext, symbol: string): void {
  const scopes = ['market', theirs.reporting] as const;
  const wanted = TOLD.flatMap(([metric, key]) =>
    scopes.flatMap((scope) => theirs.book.get(metric, scope, null, key) ?? []),
  );
  const entered = new Set<string>();
  const enter = (entry: Entry): void => {
    if (entered.has(entry.fact.fact_id)) return;
    entered.add(entry.fact.fact_id);
    const { derivation } = entry.chosen;
    const inputs = (derivation?.inputs ?? []).flatMap((id) => theirs.book.byId(id) ?? []);
    for (const input of inputs) enter(input);
    book.add({
      ...entry.chosen,
      scope: 'peer',
      scope_detail: symbol,
      derivation: derivation && {
        ...derivation,
        inputs: inputs.map(({ fact }) => factId(fact.metric, 'peer', symbol, fact.period.key)),
      },
    });
  };
  for (const entry of wanted) enter(entry);
  for (const one of theirs.book.unavailable()) {
    const isTold = TOLD.some(([metric]) => metric === one.metric) && one.source_id === 'derived';
    if (isTold) book.missing({ ...one, scope: 'peer', reason: `${symbol}: ${one.reason}` });
  }
}
