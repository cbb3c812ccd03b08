import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Which providers of models a person uses, in order, with their keys. One row a person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.user_provider_settings (
      owner_user_id bigint primary key references identity.users on delete cascade,
      preferred_provider text not null default 'cli_default'
        check (preferred_provider in ('cli_default', 'provider_a', 'provider_b', 'gateway')),
      failover text[] not null default '{cli_default}' check (
        cardinality(failover) between 1 and 4
        and failover <@ array['cli_default', 'provider_a', 'provider_b', 'gateway']
      ),
      -- ciphertext of the keyring: all keys by provider; null without any
      api_keys text check (api_keys like 'v1.%'),
      gateway_model text,
      -- addresses and models of their own, by provider; what is not there is the operator's
      base_urls jsonb not null default '{}',
      models jsonb not null default '{}',
      -- null while nothing was chosen: then the row says what everybody has
      chosen_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    ${ownedByUser('portfolio.user_provider_settings')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.user_provider_settings');
}
