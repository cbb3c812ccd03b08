import {
  readActionText,
  type Announcement,
  keepActions,
  withdrawActions,
  createNseActions,
  type ListedAction,
} from '../actions/index.ts';
import type { Instruments } from '../instruments/index.ts';
import { type Context, createHttp, istDate, PACES, addDays } from '../../platform/index.ts';
import type { QuoteFailure } from '../quotes/index.ts';
import { type ActionQuestion, planActionQuestions } from './action-plan.ts';
import { keepActionFetch, readActionFetches } from './fetch-store.ts';
import { isTransient } from './history-provider.ts';
import type { PriceIngest } from './price-ingest.ts';

/** What asking for announcements did. Nothing asked: everything was fetched within the hour, or no day matters. */
export interface ActionUpdate {
  /** False where it is switched off. */
  isOn: boolean;
  /** Questions that were put. */
  asked: number;
  /** Actions that were not known. */
  added: number;
  /** New ones among them that the operator has to read. */
  unreadable: number;
  /** Announcements of days to come that the exchange lists no more. */
  withdrawn: number;
  /** The stable code of the first failure; null where all came. */
  failure: QuoteFailure | null;
}

const EXCHANGE = 'NSE';
const LARGEST_LIST = 8_000_000;

/** Asks the exchange what companies announced. Nobody is asked before a job or a person wants it. */
export function createActionFetch(
  { database, clock, log, config, limits }: Context,
  instruments: Pick<Instruments, 'resolver'>,
  ingest: PriceIngest,
) {
  const baseUrl = config.NSE_SITE_BASE_URL;
  const source =
    baseUrl === null
      ? null
      : createNseActions(
          createHttp({
            system: 'NSE',
            baseUrl,
            limiter: limits.of('nse-site', PACES['nse-site']),
            clock,
            timeoutMs: 20_000,
            maxBytes: LARGEST_LIST,
            retries: 1,
          }),
          baseUrl,
        );

  let asking: Promise<ActionUpdate> | null = null;

  async function questions(since: string | null, today: string): Promise<ActionQuestion[]> {
    return await database.readAsSystem('find which announcements were not asked for', async (trx) =>
      planActionQuestions(since, today, await readActionFetches(trx, EXCHANGE), clock.now()),
    );
  }

  const remember = async ({ span, readUntil }: ActionQuestion, failure: QuoteFailure | null) =>
    await database.asSystem('remember which announcements were asked for', (trx) =>
      keepActionFetch(trx, { exchange: EXCHANGE, span, at: clock.now(), readUntil, failure }),
    );

  /** Keeps what came and marks what is not there any more, as one change. */
  async function keep(
    { from, to }: ActionQuestion,
    listed: readonly ListedAction[],
    today: string,
  ): Promise<Pick<ActionUpdate, 'added' | 'unreadable' | 'withdrawn'>> {
    const resolver = await instruments.resolver();
    const announcements = listed.map((one): Announcement => {
      const { symbol, isin, ex_date, record_date, subject, face_value } = one;
      const who = resolver.resolve({ symbol, isin, exchange: EXCHANGE, on: ex_date });
      return {
        exchange: EXCHANGE,
        symbol,
        instrument_id: who.outcome === 'FOUND' ? who.instrument.id : null,
        ex_date,
        record_date,
        raw: subject,
        source: EXCHANGE,
        actions: readActionText(subject, face_value),
      };
    });
    return await ingest.inTransaction(false, async (client) => {
      const fresh = await keepActions(client, announcements);
      // An empty list is no sign that everything was called off.
      const tomorrow = addDays(today, 1);
      const withdrawn =
        listed.length === 0 || to < tomorrow
          ? 0
          : await withdrawActions(
              client,
              { exchange: EXCHANGE, from: from > tomorrow ? from : tomorrow, to },
              announcements,
            );
      await ingest.settle(client);
      return { ...fresh, withdrawn };
    });
  }

  async function ask(since: string | null, signal: AbortSignal | undefined): Promise<ActionUpdate> {
    const update: ActionUpdate = {
      isOn: source !== null,
      asked: 0,
      added: 0,
      unreadable: 0,
      withdrawn: 0,
      failure: null,
    };
    if (source === null) return update;
    const today = istDate(clock.now());
    // Days gone by that did not come are asked for again: later days of the same span move no reading past them.
    const missing = new Map<string, QuoteFailure>();
    for (const question of await questions(since, today)) {
      if (signal?.aborted === true) break;
      update.asked += 1;
      const { span, from, to } = question;
      const answer = await source.listed(from, to, signal);
      if (answer.failure === null) {
        if (answer.unread > 0)
          log.warn({ span, rows: answer.unread }, 'announcements without a symbol, text or date');
        const done = await keep(question, answer.actions, today);
        update.added += done.added;
        update.unreadable += done.unreadable;
        update.withdrawn += done.withdrawn;
      } else {
        update.failure ??= answer.failure;
        log.warn({ span, reason: answer.failure }, 'announcements could not be fetched');
      }
      const failure = answer.failure ?? missing.get(span) ?? null;
      if (failure !== null) missing.set(span, failure);
      await remember(question, failure);
      // A piece of days gone by that cannot be read does not keep out the news of today.
      const isPiece = question.readUntil !== undefined && answer.failure === 'PROVIDER_MALFORMED';
      // The site is down or wants to be left alone: the other years come with a later call.
      if (isTransient(answer.failure) && !isPiece) break;
    }
    return update;
  }

  return {
    /**
     * Brings the announcements up to date: the days from the last reading on, then each year since the first that matters. What
     * fails is told and asked for again by a later call; everything that is stored stays. Whoever comes while this process
     * is at it waits for the same answer.
     * @param since the first day that matters to anybody, YYYY-MM-DD; null asks nobody.
     */
    async keepUpActions(since: string | null, signal?: AbortSignal): Promise<ActionUpdate> {
      asking ??= ask(since, signal).finally(() => (asking = null));
      return await asking;
    },
  };
}
