import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, invalid, notFound } from '../../platform/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import { historyRowOf } from './history-row.ts';
import { rowOf, tradeOf, type Worked } from './journal-row.ts';
import { storyOf } from './journal-story.ts';
import type {
  JournalChoices,
  JournalPage,
  JournalQuery,
  JournalStory,
  SignalView,
  TradeAsked,
  TradeHistoryPage,
  TradeHistoryQuery,
} from './journal-view.ts';
import { createKeptPages } from './kept-pages.ts';
import type { Narrate } from './narrative.ts';
import { createSaveNotes, type SaveNotes } from './notes.ts';
import { readPeers } from './rejected-delta.ts';
import { lastSignal, signallingStrategies } from './signals.ts';
import { createTradePages, storedTrade, type StoredTrade } from './trade-pages.ts';

/** Rows of a page unless told: each is a whole row, with its debrief. */
const JOURNAL_PAGE = 25;
/** Tags that an unknown one is held against. */
const MOST_TAGS = 2_000;
const MOST_CHOICES = 200;
/** A reader waits no longer for words. */
const PATIENCE_MS = 4_000;

export interface Journal {
  /** Closed trades, newest first. @throws Problem 422 for a span that ends before it begins, or beside a single day. */
  list(userId: string, query: JournalQuery): Promise<JournalPage>;
  /** The same as the JSON that it is answered with. */
  listJson(userId: string, query: JournalQuery): Promise<Buffer>;
  /** Strategies and exit reasons that its trades have. */
  choices(userId: string): Promise<JournalChoices>;
  /** One trade's whole story. @throws Problem 404 JOURNAL_NOT_FOUND */
  read(userId: string, asked: TradeAsked): Promise<JournalStory>;
  saveNotes: SaveNotes;
  /** Closed trades of LIVE and DRY_RUN, each once, newest first. */
  history(userId: string, query: TradeHistoryQuery): Promise<TradeHistoryPage>;
  /** The same as the JSON that it is answered with. */
  historyJson(userId: string, query: TradeHistoryQuery): Promise<Buffer>;
  /** The newest tags, for whoever mistyped one. */
  tags(userId: string): Promise<string[]>;
  /** The last signal of the latest 30 days, of one strategy where it is named; null without one. */
  lastSignal(userId: string, strategy: string | null): Promise<SignalView | null>;
  /** Strategies that had a signal in the latest 30 days. */
  signallingStrategies(userId: string): Promise<string[]>;
}

