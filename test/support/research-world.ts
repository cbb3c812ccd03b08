import type { Core } from '../../core/assembly/index.ts';

/** Instruments that research is asked about, by symbol. Their ids come back by symbol too. */
export async function registerForResearch(core: Pick<Core, 'database'>): Promise<Record<string, string>> {
  const rows = [
    { symbol: 'KAVERI', asset_class: 'Indian Equity', isin: 'INE012A01025', name: 'Kaveri Flowtech Limited' },
    { symbol: 'KAVERIBE', asset_class: 'ETF', isin: null, name: 'Kaveri ETF' },
    { symbol: 'GOVT30', asset_class: 'Bond', isin: null, name: 'Government bond' },
    { symbol: 'FUNDONE', asset_class: 'Mutual Fund', isin: null, name: 'Fund One' },
    { symbol: 'GOLDONE', asset_class: 'Commodity', isin: null, name: 'Gold' },
    { symbol: 'HIDDEN', asset_class: 'Unlisted', isin: null, name: 'Hidden Limited' },
    { symbol: 'DUMMYREL', asset_class: 'Indian Equity', isin: null, name: 'Placeholder' },
    {
      symbol: 'GONE',
      asset_class: 'Indian Equity',
      isin: null,
      name: 'Gone Limited',
      delisted_on: '2025-06-02',
    },
  ];
  return await core.database.asSystem('instruments for a test', async (trx) => {
    const ids: Record<string, string> = {};
    for (const row of rows) {
      const [added] = (await trx('market.instruments')
        .insert({ exchange: 'NSE', ...row })
        .returning('id')) as { id: string }[];
      ids[row.symbol] = added?.id ?? '';
    }
    return ids;
  });
}
