import type { TestCore } from './core.ts';

/**
 * Lists an Indian share with its closes by day.
 * @returns the id of the instrument.
 */
export async function listWithCloses(
  { database }: Pick<TestCore['core'], 'database'>,
  symbol: string,
  closes: Readonly<Record<string, number>>,
): Promise<string> {
  return await database.asSystem('closes for a test', async (trx) => {
    const [row] = (await trx('market.instruments')
      .insert({ exchange: 'NSE', symbol, asset_class: 'Indian Equity', listed_on: '2010-01-04' })
      .returning('id')) as { id: string }[];
    const id = row?.id ?? '';
    await trx('portfolio.price_history').insert(
      Object.entries(closes).map(([day, close]) => ({ instrument_id: id, day, close, source: 'NSE' })),
    );
    return id;
  });
}
