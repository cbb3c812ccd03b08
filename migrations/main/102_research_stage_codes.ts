import type { Knex } from 'knex';

/** Why a stage of research did not come to its end, by a stable code, and what was taken out of a report before it was stored. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table research.ai_research_stages
      -- such as COST_CAP_REACHED; null for what came to its end, and where nothing but words tells why
      add column code text;
    alter table research.ai_research_reports
      -- where it stood, its code and the reason in words
      add column struck jsonb not null default '[]';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table research.ai_research_reports drop column struck;
    alter table research.ai_research_stages drop column code;
  `);
}
