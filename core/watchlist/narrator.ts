import type { Context } from '../platform/index.ts';
import type { Llm } from '../llm/index.ts';
import { checkedNarration, type Narration, narrationRequest } from './narration.ts';
import type { WatchlistItemView } from './view.ts';

/** Nobody waits longer for words. */
const LIMIT_MS = 30_000;
/** Text that a frame carries at least, so that a fast model does not flood the sockets. */
const LEAST_CHARS = 40;
/** A message between processes holds 8,000 bytes. */
const MOST_CHARS = 1500;

const FEATURE = 'watchlist_narration';

type Event = 'started' | 'token' | 'done' | 'failed';

/** Tells a watchlist in words; null where no model is set up, none answered in time, or what it wrote may not be shown. */
export type NarrateWatchlist = (
  this: void,
  userId: string,
  items: readonly WatchlistItemView[],
  options: { day: string; signal: AbortSignal },
) => Promise<Narration | null>;

/**
 * Narrates watchlists. Nobody asked for it, so that the models are the system's (research/Authentication 5). Frames of
 * `research_progress` with the stage `narration` tell how it goes, to the sockets of that person alone. It never throws:
 * nothing depends on it.
 */
export function createNarrator(
  { database, log }: Pick<Context, 'database' | 'log'>,
  llm: Llm | undefined,
  limitMs = LIMIT_MS,
): NarrateWatchlist {
  /** To the live sockets of the person, in every process, in the order they are told. */
  const progressOf = (userId: string, day: string) => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      tell(event: Event, text: string): void {
        const run_id = `watchlist:${day}`;
        const frame = { user_id: userId, run_id, stage: 'narration', event, text: text.slice(0, MOST_CHARS) };
        last = last.then(
          async () =>
            await database.systemPool
              .query("select pg_notify('research_progress', $1)", [JSON.stringify(frame)])
              .catch((error: unknown) =>
                log.debug({ err: error }, 'the progress of a narration is not told'),
              ),
        );
      },
      sent: async () => await last,
    };
  };

  return async (userId, items, { day, signal }) => {
    if (llm === undefined) return null;
    const { leavesOutAmounts } = await llm.privacyOf(userId, FEATURE);
    const request = narrationRequest(items, leavesOutAmounts);
    if (request === null) return null;
    const progress = progressOf(userId, day);
    let waiting = '';
    const pass = (piece: string, least: number): void => {
      waiting += piece;
      if (waiting.length < least) return;
      progress.tell('token', waiting);
      waiting = '';
    };
    try {
      const chain = await llm.chainFor({ userId }, FEATURE);
      if (chain.providers.length === 0) return null;
      progress.tell('started', '');
      const answer = await chain.ask({
        ...request,
        usage: { userId, feature: FEATURE },
        signal,
        deadlineMs: limitMs,
        onText: (piece) => pass(piece, LEAST_CHARS),
      });
      if (waiting !== '') pass('', 1);
      if (answer.isCut) throw new Error('The model reached its token limit, so its text was cut off.');
      const checked = checkedNarration(answer.text, items);
      if ('problem' in checked) throw new Error(checked.problem);
      progress.tell('done', checked.text);
      return { text: checked.text, provider: answer.provider, model: answer.model };
    } catch (error) {
      log.warn({ err: error, user_id: userId }, 'a watchlist could not be told by a model');
      progress.tell('failed', 'The watchlist could not be described in words. Its figures are not affected.');
      return null;
    } finally {
      await progress.sent();
    }
  };
}
