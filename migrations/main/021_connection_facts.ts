import type { Knex } from 'knex';

/**
 * What a connection has learnt beside how it fares: by which numbers its broker knows what it holds, until when the broker
 * refuses its quotes, how far its trades went, and which portfolio it is where another holds the same trades. And what an
 * import has found out of the same kind.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the portfolio of a connection that has the trades of a file: { id, name, executions, holdings }
    alter table portfolio.imports add column recognised jsonb;

    alter table broker.connections
      -- symbol -> { id, isin } by which the broker is asked for quotes
      add column securities jsonb not null default '{}',
      -- the account may not read quotes: not asked again before
      add column quotes_refused_until timestamptz,
      -- day of the newest trade that a sync has recorded of it: the history cannot end before
      add column trades_until date,
      -- portfolios that have the same trades or positions, [{ id, executions, holdings }]; null where nothing is asked
      add column portfolio_question jsonb,
      add column portfolio_answer text check (portfolio_answer in ('EXISTING', 'SEPARATE')),
      drop constraint connections_state_check,
      add constraint connections_state_check check
        (state in ('PENDING', 'RUNNING', 'OK', 'FAILED', 'NEEDS_LOGIN', 'NEEDS_OTP', 'NEEDS_PORTFOLIO', 'OFF'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update broker.connections set state = 'PENDING', reason_code = null, next_due_at = now() where state = 'NEEDS_PORTFOLIO';
    alter table portfolio.imports drop column recognised;
    alter table broker.connections
      drop column securities, drop column quotes_refused_until, drop column trades_until,
      drop column portfolio_question, drop column portfolio_answer,
      drop constraint connections_state_check,
      add constraint connections_state_check check
        (state in ('PENDING', 'RUNNING', 'OK', 'FAILED', 'NEEDS_LOGIN', 'NEEDS_OTP', 'OFF'));
  `);
}
