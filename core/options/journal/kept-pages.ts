import { answerJson, createCache } from '../../platform/index.ts';
import type { OptionsStore } from '../store/index.ts';

/** What pages that were asked for may take of a process. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_PAGES = 2_000;

/**
 * Pages of lists as the bytes that they are answered with. A page is kept until anything of its owner's workspace changes,
 * in whatever process: lists are paged through back and forth, and a row of the journal is worked out from its whole report.
 * @param list names the list; `query` has passed its schema
 */
type KeptPages = (
  userId: string,
  list: string,
  query: object,
  make: () => Promise<object>,
) => Promise<Buffer>;

export function createKeptPages(store: OptionsStore): KeptPages {
  const pages = createCache<Buffer>({
    most: MOST_PAGES,
    mostSize: MOST_BYTES,
    sizeOf: ({ length }) => length,
  });
  return async (userId, list, query, make) => {
    // Before the page: what changes meanwhile makes it one of an older revision.
    const revision = await store.revision(userId);
    return await pages.read(`${userId} ${list} ${JSON.stringify(query)}`, String(revision), async () =>
      Buffer.from(answerJson(await make())),
    );
  };
}
