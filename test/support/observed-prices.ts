import type { TestCore } from './core.ts';

/** Records prices of a symbol by day, in rupees, as statements that a person imported print them. */
export async function observePrices(
  { core, owner }: Pick<TestCore, 'core' | 'owner'>,
  symbol: string,
  prices: Readonly<Record<string, number>>,
): Promise<void> {
  await core.database.change(owner, ['prices'], async (trx) => {
    await trx('portfolio.observed_prices').insert(
      Object.entries(prices).map(([day, price]) => ({
        owner_user_id: owner,
        symbol,
        currency: 'INR',
        day,
        price,
        source: 'STATEMENT',
      })),
    );
  });
}
