import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** What files do not prove and a person answered; what proves what was read; and rows that wait to be mended. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.imports
      -- which files are alike: the format and the words of the header, hashed
      add column shape text,
      -- what was answered with the upload: currency, asset class, date order
      add column answers jsonb,
      -- amounts and totals of the file beside what was read, and notes on it
      add column proof jsonb;
    alter table portfolio.import_rows
      -- the file does not tell the currency of this row
      add column currency_assumed boolean not null default false;

    create table portfolio.import_answers (
      owner_user_id bigint not null references identity.users on delete cascade,
      shape text not null check (char_length(shape) between 1 and 100),
      currency text check (currency ~ '^[A-Z]{3}$'),
      asset_class text,
      date_order text check (date_order in ('dmy', 'mdy')),
      answered_at timestamptz not null,
      primary key (owner_user_id, shape)
    );
    ${ownedByUser('portfolio.import_answers')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table portfolio.import_answers;
    alter table portfolio.import_rows drop column currency_assumed;
    alter table portfolio.imports drop column shape, drop column answers, drop column proof;
  `);
}
