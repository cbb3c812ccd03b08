import type { Workspace } from '../store/index.ts';
import type { ClosedTrade } from './closed-trade-shape.ts';
import { eventRisks } from './event-risk.ts';
import { unitsOrNull } from './money-units.ts';
import { tradeKey } from './open-positions.ts';
import type { Taken } from './record-kind.ts';
import { resultOf } from './trade-result.ts';

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/**
 * Writes the row of the journal of each trade that was closed. A report that corrects an earlier one writes over what came
 * with a report; what a person wrote stays, and so does the risk that was stamped at the entry. What a model told of the
 * earlier report goes.
 */
export async function writeJournal(
  workspace: Workspace,
  taken: readonly Taken<ClosedTrade>[],
): Promise<void> {
  const risks = await eventRisks(
    workspace,
    taken.map(({ record }) => record),
  );
  const rows = taken.map(({ record, at, day }) => {
    const { gross, costs, net } = resultOf(record);
    return {
      tag: record.tag,
      close_time: at,
      day,
      mode: record.mode,
      strategy: record.strategy,
      underlying: record.underlying,
      exit_reason: record.exit_reason,
      realised_gross_e4: gross,
      realised_costs_e4: costs,
      realised_net_e4: net,
      mfe_e4: unitsOrNull(record.mfe),
      mae_e4: unitsOrNull(record.mae),
      slippage_entry_e4: unitsOrNull(record.slippage_entry),
      slippage_exit_e4: unitsOrNull(record.slippage_exit),
      entry_spot_e4: unitsOrNull(record.entry_spot),
      exit_spot_e4: unitsOrNull(record.exit_spot),
      entry_iv: record.entry_iv ?? null,
      exit_iv: record.exit_iv ?? null,
      skew: record.skew ?? null,
      regime_json: json(record.regime),
      rejected_strategies_json: json(record.rejected_strategies),
      ai_verdict: record.ai_verdict ?? null,
      payload_json: JSON.stringify(record),
      event_risk_at_entry: risks.get(tradeKey(record)) ?? 'UNKNOWN',
    };
  });
  const [first] = rows;
  if (first === undefined) return;
  const kept = ['mode', 'tag', 'event_risk_at_entry'];
  await workspace.insert('trade_journal', rows, {
    key: ['mode', 'tag'],
    columns: [
      ...Object.keys(first).filter((column) => !kept.includes(column)),
      // A new row has neither, so that they are emptied.
      'narrative_debrief',
      'narrative_source',
    ],
  });
}
