import type { Knex } from 'knex';

/*
 * The options workspace, in SQLite or in Postgres alike: moments are ISO texts in UTC, days are IST dates, truth values are
 * 0 and 1, and money is whole numbers of a ten-thousandth of a rupee (columns that end in _e4), so that sums are exact in
 * both. Every row belongs to one person.
 */

type Table = Knex.CreateTableBuilder;

/** Whose row it is. */
const owned = (t: Table): void => {
  t.bigInteger('owner_user_id').notNullable();
};

/** What came as a record: one row for each, under the record's own id. */
const ofRecord = (t: Table): void => {
  owned(t);
  t.text('record_id').notNullable();
  t.text('at').notNullable();
  t.text('day').notNullable();
  t.text('payload_json').notNullable();
  t.primary(['owner_user_id', 'record_id']);
};

const byDay = (t: Table, name: string): void => {
  t.index(['owner_user_id', 'day', 'at'], `${name}_by_day`);
};

const money = (t: Table, ...names: string[]): void => {
  for (const name of names) t.bigInteger(`${name}_e4`);
};

export async function up(knex: Knex): Promise<void> {
  const create = async (name: string, columns: (t: Table) => void): Promise<void> =>
    await knex.schema.createTable(name, columns);

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
    t.primary(['owner_user_id', 'day', 'strategy', 'mode']);
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
    byDay(t, 'signals');
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
    t.index(['owner_user_id', 'is_open', 'mode'], 'positions_open');
    t.index(['owner_user_id', 'tag', 'at'], 'positions_by_tag');
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
    t.index(['owner_user_id', 'is_counted', 'mode', 'at'], 'closed_trades_by_time');
    t.index(['owner_user_id', 'tag'], 'closed_trades_by_tag');
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
    t.index(['owner_user_id', 'close_time', 'tag'], 'trade_journal_by_time');
  });
  await create('strategy_battle_log', (t) => {
    ofRecord(t);
    t.text('underlying');
    t.text('chosen');
    t.text('regime');
    t.text('candidates_json').notNullable();
    byDay(t, 'strategy_battle_log');
  });
  await create('iv_snapshots', (t) => {
    ofRecord(t);
    t.text('underlying').notNullable();
    money(t, 'spot');
    t.double('atm_iv');
    t.double('iv_rank');
    t.double('skew');
    t.index(['owner_user_id', 'underlying', 'at'], 'iv_snapshots_by_time');
  });
  await create('market_events', (t) => {
    ofRecord(t);
    t.text('name').notNullable();
    // RBI, FED, BUDGET, RESULTS, EXPIRY, HOLIDAY or OTHER
    t.text('category').notNullable();
    // BLOCK, WARNING or INFO
    t.text('severity').notNullable();
    t.text('starts_at').notNullable();
    t.text('ends_at').notNullable();
    // one underlying; null for all of them
    t.text('underlying');
    t.text('source').notNullable();
    t.integer('is_cancelled').notNullable();
    t.index(['owner_user_id', 'starts_at'], 'market_events_by_start');
  });
  await create('reconciliation_audit', (t) => {
    ofRecord(t);
    t.text('broker').notNullable();
    // MATCH or MISMATCH
    t.text('status').notNullable();
    t.text('findings_json').notNullable();
    t.text('confirmed_at');
    t.text('confirmed_by');
    t.text('confirmation_note');
    t.index(['owner_user_id', 'status', 'confirmed_at'], 'reconciliation_open');
  });
  await create('broker_health_samples', (t) => {
    ofRecord(t);
    t.text('broker').notNullable();
    t.integer('is_ok').notNullable();
    t.double('latency_ms');
    t.double('quote_age_s');
    t.text('error');
    t.index(['owner_user_id', 'broker', 'at'], 'broker_health_by_time');
  });
  await create('broker_health_levels', (t) => {
    owned(t);
    t.text('broker').notNullable();
    t.text('since').notNullable();
    // OK, DEGRADED, UNSTABLE or DOWN
    t.text('level').notNullable();
    t.text('reasons_json').notNullable();
    t.primary(['owner_user_id', 'broker', 'since']);
  });
  await create('margin_samples', (t) => {
    ofRecord(t);
    t.text('broker').notNullable();
    money(t, 'used', 'available');
    t.index(['owner_user_id', 'at'], 'margin_samples_by_time');
  });
  await create('market_analyses', (t) => {
    ofRecord(t);
    t.text('underlying').notNullable();
    t.text('horizon_at').notNullable();
    t.double('probability_up').notNullable();
    // BULLISH, BEARISH or NEUTRAL
    t.text('verdict').notNullable();
    t.double('sentiment');
    t.text('model');
    t.text('missing_inputs_json').notNullable();
    t.index(['owner_user_id', 'at'], 'market_analyses_by_time');
  });
  await create('market_outcomes', (t) => {
    ofRecord(t);
    t.text('analysis_id').notNullable();
    // UP, DOWN or FLAT
    t.text('realised').notNullable();
    t.double('return_pct');
    t.index(['owner_user_id', 'analysis_id'], 'market_outcomes_by_analysis');
  });
  await create('go_live', (t) => {
    owned(t);
    t.text('strategy').notNullable();
    // DRY_RUN, SHADOW or LIVE
    t.text('mode').notNullable();
    t.text('since').notNullable();
    t.text('changed_by').notNullable();
    t.primary(['owner_user_id', 'strategy']);
  });
  await create('envelope', (t) => {
    t.bigInteger('owner_user_id').primary();
    // OPEN, THROTTLED or HALTED
    t.text('state').notNullable();
    t.text('since').notNullable();
    t.text('reasons_json').notNullable();
    // what was lost before counts no more against the limits once a person has resumed
    t.text('resumed_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const name of [
    'envelope',
    'go_live',
    'market_outcomes',
    'market_analyses',
    'margin_samples',
    'broker_health_levels',
    'broker_health_samples',
    'reconciliation_audit',
    'market_events',
    'iv_snapshots',
    'strategy_battle_log',
    'trade_journal',
    'closed_trades',
    'positions',
    'executions',
    'signals',
    'metrics_days',
    'workspace_audit',
    'workspace_settings',
    'workspace_revisions',
    'ingest_tokens',
    'ingest_records',
  ])
    await knex.schema.dropTable(name);
}
