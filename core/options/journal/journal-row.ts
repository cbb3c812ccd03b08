import type { ClosedTrade, EventRisk } from '../records/index.ts';
import { type Debrief, debriefOf, SCHEMA_VERSION } from './debrief.ts';
import type { JournalRow, StructuredDebrief } from './journal-view.ts';
import { narrativeOf } from './narrative.ts';
import { type Peer, type RejectedDelta, rejectedDeltaOf } from './rejected-delta.ts';
import type { StoredTrade } from './trade-pages.ts';

/** What was reported of a trade. */
export const tradeOf = ({ payload_json }: Pick<StoredTrade, 'payload_json'>): ClosedTrade =>
  JSON.parse(payload_json) as ClosedTrade;

const instantOf = (moment: string): string => new Date(moment).toISOString();

/** A trade of the journal with all that is worked out from it. */
export interface Worked {
  trade: ClosedTrade;
  debrief: Debrief;
  rejected: RejectedDelta;
  row: JournalRow;
}

/**
 * Works out a row of the journal. Everything but what a person or a model wrote, and the risk that was stamped at the entry,
 * follows from the report, so that a corrected report or a better rule needs nothing written anew.
 * @param peers trades of the strategies that were rejected, see `readPeers`
 */
export function rowOf(stored: StoredTrade, peers: readonly Peer[]): Worked {
  const trade = tradeOf(stored);
  const debrief = debriefOf(trade);
  const { figures } = debrief;
  const rejected = rejectedDeltaOf(trade, figures.net, peers);
  const event_risk_at_entry = stored.event_risk_at_entry as EventRisk;
  const own = narrativeOf({ trade, debrief, event_risk_at_entry, rejected });
  const row: JournalRow = {
    tag: stored.tag,
    opened_at: instantOf(trade.opened_at),
    close_time: stored.close_time,
    day: stored.day,
    strategy: trade.strategy,
    mode: trade.mode,
    underlying: trade.underlying,
    exit_reason: trade.exit_reason,
    realised_pnl: figures.net,
    realised_gross: figures.gross,
    realised_costs: figures.costs,
    entry_spot: trade.entry_spot ?? null,
    exit_spot: trade.exit_spot ?? null,
    entry_iv: trade.entry_iv ?? null,
    exit_iv: trade.exit_iv ?? null,
    skew: trade.skew ?? null,
    mfe: trade.mfe ?? null,
    mae: trade.mae ?? null,
    slippage_entry: trade.slippage_entry ?? null,
    slippage_exit: trade.slippage_exit ?? null,
    regime_context: trade.regime ?? null,
    rejected_strategies: rejectedOf(trade.rejected_strategies),
    ai_verdict: trade.ai_verdict ?? null,
    operator_notes: stored.operator_notes,
    notes_updated_at: stored.notes_updated_at,
    narrative_debrief: stored.narrative_debrief ?? own.text,
    narrative_source:
      stored.narrative_debrief === null ? own.source : (stored.narrative_source ?? own.source),
    structured_debrief: structuredOf(debrief),
    rejected_strategy_delta: rejected.delta,
    verdict_outcome: debrief.verdict_outcome,
    event_risk_at_entry,
    reasons: {},
    payload_json: stored.payload_json,
  };
  row.reasons = reasonsOf(row, {
    realised_pnl: debrief.reasons.net,
    realised_gross: debrief.reasons.gross,
    realised_costs: debrief.reasons.costs,
    rejected_strategy_delta: rejected.reason ?? undefined,
    verdict_outcome: debrief.reasons.verdict_outcome,
  });
  return { trade, debrief, rejected, row };
}

/** As they are shown: without a score it is null. */
const rejectedOf = (given: ClosedTrade['rejected_strategies']): JournalRow['rejected_strategies'] =>
  given?.map(({ strategy, reason, score }) => ({ strategy, reason, score: score ?? null })) ?? null;

const NOT_REASONED = new Set(['operator_notes', 'notes_updated_at']);

function reasonsOf(row: JournalRow, known: Record<string, string | undefined>): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const [name, value] of Object.entries(row))
    if (value === null && !NOT_REASONED.has(name)) reasons[name] = known[name] ?? 'Not reported.';
  return reasons;
}

function structuredOf({ figures, attribution, ...debrief }: Debrief): StructuredDebrief {
  const parts = Object.entries(attribution.reasons).map(([part, reason]) => [`${part}_attribution`, reason]);
  return {
    schema_version: SCHEMA_VERSION,
    source: 'FIGURES',
    root_cause: debrief.root_cause,
    regime_correct: debrief.regime_correct,
    exit_timing: debrief.exit_timing,
    theta_attribution: attribution.theta,
    vega_attribution: attribution.vega,
    spot_attribution: attribution.spot,
    rest_attribution: attribution.rest,
    suggested_parameter_deltas: [],
    confidence: debrief.confidence,
    figures,
    reasons: { ...debrief.reasons, ...Object.fromEntries(parts) } as Record<string, string>,
  };
}
