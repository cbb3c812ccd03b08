import type { DbTransaction } from '../platform/index.ts';
import type { OtherAmounts } from '../portfolio/index.ts';

/** The currencies that people owe in, or once owed in; of one person where one is named. */
export const readLiabilityCurrencies: OtherAmounts = async (trx: DbTransaction, userId) => {
  const rows = trx('portfolio.liabilities')
    .select('owner_user_id', 'currency', trx.raw('bool_or(balance > 0) as is_open'))
    .groupBy('owner_user_id', 'currency');
  return (await (userId === null ? rows : rows.where('owner_user_id', userId))) as Awaited<
    ReturnType<OtherAmounts>
  >;
};
