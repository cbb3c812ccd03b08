import { type Context, istInstant, USUAL_PAGE, DAY_MS } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { portfolioScope } from '../../portfolio/index.ts';
import { spanOf } from '../span.ts';
import { type ActivityFacts, type ActivityKey, pageOfKeys, readFacts } from './activity-store.ts';
import type { ActivityQuery } from './inputs.ts';
import { createReadSyncAttempts, type ReadSyncAttempts, type SyncAttempt } from './sync-states.ts';
import type { ActivityRow, ActivityView, ActivityWarning } from './view.ts';
import { describeEvent, describeIncome, describeSync, describeTransaction } from './words.ts';

const SYNCS_UNREAD: ActivityWarning = {
  code: 'SYNC_STATE_UNAVAILABLE',
  message: 'Broker syncs could not be loaded, so they are missing from this list. Try again later.',
};

/** What came on record, when and where from (spec: Reports, /activity). */
export function createActivity(
  context: Pick<Context, 'clock' | 'database' | 'log'>,
  cached: Cached,
  readSyncStandings: ReadSyncAttempts = createReadSyncAttempts(context),
) {
  const { database, log } = context;

  const syncStates = cached('activity-syncs', readSyncStandings);

  /** How the syncs stand is part of the question: where it could not be read, the page is another. */
  const pages = cached(
    'activity',
    async (
      userId: string,
      { syncs: text, ...query }: ActivityQuery & { syncs: string | null },
    ): Promise<ActivityView> => {
      const syncs = text === null ? [] : (JSON.parse(text) as SyncAttempt[]);
      const page = query.page ?? 1;
      const page_size = query.page_size ?? USUAL_PAGE;
      return await database.readAsUser(userId, async (trx) => {
        const scope = await portfolioScope(trx, query.portfolio);
        const { keys, total } = await pageOfKeys(
          trx,
          {
            owner: userId,
            type: query.type ?? null,
            portfolio: scope.id === null ? null : { id: scope.id, name: scope.name },
            from: query.from === undefined ? null : istInstant(query.from, '00:00'),
            before:
              query.to === undefined ? null : new Date(istInstant(query.to, '00:00').getTime() + DAY_MS),
          },
          syncs,
          { page_size, offset: (page - 1) * page_size },
        );
        const facts = await readFacts(trx, keys);
        const items = keys.flatMap((key) => rowOf(key, facts, syncs));
        return { items, page, page_size, total, warnings: text === null ? [SYNCS_UNREAD] : [] };
      });
    },
  );

  async function asked(userId: string, query: ActivityQuery) {
    spanOf(query);
    const syncs = await syncStates.read(userId, {}).catch((error: unknown) => {
      log.warn({ err: error }, 'the sync states could not be read');
      return null;
    });
    return { ...query, syncs: syncs === null ? null : JSON.stringify(syncs) };
  }

  return {
    /**
     * One page, the newest first. Where the state of the syncs cannot be read, the rest is answered with a warning.
     * @throws 404 PORTFOLIO_NOT_FOUND, 422 VALIDATION_ERROR
     */
    async read(userId: string, query: ActivityQuery = {}): Promise<ActivityView> {
      return await pages.read(userId, await asked(userId, query));
    },
    /** The same as JSON in UTF-8. @throws as `read`. */
    async readJson(userId: string, query: ActivityQuery = {}): Promise<Buffer> {
      return await pages.readJson(userId, await asked(userId, query));
    },
  };
}

/** A row that was deleted since its key was read is skipped. */
function rowOf(key: ActivityKey, facts: ActivityFacts, syncs: readonly SyncAttempt[]): ActivityRow[] {
  const { kind, id } = key;
  const transaction = kind === 'transaction' ? facts.transactions.get(id) : undefined;
  const income = kind === 'income_event' ? facts.income.get(id) : undefined;
  const event = kind === 'event' ? facts.events.get(id) : undefined;
  const sync = kind === 'sync' ? syncs.find(({ connection_id }) => connection_id === id) : undefined;
  const description =
    transaction !== undefined
      ? describeTransaction(transaction)
      : income !== undefined
        ? describeIncome(income)
        : event !== undefined
          ? describeEvent(event)
          : sync !== undefined
            ? describeSync(sync)
            : null;
  if (description === null) return [];
  return [
    {
      id: `${kind}:${id}`,
      at: key.at.toISOString(),
      type: key.type,
      portfolio: key.portfolio,
      ...description,
    },
  ];
}
