import { type ClosedTrade, type Mode, rupeesOf, tradeKey, unitsOf } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';

/** A trade of a rejected strategy that was entered all the same, in whatever mode, within so long of the one it lost to. */
const BESIDE_MS = 15 * 60_000;
/** Of one statement. */
const MOST_PEERS = 2_000;

/** What the best of the rejected strategies made more than the one that was chosen, in rupees. */
export interface RejectedDelta {
  delta: number | null;
  /** The trade that it is worked out from. */
  best: { strategy: string; mode: Mode; tag: string; net: number } | null;
  reason: string | null;
}

/** A closed trade of a strategy that was rejected somewhere. */
export interface Peer {
  strategy: string;
  underlying: string;
  mode: Mode;
  tag: string;
  opened_at: string;
  realised_net_e4: number | null;
}

/** How it is worked out, for people. */
export const REJECTED_METHOD =
  'The best net result of a rejected strategy that was still traded, in any mode, on the same underlying and within 15 minutes of the entry, less the net result of this trade. Each counts in the size that was reported.';

/** Closed trades of the strategies that these trades were preferred to, entered about the same time. */
export async function readPeers(workspace: Workspace, trades: readonly ClosedTrade[]): Promise<Peer[]> {
  const wanted = trades.flatMap(({ opened_at, rejected_strategies: rejected }) =>
    (rejected ?? []).map(({ strategy }) => {
      const opened = Date.parse(opened_at);
      return { strategy, from: isoOf(opened - BESIDE_MS), to: isoOf(opened + BESIDE_MS) };
    }),
  );
  const distinct = [...new Map(wanted.map((one) => [`${one.strategy} ${one.from}`, one])).values()];
  const peers: Peer[] = [];
  for (let from = 0; from < distinct.length; from += AT_ONCE) {
    const some = distinct.slice(from, from + AT_ONCE);
    const values: Record<string, string> = {};
    const rows = some.map((one, nr) => {
      values[`s${nr}`] = one.strategy;
      values[`f${nr}`] = one.from;
      values[`t${nr}`] = one.to;
      return `select cast(:s${nr} as text) as strategy, cast(:f${nr} as text) as low, cast(:t${nr} as text) as high`;
    });
    peers.push(
      ...(await workspace.select<Peer>(
        `select c.strategy, c.underlying, c.mode, c.tag, c.opened_at, c.realised_net_e4
         from (${rows.join(' union all ')}) as wanted
         cross join closed_trades c where c.owner_user_id = :owner and c.strategy = wanted.strategy
           and c.opened_at >= wanted.low and c.opened_at <= wanted.high
           and c.is_counted = 1 limit ${MOST_PEERS}`,
        values,
      )),
    );
  }
  return peers;
}
/** Ranges of one statement: SQLite takes 500 parts of a union. */
const AT_ONCE = 100;
const isoOf = (at: number): string => new Date(at).toISOString();

/**
 * Holds a trade against what its rejected strategies made at the same time.
 * @param net in rupees
 * @param peers as they were read for it, with those of other trades among them
 */
export function rejectedDeltaOf(
  trade: ClosedTrade,
  net: number | null,
  peers: readonly Peer[],
): RejectedDelta {
  const none = (reason: string): RejectedDelta => ({ delta: null, best: null, reason });
  const rejected = new Set((trade.rejected_strategies ?? []).map(({ strategy }) => strategy));
  if (rejected.size === 0) return none('No rejected strategy was reported.');
  const opened = Date.parse(trade.opened_at);
  const [from, to] = [isoOf(opened - BESIDE_MS), isoOf(opened + BESIDE_MS)];
  const beside = peers.filter(
    (peer) =>
      rejected.has(peer.strategy) &&
      peer.underlying === trade.underlying &&
      tradeKey(peer) !== tradeKey(trade) &&
      peer.opened_at >= from &&
      peer.opened_at <= to,
  );
  if (beside.length === 0)
    return none(
      'No rejected strategy was traded within 15 minutes of the entry. Let the process report them as SHADOW trades.',
    );
  const known = beside.flatMap(({ realised_net_e4: units, strategy, mode, tag }) =>
    units === null ? [] : [{ units, strategy, mode, tag }],
  );
  if (known.length === 0) return none('The net result of the rejected strategies is unknown.');
  if (net === null) return none('The net result of this trade is unknown.');
  const best = known.reduce((most, one) =>
    one.units > most.units || (one.units === most.units && tradeKey(one) < tradeKey(most)) ? one : most,
  );
  return {
    delta: rupeesOf(best.units - unitsOf(net)),
    best: { strategy: best.strategy, mode: best.mode, tag: best.tag, net: rupeesOf(best.units) },
    reason: null,
  };
}
