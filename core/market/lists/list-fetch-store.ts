import type { DbTransaction } from '../../platform/index.ts';

/** When a list was asked for, and when it last came; null where it never did. */
export interface ListFetch {
  asked_at: Date;
  fetched_at: Date | null;
  /** The stable code of why the last request failed; null if it did not. */
  failure: string | null;
}

/** What is known of the lists that were asked for, by name. */
export async function readListFetches(trx: DbTransaction): Promise<Map<string, ListFetch>> {
  const rows = (await trx('market.list_fetches').select('list', 'asked_at', 'fetched_at', 'failure')) as ({
    list: string;
  } & ListFetch)[];
  return new Map(rows.map(({ list, ...asked }) => [list, asked]));
}

/** Remembers a question for a list; a failure leaves standing when it came last. */
export async function keepListFetch(
  trx: DbTransaction,
  { list, at, failure }: { list: string; at: Date; failure: string | null },
): Promise<void> {
  const came = failure === null ? { fetched_at: at } : {};
  await trx('market.list_fetches')
    .insert({ list, asked_at: at, failure, ...came })
    .onConflict('list')
    .merge({ asked_at: at, failure, ...came });
}
