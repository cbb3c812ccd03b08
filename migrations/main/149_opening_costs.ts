import type { Knex } from 'knex';

/**
 * Marks purchases that are opening positions: their price is an average cost, so it prices no holding. Those of imported files
 * of opening positions are known by the format of the file.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.transactions add column is_opening boolean check (is_opening);
    with marked as (
      update portfolio.transactions t set is_opening = true
      from portfolio.imports i
      where i.id = t.import_id and i.detected_format = 'munim-openings' and t.type = 'BUY'
      returning t.portfolio_id, t.symbol
    )
    update portfolio.positions p set is_outdated = true
    from marked m where p.portfolio_id = m.portfolio_id and p.symbol = m.symbol;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.transactions drop column is_opening');
}
