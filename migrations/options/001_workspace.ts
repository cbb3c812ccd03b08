import type { Knex } from 'knex';
import { byDay, creating, money, ofRecord, owned } from './columns.ts';

/** Records and the tokens that bring them, and what trades came to. */
export async function up(knex: Knex): Promise<void> {
  const create = creating(knex);

  // Every record that was taken, so that none is taken twice or with other content.
  await create('ingest_records', (t) => {
    owned(t);
    t.text('record_id').notNullable();
    t.text('kind').notNullable();
    t.text('content_hash').notNullable();
    t.text('received_at').notNullable();
    t.primary(['owner_user_id', 'record_id']);
  });
  await create('ingest_tokens', (t) => {
    owned(t);
    t.text('token_hash').primary();
    t.text('label').notNullable();
    // shown, so that a person knows it again
    t.text('last4').notNullable();
    t.text('created_at').notNullable();
    t.text('last_used_at');
    t.text('revoked_at');
  });
  // Counts up with every change of a person's workspace: what was worked out from it is good for as long as it stays.
  await create('workspace_revisions', (t) => {
    t.bigInteger('owner_user_id').primary();
    t.bigInteger('revision').notNullable();
  });
  await create('workspace_settings', (t) => {
    t.bigInteger('owner_user_id').primary();
    t.text('settings_json').notNullable();
    t.text('updated_at').notNullable();
  });
  // What a person decided or the workspace did by itself; rows are never changed.
  await create('workspace_audit', (t) => {
    owned(t);
    t.text('id').notNullable();
    t.text('at').notNullable();
    t.text('actor').notNullable();
    // such as GO_LIVE_PROMOTED, ENVELOPE_RESUMED, RECONCILIATION_CONFIRMED
    t.text('action').notNullable();
    t.text('subject').notNullable();
    t.text('reason');
    t.text('evidence_json').notNullable();
    t.primary(['owner_user_id', 'id']);
    t.index(['owner_user_id', 'at'], 'workspace_audit_by_time');
  });

  await create('metrics_days', (t) => {
    owned(t);
    t.text('day').notNullable();
    t.text('strategy').notNullable();
    t.text('mode').notNullable();
    t.integer('seen').notNullable();
    t.integer('filtered').notNullable();
    // counts by reason
    t.text('filtered_by_reason_json').notNullable();
    t.integer('executed').notNullable();
    t.text('checkpoint_at').notNullable();
    // What of it rests on signals that were deleted since: it can be counted no more.
    t.integer('pruned_seen').notNullable().defaultTo(0);
    t.integer('pruned_executed').notNullable().defaultTo(0);
    t.text('pruned_by_reason_json');
    t.primary(['owner_user_id', 'day', 'strategy', 'mode']);
  });
  // Days on which there were signals.
  await create('funnel_days', (t) => {
    owned(t);
    t.text('day').notNullable();
    // 1 where metrics_days has all signals of the day, 0 where some came since
    t.integer('is_counted').notNullable();
    t.text('counted_at');
    t.primary(['owner_user_id', 'day']);
    t.index(['owner_user_id', 'is_counted', 'day'], 'funnel_days_to_count');
  });
  await create('signals', (t) => {
    ofRecord(t);
    t.text('strategy').notNullable();
    t.text('mode').notNullable();
    t.text('underlying');
    // SEEN, FILTERED or EXECUTED
    t.text('outcome').notNullable();
    t.text('reason');
    t.text('tag');
    // Few signals lead to a trade, and only those are looked for by it.
    t.index(['owner_user_id', 'tag'], 'signals_by_tag', { predicate: knex.whereNotNull('tag') });
    // All that a day is counted from: the rows themselves are many times as large.
    t.index(
      ['owner_user_id', 'day', 'at', 'strategy', 'mode', 'outcome', 'reason', 'tag', 'record_id'],
      'signals_by_day',
    );
    // Which strategies there are: names one after the other, however many rows each has.
    t.index(['owner_user_id', 'strategy'], 'signals_by_strategy');
  });
  await create('executions', (t) => {
    ofRecord(t);
    t.text('mode').notNullable();
    t.text('strategy').notNullable();
    t.text('tag').notNullable();
    t.text('symbol').notNullable();
    t.text('underlying').notNullable();
    // CE, PE or FUT
    t.text('instrument').notNullable();
    t.text('expiry').notNullable();
    t.text('side').notNullable();
    t.integer('quantity').notNullable();
    money(t, 'strike', 'price', 'reference_price', 'costs');
    t.text('order_id');
    // a process, or the tradebook of a broker
    t.text('source').notNullable();
    t.index(['owner_user_id', 'tag'], 'executions_by_tag');
    t.index(['owner_user_id', 'strategy', 'at'], 'executions_by_strategy');
    byDay(t, 'executions');
  });
  await create('positions', (t) => {
    ofRecord(t);
    t.text('mode').notNullable();
    t.text('strategy').notNullable();
    t.text('tag').notNullable();
    t.text('underlying').notNullable();
    // OPEN, PROFIT_LOCK, EXPIRY_APPROACH, CLOSING or CLOSED
    t.text('state').notNullable();
    t.text('opened_at').notNullable();
    // 1 for the newest report of a trade that is not closed
    t.integer('is_open').notNullable();
    money(t, 'unrealised_gross', 'estimated_exit_costs', 'margin_used', 'max_loss');
    // why an amount is unknown, codes
    t.text('reasons_json').notNullable();
    t.text('legs_json').notNullable();
    // LOW, HIGH, BLOCKING or UNKNOWN, as the calendar of events was when the trade was first reported
    t.text('event_risk').notNullable();
    t.index(['owner_user_id', 'is_open', 'mode'], 'positions_open');
    t.index(['owner_user_id', 'tag', 'at'], 'positions_by_tag');
    t.index(['owner_user_id', 'strategy', 'opened_at'], 'positions_by_strategy');
  });
  await create('closed_trades', (t) => {
    ofRecord(t);
    t.text('mode').notNullable();
    // 1 for a trade of SHADOW, which counts in no normal total
    t.integer('shadow').notNullable();
    t.text('strategy').notNullable();
    t.text('tag').notNullable();
    // 1 for the one report that counts of a trade: the last to come
    t.integer('is_counted').notNullable();
    t.text('underlying').notNullable();
    t.text('opened_at').notNullable();
    t.text('exit_reason').notNullable();
    money(t, 'realised_gross', 'realised_costs', 'realised_net', 'margin_used', 'max_loss');
    // what the process called its profit; kept as it came, in no sum
    money(t, 'actual_profit');
    t.text('reasons_json').notNullable();
    t.text('legs_json').notNullable();
    t.text('costs_json');
    // All that results are summed from, in the order of time: the rows themselves are fifty times as large.
    t.index(
      [
        'owner_user_id',
        'is_counted',
        'mode',
        'at',
        'record_id',
        'strategy',
        'day',
        'realised_gross_e4',
        'realised_costs_e4',
        'realised_net_e4',
      ],
      'closed_trades_results',
    );
    t.index(['owner_user_id', 'tag', 'is_counted'], 'closed_trades_by_tag');
    t.index(['owner_user_id', 'strategy', 'opened_at'], 'closed_trades_by_opening');
  });
  await create('trade_journal', (t) => {
    owned(t);
    t.text('tag').notNullable();
    t.text('close_time').notNullable();
    t.text('day').notNullable();
    t.text('mode').notNullable();
    t.text('strategy').notNullable();
    t.text('underlying').notNullable();
    t.text('exit_reason').notNullable();
    money(t, 'realised_gross', 'realised_costs', 'realised_net', 'mfe', 'mae');
    money(t, 'slippage_entry', 'slippage_exit', 'rejected_delta', 'entry_spot', 'exit_spot');
    t.double('entry_iv');
    t.double('exit_iv');
    t.double('skew');
    t.text('regime_json');
    t.text('rejected_strategies_json');
    t.text('ai_verdict');
    t.text('verdict_outcome');
    t.text('operator_notes');
    t.text('notes_updated_at');
    t.text('narrative_debrief');
    // FIGURES or the name of a model
    t.text('narrative_source');
    t.text('structured_debrief_json');
    // LOW, HIGH, BLOCKING or UNKNOWN, as of the entry
    t.text('event_risk_at_entry').notNullable();
    t.text('payload_json').notNullable();
    t.primary(['owner_user_id', 'tag']);
    // A page far back is found by counting its way there: in the index alone, since the rows are fifty times as large.
    t.index(
      ['owner_user_id', 'close_time', 'tag', 'mode', 'strategy', 'exit_reason'],
      'trade_journal_by_time',
    );
    t.index(
      ['owner_user_id', 'strategy', 'close_time', 'tag', 'mode', 'exit_reason'],
      'trade_journal_by_strategy',
    );
    t.index(['owner_user_id', 'mode', 'close_time', 'tag', 'exit_reason'], 'trade_journal_by_mode');
    t.index(
      ['owner_user_id', 'exit_reason', 'close_time', 'tag', 'mode', 'strategy'],
      'trade_journal_by_exit',
    );
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const name of [
    'trade_journal',
    'closed_trades',
    'positions',
    'executions',
    'signals',
    'funnel_days',
    'metrics_days',
    'workspace_audit',
    'workspace_settings',
    'workspace_revisions',
    'ingest_tokens',
    'ingest_records',
  ])
    await knex.schema.dropTable(name);
}
