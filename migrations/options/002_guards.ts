import type { Knex } from 'knex';
import { byDay, creating, money, ofRecord, owned } from './columns.ts';

/** What strategies are chosen by, what keeps them from trading, and who may trade with money. */
export async function up(knex: Knex): Promise<void> {
  const create = creating(knex);

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
    // the newest of each broker is asked for before every entry
    t.index(['owner_user_id', 'broker', 'at'], 'margin_samples_by_broker');
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
    t.text('resumed_at');
  });
  // LIVE trades as they stood when a person resumed: what they had come to by then counts no more against the limits.
  await create('envelope_resumed_trades', (t) => {
    owned(t);
    t.text('tag').notNullable();
    money(t, 'net');
    t.primary(['owner_user_id', 'tag']);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const name of [
    'envelope_resumed_trades',
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
  ])
    await knex.schema.dropTable(name);
}
