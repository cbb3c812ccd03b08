import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** The last audit of each person's books, and the differences between figures that it found and that are still there. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.book_audits (
      owner_user_id bigint primary key references identity.users on delete cascade,
      audited_at timestamptz not null,
      -- what was compared with what, and how it came out
      identities jsonb not null
    );
    create table portfolio.book_audit_findings (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      identity text not null,
      -- the portfolio, holding or place that the two figures are of
      subject text not null,
      left_figure double precision not null,
      right_figure double precision not null,
      -- null for units
      currency text,
      found_at timestamptz not null,
      seen_at timestamptz not null,
      unique (owner_user_id, identity, subject)
    );
    ${ownedByUser('portfolio.book_audits')}
    ${ownedByUser('portfolio.book_audit_findings')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.book_audit_findings, portfolio.book_audits');
}
