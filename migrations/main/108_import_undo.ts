import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** What an import replaced or overwrote, so that it can be undone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.imports
      drop constraint imports_status_check,
      add constraint imports_status_check check (status in ('STAGING', 'STAGED', 'COMMITTED', 'UNDONE')),
      add column undone_at timestamptz,
      -- what undoing it came to
      add column undo_result jsonb;
    create index transactions_by_import on portfolio.transactions (import_id) where import_id is not null;

    create table portfolio.import_changes (
      owner_user_id bigint not null references identity.users on delete cascade,
      import_id bigint not null,
      kind text not null check (kind in ('transaction', 'holding')),
      row_id bigint not null,
      -- the row as it was, every value as text; null where the import made it
      before jsonb,
      -- of a holding: what the import left there; null where it took the row away
      after jsonb,
      created_at timestamptz not null default now(),
      primary key (import_id, kind, row_id),
      foreign key (import_id, owner_user_id) references portfolio.imports (id, owner_user_id) on delete cascade
    );
    create index on portfolio.import_changes (owner_user_id);
    ${ownedByUser('portfolio.import_changes')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table portfolio.import_changes;
    drop index portfolio.transactions_by_import;
    delete from portfolio.imports where status = 'UNDONE';
    alter table portfolio.imports
      drop constraint imports_status_check,
      add constraint imports_status_check check (status in ('STAGING', 'STAGED', 'COMMITTED')),
      drop column undone_at,
      drop column undo_result;
  `);
}
