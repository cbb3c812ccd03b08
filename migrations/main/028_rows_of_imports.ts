import type { Knex } from 'knex';

const TOTALS = ['price', 'avg_buy_price', 'current_price'];

/**
 * A staged row that is not valid keeps what the file says of it: the text by field, and beside that amounts of all units,
 * why it is left out, and what is wrong with the record as a whole. Until here all of it stood among the fields. A staged
 * import lives for a day, and may be committed after an upgrade.
 */
export async function up(knex: Knex): Promise<void> {
  const totals = TOTALS.map((field) => `'${field}', payload -> '${field}_total'`).join(', ');
  const inner = ['excluded', 'malformed', ...TOTALS.map((field) => `${field}_total`)];
  await knex.raw(`
    update portfolio.import_rows set payload = jsonb_strip_nulls(jsonb_build_object(
      'fields', payload - array[${inner.map((key) => `'${key}'`).join(', ')}],
      'totals', nullif(jsonb_strip_nulls(jsonb_build_object(${totals})), '{}'),
      'excluded', payload -> 'excluded',
      'malformed', payload -> 'malformed'
    )) where state <> 'valid' and payload is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  const totals = TOTALS.map((field) => `'${field}_total', payload -> 'totals' -> '${field}'`).join(', ');
  await knex.raw(`
    update portfolio.import_rows set payload = (payload -> 'fields') || jsonb_strip_nulls(jsonb_build_object(
      ${totals}, 'excluded', payload -> 'excluded', 'malformed', payload -> 'malformed'
    )) where state <> 'valid' and payload is not null;
  `);
}
