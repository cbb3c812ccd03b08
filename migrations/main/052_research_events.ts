import type { Knex } from 'knex';

const KINDS = [
  'AI_RESEARCH_REQUESTED',
  'AI_RESEARCH_COMPLETED',
  'AI_RESEARCH_PARTIAL',
  'AI_RESEARCH_FAILED',
  'AI_RESEARCH_CANCELLED',
  'AI_RESEARCH_BASELINE_SET',
  'AI_RESEARCH_BASELINE_REPLACED',
  'AI_RESEARCH_DRIFT_DETECTED',
  'AI_RESEARCH_OUTCOME_EVALUATED',
  'AI_RESEARCH_PROMOTION_EVIDENCE_ATTACHED',
];

/** Events of AI research, which are told from the others by their pillar. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table evidence.events add column pillar text check (pillar = 'research');
    alter table evidence.events add constraint events_of_research check (
      case when starts_with(kind, 'AI_RESEARCH_')
        then pillar is not null and kind in (${KINDS.map((kind) => `'${kind}'`).join(', ')})
        else pillar is null end);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table evidence.events drop constraint events_of_research;
    alter table evidence.events drop column pillar;
  `);
}
