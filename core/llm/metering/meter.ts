import { type Context, type Database, decimal, istDate, openDatabase } from '../../platform/index.ts';
import type { Prices } from '../catalogue/index.ts';
import type {
  CallOutcome,
  Counted,
  Meter,
  Reservation,
  Usage,
  UsageContext,
  UsageEstimate,
} from '../port/index.ts';
import { type Caps, countedOf, refusalOf } from './caps.ts';
import { LlmReservationModel, LlmUsageModel } from './models.ts';
import { countedOn, forgetOld, insertReservation, lockDay, settleLost } from './reservations.ts';

/** Words for a person whose limits cannot be looked up: money that cannot be counted is not spent. */
const UNCHECKED =
  'Today’s limit for models cannot be checked just now, because the database does not answer. Try again in a minute.';
const LONGEST_NAME = 120;
/** More tokens than a call can have: what is said beyond it is no count. */
const MOST_TOKENS = 1_000_000_000;

export const capsOf = (config: Context['config']): Caps => ({
  costUsd: config.LLM_MAX_COST_USD_PER_DAY,
  tokens: config.LLM_MAX_TOKENS_PER_DAY,
});

/**
 * Counts the usage of model calls on a connection of its own, so that neither a long transaction nor a full pool delays it.
 * A failure here fails no call (research/Limits); only a limit that cannot be read refuses one.
 *
 * A reservation is a row. kill -9 leaves it behind: it counts by its estimate to the end of its day, and after an hour the
 * call is written down as one whose usage is unknown.
 */
export function createMeter(
  { clock, config, database, log }: Pick<Context, 'clock' | 'config' | 'database' | 'log'>,
  prices: Prices,
): Meter & { close(): Promise<void> } {
  const caps = capsOf(config);
  let own: Database | null = null;
  let closing: Promise<void> | undefined;
  const store = (): Database =>
    (own ??= openDatabase(database.urls, log, {
      applicationName: 'munim meter',
      limits: database.limits,
      most: { app: 1, system: 1 },
    }));

  /** A provider may call the model otherwise than it was asked for: then it costs what was asked for. */
  const pricedModel = ({ answered, asked }: { answered: string; asked: string | null }): string =>
    prices.priceOf(answered) === null ? (asked ?? answered) : answered;

  async function settle(
    id: string,
    { context, estimate, estimated }: { context: UsageContext; estimate: UsageEstimate; estimated: Counted },
    outcome: CallOutcome,
  ): Promise<void> {
    const usage = checkedUsage(outcome.usage);
    const answered = nameOf(outcome.model) ?? estimate.model;
    const pricedAs = pricedModel({ answered, asked: estimate.model });
    const counted = countedOf(prices, { provider: estimate.provider, model: pricedAs }, usage) ?? estimated;
    const cost = prices.costOf(pricedAs, usage);
    const now = clock.now();
    const { userId, feature } = context;
    await store().asUser(userId, async (trx) => {
      const open = await LlmReservationModel.query(trx)
        .where({ id, owner_user_id: userId })
        .whereNull('settled_at')
        .patch({
          settled_at: now,
          cost_usd: decimal(counted.costUsd.toFixed(10)),
          tokens: String(counted.tokens),
        });
      // Settled before: its row is there.
      if (open === 0) return;
      await LlmUsageModel.query(trx).insert({
        owner_user_id: userId,
        feature: feature.slice(0, LONGEST_NAME),
        provider: estimate.provider,
        model: answered,
        input_tokens: textOf(usage.inputTokens),
        output_tokens: textOf(usage.outputTokens),
        cached_tokens: textOf(usage.cachedTokens),
        cost_usd: cost.usd === null ? null : decimal(cost.usd.toFixed(10)),
        is_unpriced: cost.isUnpriced,
        created_at: now,
      });
    });
  }

  async function release(id: string, userId: string): Promise<void> {
    await store().asUser(userId, async (trx) => {
      await LlmReservationModel.query(trx)
        .where({ id, owner_user_id: userId })
        .whereNull('settled_at')
        .delete();
    });
  }

  const swallow = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, `what a call of a model took was not ${what}`);
    }
  };

  function reservationOf(id: string, context: UsageContext, estimate: UsageEstimate, estimated: Counted) {
    let isOver = false;
    const once = async (what: string, work: () => Promise<void>): Promise<void> => {
      if (isOver) return;
      isOver = true;
      await swallow(what, work);
    };
    return {
      settle: async (outcome) =>
        await once('written down', async () => await settle(id, { context, estimate, estimated }, outcome)),
      release: async () => await once('given back', async () => await release(id, context.userId)),
    } satisfies Reservation;
  }

  return {
    costOf: (model, usage) => prices.costOf(pricedModel(model), checkedUsage(usage)).usd,

    countedOf: ({ provider, ...model }, usage) =>
      countedOf(
        prices,
        { provider, model: pricedModel(model) },
        checkedUsage({ ...usage, cachedTokens: null }),
      ),

    async reserve(context, given) {
      const estimate = { ...given, model: nameOf(given.model) ?? 'unknown' };
      const estimated = countedOf(prices, estimate, estimate) ?? { costUsd: 0, tokens: 0 };
      const now = clock.now();
      const day = istDate(now);
      const { userId, feature } = context;
      try {
        const answer = await store().asUser(userId, async (trx) => {
          await lockDay(trx, userId);
          await settleLost(trx, userId, now);
          await forgetOld(trx, userId, day);
          const refused = refusalOf(caps, await countedOn(trx, userId, day), estimated);
          if (refused !== null) return { refused };
          return await insertReservation(trx, {
            userId,
            feature: feature.slice(0, LONGEST_NAME),
            day,
            now,
            estimate,
            counted: estimated,
          });
        });
        return typeof answer === 'string' ? reservationOf(answer, context, estimate, estimated) : answer;
      } catch (error) {
        log.warn({ err: error }, 'room for a call of a model was not reserved');
        if (caps.costUsd === null && caps.tokens === null) return NOTHING;
        return { refused: UNCHECKED };
      }
    },

    async close() {
      closing ??= own?.close();
      await closing;
    },
  };
}

const NOTHING: Reservation = { settle: async () => undefined, release: async () => undefined };

const textOf = (count: number | null) => (count === null ? null : String(count));

/** Counts from outside: what is no count is unknown. */
function checkedUsage({ inputTokens, outputTokens, cachedTokens }: Usage): Usage {
  const checked = (count: number | null) =>
    count !== null && Number.isInteger(count) && count >= 0 && count <= MOST_TOKENS ? count : null;
  return {
    inputTokens: checked(inputTokens),
    outputTokens: checked(outputTokens),
    cachedTokens: checked(cachedTokens),
  };
}

/** A name from outside: short and of printable characters; null where nothing is left. */
function nameOf(name: string | undefined): string | null {
  const clean = (name ?? '').replace(/[^\x21-\x7e]/g, '').slice(0, LONGEST_NAME);
  return clean === '' ? null : clean;
}
