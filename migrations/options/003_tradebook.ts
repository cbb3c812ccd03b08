import type { Knex } from 'knex';
import { creating, money, owned } from './columns.ts';

/** Fills as a broker's tradebook has them. What trades they make is worked out from all of them together. */
export async function up(knex: Knex): Promise<void> {
  const create = creating(knex);

  // Facts of files, one row for each fill however many files have it.
  await create('tradebook_fills', (t) => {
    owned(t);
    // also the id of its execution
    t.text('fill_id').notNullable();
    t.text('source').notNullable();
    t.text('exchange').notNullable();
    t.text('at').notNullable();
    t.text('day').notNullable();
    t.text('trade_number');
    t.text('order_id');
    t.text('symbol').notNullable();
    t.text('underlying').notNullable();
    // CE, PE or FUT
    t.text('instrument').notNullable();
    t.text('expiry').notNullable();
    t.text('side').notNullable();
    t.integer('quantity').notNullable();
    // brokerage: of the order, as the person said; null for that of the table of charges
    money(t, 'strike', 'price', 'brokerage');
    // costs that the file itself gives
    t.text('costs_json');
    t.text('strategy').notNullable();
    // the person's own name of its trade
    t.text('given_tag');
    // the trade that it opens where it ends another as well, as trades were last worked out
    t.text('opens_tag');
    t.primary(['owner_user_id', 'fill_id']);
    t.index(['owner_user_id', 'underlying', 'expiry'], 'tradebook_fills_by_expiry');
    t.index(['owner_user_id', 'given_tag'], 'tradebook_fills_by_tag');
  });
  // What an underlying was settled at on the day of an expiry, as a file or a person said.
  await create('tradebook_settlements', (t) => {
    owned(t);
    t.text('underlying').notNullable();
    t.text('expiry').notNullable();
    money(t, 'price');
    t.text('given_at').notNullable();
    t.text('given_by').notNullable();
    t.primary(['owner_user_id', 'underlying', 'expiry']);
  });
  // Files that were shown and wait for a confirmation.
  await create('tradebook_files', (t) => {
    owned(t);
    t.text('id').notNullable();
    t.text('name').notNullable();
    t.text('expires_at').notNullable();
    t.text('reading_json').notNullable();
    t.primary(['owner_user_id', 'id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const name of ['tradebook_files', 'tradebook_settlements', 'tradebook_fills'])
    await knex.schema.dropTable(name);
}
