import type { Knex } from 'knex';

/**
 * Documents as their publishers gave them: every version that differs. They are public and belong to nobody; only the
 * system reads them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.evidence_documents (
      id bigint generated always as identity primary key,
      source text not null check (source in
        ('sec_data', 'sec_archive', 'nse_site', 'nse_archive', 'bse', 'yahoo', 'news', 'issuer')),
      -- as it was asked for, without cookies, crumbs and keys
      path text not null check (length(path) <= 2000),
      -- what requests find it by: the path without its query, decoded
      place text not null,
      -- lower-case hex of the body as it came
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      -- packed with gzip
      body bytea not null,
      size integer not null check (size >= 0),
      media_type text not null,
      origin text not null check (origin in ('NETWORK', 'FILE')),
      -- as whoever imported the file says; null where nobody does
      published_at timestamptz,
      first_at timestamptz not null,
      -- when the source gave this very body for the last time
      fetched_at timestamptz not null check (fetched_at >= first_at),
      unique (source, path, sha256)
    );
    create index on portfolio.evidence_documents (source, place text_pattern_ops, fetched_at desc);
    create index on portfolio.evidence_documents (fetched_at);
    -- packed already
    alter table portfolio.evidence_documents alter column body set storage external;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.evidence_documents');
}
