import {
  type ActionKind,
  isSoundRatio,
  type ActionView,
  decideAction,
  hasAnnouncements,
  readActions,
  readOpenActions,
} from '../actions/index.ts';
import {
  type Database,
  decimal,
  invalid,
  notFound,
  type Page,
  type PageQuery,
  pageWindow,
} from '../../platform/index.ts';
import {
  countFindings,
  dismissFinding,
  type FindingFilter,
  hasCloses,
  readFindings,
} from './findings-store.ts';
import type { ActionDecision } from './inputs.ts';
import type { PriceIngest } from './price-ingest.ts';
import type { FindingState, FindingView } from './view.ts';

/** Kinds that always have a ratio. */
const NEED_RATIO: ReadonlySet<ActionKind> = new Set(['SPLIT', 'CONSOLIDATION', 'BONUS']);

/** What price validation and the reader of announcements leave to the operator. */
export function createReview(database: Database, ingest: PriceIngest) {
  return {
    /** A page of what was noticed about prices, the gravest and newest first; open ones where no state is given. */
    async findings(query: PageQuery & FindingFilter = {}): Promise<Page<FindingView>> {
      const state: FindingState = query.state ?? 'OPEN';
      return await paged(query, (offset, limit) =>
        database.readAsSystem('list what was noticed about prices', (trx) =>
          readFindings(trx, { ...query, state }, offset, limit),
        ),
      );
    },

    /**
     * How much waits for the operator: open findings by severity (about some instruments where they are named), and
     * announcements that could not be read; and whether there are closes of these instruments and announcements at all.
     */
    async openCounts(about?: FindingFilter['about']): Promise<{
      errors: number;
      warnings: number;
      infos: number;
      unreadable_actions: number;
      has_closes: boolean;
      has_announcements: boolean;
    }> {
      return await database.readAsSystem('count what was noticed about prices', async (trx) => {
        const { ERROR, WARNING, INFO } = await countFindings(trx, about);
        const { total } = await readOpenActions(trx, 'UNREADABLE', 0, 0);
        return {
          errors: ERROR,
          warnings: WARNING,
          infos: INFO,
          unreadable_actions: total,
          has_closes: await hasCloses(trx, about),
          has_announcements: await hasAnnouncements(trx),
        };
      });
    },

    /** The operator has seen it and it needs nothing. @throws 404 FINDING_NOT_FOUND for one that is not open. */
    async dismissFinding(id: string, actor: string): Promise<void> {
      const isDone =
        /^\d{1,18}$/.test(id) &&
        (await database.asSystem('dismiss a finding', (trx) => dismissFinding(trx, id, actor)));
      if (!isDone) throw notFound('FINDING');
    },

    /** A page of announcements that could not be read. Until somebody says what they are, they adjust nothing. */
    async unreadableActions(query: PageQuery = {}): Promise<Page<ActionView>> {
      return await paged(query, (offset, limit) =>
        database.readAsSystem('list actions that could not be read', (trx) =>
          readOpenActions(trx, 'UNREADABLE', offset, limit),
        ),
      );
    },

    /** A page of rights, demergers and schemes: known for what they are, without a ratio to adjust by. */
    async actionsWithoutRatio(query: PageQuery = {}): Promise<Page<ActionView>> {
      return await paged(query, (offset, limit) =>
        database.readAsSystem('list actions without a ratio', (trx) =>
          readOpenActions(trx, 'WITHOUT_RATIO', offset, limit),
        ),
      );
    },

    /** Every action known of an instrument, by ex-date. */
    async actionsOf(instrumentId: string): Promise<ActionView[]> {
      return await database.readAsSystem('list the actions of an instrument', (trx) =>
        readActions(trx, instrumentId),
      );
    },

    /**
     * The operator says what an action is, which then adjusts as if it had been read.
     * @throws 404 ACTION_NOT_FOUND for one that needs no decision; 422 for a ratio that cannot be.
     */
    async resolveAction(id: string, decision: ActionDecision, actor: string): Promise<ActionView> {
      const { new_shares, old_shares } = decision;
      const hasRatio = new_shares !== undefined && old_shares !== undefined;
      if (
        hasRatio !== (new_shares !== undefined || old_shares !== undefined) ||
        (!hasRatio && NEED_RATIO.has(decision.kind))
      )
        throw invalid([
          { field: 'new_shares', message: 'Enter both the number of shares after and before.' },
        ]);
      const ratio = hasRatio ? [exact(new_shares), exact(old_shares)] : [null, null];
      const [to, from] = ratio;
      if (to !== null && from !== null && (to === undefined || from === undefined || !isSoundRatio(to, from)))
        throw invalid([{ field: 'new_shares', message: 'This ratio is not possible. Check both numbers.' }]);
      return await decide(
        id,
        { kind: decision.kind, new_shares: to ?? null, old_shares: from ?? null },
        actor,
      );
    },

    /** The operator says that an action is of no account for prices. @throws 404 ACTION_NOT_FOUND */
    async dismissAction(id: string, actor: string): Promise<ActionView> {
      return await decide(id, null, actor);
    },
  };

  async function decide(id: string, decision: Parameters<typeof decideAction>[2], actor: string) {
    if (!/^\d{1,18}$/.test(id)) throw notFound('ACTION');
    return await ingest.inTransaction(false, async (client) => {
      const done = await decideAction(client, id, decision, actor);
      if (done === null) throw notFound('ACTION');
      await ingest.settle(client);
      return done;
    });
  }
}

/** Exact text of a number of shares, or undefined for what is none. */
function exact(shares: number): string | undefined {
  return /^\d{1,12}(\.\d{1,10})?$/.test(String(shares)) ? decimal(shares).toFixed() : undefined;
}

async function paged<T>(
  query: PageQuery,
  read: (offset: number, limit: number) => Promise<{ items: T[]; total: number }>,
): Promise<Page<T>> {
  const { page, page_size, offset } = pageWindow(query);
  return { ...(await read(offset, page_size)), page, page_size };
}