/** @param narrate tells a trade in words of its own; where it cannot, or there is none, its figures are told */
export function createJournal(
  context: Pick<Context, 'clock' | 'log'>,
  store: OptionsStore,
  { narrate }: { narrate?: Narrate } = {},
): Journal {
  const { clock, log } = context;
  const pages = createTradePages(store);
  const kept = createKeptPages(store);

  const worked = async (
    workspace: Workspace,
    asked: TradeAsked,
  ): Promise<{ stored: StoredTrade; work: Worked }> => {
    const stored = await storedTrade(workspace, asked);
    if (stored === undefined) throw notFound('JOURNAL');
    return { stored, work: rowOf(stored, await readPeers(workspace, [tradeOf(stored)])) };
  };

  /** One at a time for each trade: whoever reads it meanwhile waits for the same words. */
  const telling = new Map<string, Promise<void>>();

  /** Has a trade told in words that are kept. No database is held meanwhile, and nothing depends on it. */
  async function tell(userId: string, asked: TradeAsked): Promise<void> {
    const { stored, work } = await store.read(userId, async (workspace) => await worked(workspace, asked));
    if (narrate === undefined || stored.narrative_debrief !== null) return;
    const { trade, debrief, rejected, row } = work;
    try {
      const { event_risk_at_entry } = row;
      const narrative = await narrate({ trade, debrief, rejected, event_risk_at_entry }, userId);
      if (narrative === null) return;
      await store.change(userId, async (workspace) => {
        await workspace
          .rows('trade_journal')
          // Of a report that was corrected in the meantime, these words say nothing.
          .where({ mode: stored.mode, tag: stored.tag, payload_json: stored.payload_json })
          .update({ narrative_debrief: narrative.text, narrative_source: narrative.source });
      });
    } catch (error) {
      log.warn({ err: error, ...asked }, 'a trade could not be told by a model');
    }
  }

  async function told(userId: string, asked: TradeAsked): Promise<void> {
    if (narrate === undefined) return;
    const key = `${userId} ${asked.mode ?? ''} ${asked.tag}`;
    const words = telling.get(key) ?? tell(userId, asked).finally(() => telling.delete(key));
    telling.set(key, words);
    await soonOrLater(words);
  }

  async function list(userId: string, query: JournalQuery): Promise<JournalPage> {
    const { rows, ...page } = await pages.journal(userId, filterOf(query), {
      ...query,
      page_size: query.page_size ?? JOURNAL_PAGE,
    });
    const trades = rows.map(tradeOf);
    const peers = trades.some(({ rejected_strategies: some }) => (some ?? []).length > 0)
      ? await store.read(userId, async (workspace) => await readPeers(workspace, trades))
      : [];
    return { ...page, items: rows.map((stored) => rowOf(stored, peers).row) };
  }

  async function history(userId: string, query: TradeHistoryQuery): Promise<TradeHistoryPage> {
    const { strategy, dry_run } = query;
    const mode = dry_run === undefined ? undefined : dry_run ? 'DRY_RUN' : 'LIVE';
    const filter = { strategy, mode, withoutShadow: mode === undefined };
    const { rows, ...page } = await pages.counted(userId, filter, query);
    return { ...page, items: rows.map(historyRowOf) };
  }

  return {
    list,
    listJson: async (userId, query) =>
      await kept(userId, 'journal', query, async () => await list(userId, query)),
    choices: async (userId) =>
      await store.read(userId, async (workspace) => ({
        strategies: await distinct(workspace, 'strategy'),
        exit_reasons: await distinct(workspace, 'exit_reason'),
      })),
    async read(userId, asked) {
      await told(userId, asked);
      return await store.read(
        userId,
        async (workspace) => await storyOf(workspace, (await worked(workspace, asked)).work),
      );
    },
    saveNotes: createSaveNotes(context, store),
    history,
    historyJson: async (userId, query) =>
      await kept(userId, 'history', query, async () => await history(userId, query)),
    tags: async (userId) =>
      await store.read(userId, async (workspace) => {
        const rows = await workspace.select<{ tag: string }>(
          `select tag from trade_journal where owner_user_id = :owner order by close_time desc, tag desc limit ${MOST_TAGS}`,
        );
        return [...new Set(rows.map(({ tag }) => tag))];
      }),
    lastSignal: async (userId, strategy) =>
      await store.read(userId, async (workspace) => await lastSignal(workspace, strategy, clock.now())),
    signallingStrategies: async (userId) =>
      await store.read(userId, async (workspace) => await signallingStrategies(workspace, clock.now())),
  };
}

/** A moment for a fast model. The words of a slow one are there when the trade is read again. */
async function soonOrLater(words: Promise<void>): Promise<void> {
  const late = new AbortController();
  await Promise.race([words, sleep(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
}

/** A step of the index for each value, and not a look at each trade. */
async function distinct(workspace: Workspace, column: 'strategy' | 'exit_reason'): Promise<string[]> {
  const rows = await workspace.select<{ value: string }>(
    `with recursive found(value) as (
       select min(${column}) from trade_journal where owner_user_id = :owner
       union all
       select (select min(j.${column}) from trade_journal j where j.owner_user_id = :owner and j.${column} > found.value)
       from found where found.value is not null)
     select value from found where value is not null limit ${MOST_CHOICES}`,
  );
  return rows.map(({ value }) => value);
}

function filterOf({ strategy, date, from, to, exit_reason, mode }: JournalQuery) {
  if (date !== undefined && (from ?? to) !== undefined)
    throw invalid([{ field: 'date', message: 'Give either date, or from and to.' }]);
  if (from !== undefined && to !== undefined && from > to)
    throw invalid([{ field: 'from', message: 'from must not be after to.' }]);
  return { strategy, exit_reason, mode, from: date ?? from, to: date ?? to };
}
