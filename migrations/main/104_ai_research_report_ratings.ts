import type { Knex } from 'knex';

/** The rating of a report beside its payload, of either version, so that a list of runs need not read payloads. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table research.ai_research_reports add column rating text generated always as (
      coalesce(payload_json #>> '{decision,rating}', payload_json ->> 'rating')
    ) stored
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table research.ai_research_reports drop column rating');
}
