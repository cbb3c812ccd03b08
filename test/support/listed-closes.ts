import type { TestCore } from './core.ts';

/**
 * Lists a share, an Indian one by default, with its closes by day.
 * @returns the id of the instrument.
 */
export async function listWithCloses(
  { database }: Pick<TestCore['core'], 'database'>,
  symbol: string,
  closes: Readonly<Record<string, number>>,
  listing = { exchange: 'NSE', asset_class: 'Indian Equity' },
): Promise<string> {
  return await database.asSystem('closes for a test', async (trx) => {
    const [row] = (await trx('market.instruments')
      .insert({ ...listing, symbol, listed_on: '2010-01-04' })
      .returning('id')) as { id: string }[];
    const id = row?.id ?? '';
    await trx('portfolio.price_history').insert(
      Object.entries(closes).map(([day, close]) => ({ instrument_id: id, day, close, source: 'NSE' })),
    );
    return id;
  });
}
