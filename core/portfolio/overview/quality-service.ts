import { replayPositions, writeSkipped } from '../positions/index.ts';
import {
  allHoldings,
  findHolding,
  type HoldingRow,
  reconciliationOf,
  unsettledUntil,
  beginReview,
  countExcluded,
  countUnmatched,
  type ExcludedTransaction,
  ledgerKeys,
  pageOfExcluded,
  pageOfUnmatched,
  readAttempts,
  type UnmatchedSale,
} from '../records/index.ts';
import { FRESH_MINUTES, type PriceSessions } from '../../market/calendar/index.ts';
import { auditedMutation } from '../../audit/index.ts';
import {
  conflict,
  type Context,
  type Decimal,
  notFound,
  toNumber,
  type DbTransaction,
  type Page,
  type PageQuery,
} from '../../platform/index.ts';
import { holdingFigures } from '../valuation/index.ts';
import { HoldingModel, HoldingPriceUpdateModel, PriceAttemptModel } from '../models.ts';
import { countCandidates } from '../openings/index.ts';
import { observedAt } from '../prices/index.ts';
import type { HoldingPrice, LedgerCounts, RefusedValue } from './view.ts';

interface QualityOverview {
  prices: HoldingPrice[];
  /** Fund values that wait for the person's word. */
  refused: number;
  ledger: LedgerCounts;
}

/** True if no market prices it. */
const isByHand = ({ asset_class, hand_days }: HoldingRow): boolean =>
  asset_class === 'Cash' || hand_days !== null;

/** What is known about the quality of a person's figures. Reads change nothing but for one look through an old ledger. */
export function createQualityService(context: Context, sessions: PriceSessions) {
  const { database, clock } = context;
  const mutation = auditedMutation(context);

  /** Ledgers from before rows that are left out were kept are looked through at the first question. */
  async function reviewOnce(trx: DbTransaction, userId: string): Promise<void> {
    if (!(await beginReview(trx, userId, clock.now()))) return;
    const keys = await ledgerKeys(trx);
    await replayPositions(trx, keys, async (key, _position, skipped) => {
      if (skipped.length > 0) await writeSkipped(trx, userId, [key], skipped);
    });
  }

  return {
    /** Every holding with the state of its price, what needs attention first. */
    async prices(userId: string): Promise<HoldingPrice[]> {
      return await database.readAsUser(userId, async (trx) => {
        const rows = await allHoldings(trx);
        const attempts = new Map((await readAttempts(trx)).map((one) => [one.holding_id, one]));
        const now = clock.now();
        return rows
          .filter(({ quantity }) => !quantity.isZero())
          .map((row) => holdingPrice(row, attempts.get(row.id), { now, sessions }))
          .sort((a, b) => urgency(b) - urgency(a));
      });
    },

    /** Prices, refused values and what is left out of the ledger, from one look at the holdings. */
    async overview(userId: string): Promise<QualityOverview> {
      return await database.asUser(userId, async (trx) => {
        await reviewOnce(trx, userId);
        const rows = await allHoldings(trx);
        const attempts = new Map((await readAttempts(trx)).map((one) => [one.holding_id, one]));
        const byCode = await countExcluded(trx);
        const now = clock.now();
        return {
          prices: rows
            .filter(({ quantity }) => !quantity.isZero())
            .map((row) => holdingPrice(row, attempts.get(row.id), { now, sessions })),
          refused: [...attempts.values()].filter(isRefusal).length,
          ledger: {
            left_out: byCode.reduce((sum, { count }) => sum + count, 0),
            left_out_by_code: byCode,
            unmatched_symbols: await countUnmatched(trx),
            openings: await countCandidates(trx),
            unreconciled: rows.filter((row) => {
              // A difference that a trade may explain is none before it has settled.
              const until = unsettledUntil(row, now, sessions);
              return until === null && reconciliationOf(row, null).status !== 'MATCHED';
            }).length,
          },
        };
      });
    },

    /** Rows that are in no figure, newest first. */
    async leftOut(userId: string, query: PageQuery): Promise<Page<ExcludedTransaction>> {
      return await database.asUser(userId, async (trx) => {
        await reviewOnce(trx, userId);
        return await pageOfExcluded(trx, query);
      });
    },

    /** Symbols sold without a known purchase. */
    async unmatched(userId: string, query: PageQuery): Promise<Page<UnmatchedSale>> {
      return await database.readAsUser(userId, (trx) => pageOfUnmatched(trx, query));
    },

    /** Fund values that lie too far from the last known ones (spec: Price refresh rules 4), newest refusal first. */
    async refusedValues(userId: string): Promise<RefusedValue[]> {
      return await database.readAsUser(userId, async (trx) => {
        const rows = new Map((await allHoldings(trx)).map((row) => [row.id, row]));
        return (await readAttempts(trx))
          .flatMap((attempt) => {
            const row = rows.get(attempt.holding_id);
            return row === undefined ? [] : refusedValue(row, attempt);
          })
          .sort((a, b) => (a.refused_at < b.refused_at ? 1 : -1));
      });
    },

    /**
     * Takes a refused fund value after all, because the person knows that it is right: the kept one becomes the close
     * before, and the change is recorded like one by hand. Later values are guarded against it.
     * @param input.price what the person saw; another refusal meanwhile needs another look.
     * @throws 404 HOLDING_NOT_FOUND, 409 NOTHING_REFUSED.
     */
    acceptValue: mutation('holding.accept_value', {
      topics: ['prices'],
      async run(change, holdingId: string, input: { price: number }): Promise<HoldingPrice> {
        const { now, trx, userId } = change;
        const holding = await change.locked('HOLDING', HoldingModel, holdingId);
        const [attempt] = await readAttempts(trx, holdingId);
        if (
          attempt === undefined ||
          !isRefusal(attempt) ||
          !attempt.offered_price.eq(input.price) ||
          (holding.price_as_of ?? '') > attempt.offered_as_of
        )
          throw conflict(
            'NOTHING_REFUSED',
            'This value is no longer waiting, because prices were refreshed in the meantime. Refresh the list.',
          );
        const { offered_price, offered_as_of, offered_source } = attempt;
        await HoldingModel.query(trx)
          .findById(holdingId)
          .patch({
            current_price: offered_price,
            previous_close: sessions.previousFor(holding, {
              asset_class: holding.asset_class,
              currency: holding.currency,
              price_as_of: offered_as_of,
              priced_at: now,
            }),
            price_as_of: offered_as_of,
            price_source: offered_source,
            guard_price: offered_price,
            priced_at: observedAt(offered_as_of, now),
            updated_at: now,
          });
        await HoldingPriceUpdateModel.query(trx).insert({
          owner_user_id: userId,
          holding_id: holdingId,
          valuation_date: offered_as_of,
          prior_price: holding.current_price,
          price: offered_price,
          source: offered_source,
          note: 'Accepted despite the large change from the previous value.',
        });
        await PriceAttemptModel.query(trx)
          .findById(holdingId)
          .patch({ status: 'UPDATED', reason: null, failing_since: null });
        await change.record('HOLDING_PRICED', holdingId, {
          symbol: holding.symbol,
          price: input.price,
          valuation_date: offered_as_of,
        });
        const row = await findHolding(trx, holdingId);
        if (row === undefined) throw notFound('HOLDING');
        const [last] = await readAttempts(trx, holdingId);
        return holdingPrice(row, last, { now, sessions });
      },
    }),

    /** A price is fresh for so many minutes. */
    threshold_minutes: FRESH_MINUTES,
  };
}

function holdingPrice(
  row: HoldingRow,
  attempt: PriceAttemptModel | undefined,
  { now, sessions }: { now: Date; sessions: PriceSessions },
): HoldingPrice {
  const { price, priced_at, price_state } = holdingFigures(row, now, sessions);
  return {
    holding_id: row.id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    name: row.name,
    isin: row.isin,
    asset_class: row.asset_class,
    currency: row.currency,
    price,
    state: price_state === 'FRESH' && isByHand(row) ? 'BY_HAND' : price_state,
    price_source: row.price_source,
    priced_at,
    price_as_of: row.price_as_of,
    age_minutes:
      priced_at === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(priced_at)) / 60_000)),
    last_attempt:
      attempt === undefined
        ? null
        : {
            at: attempt.attempted_at.toISOString(),
            status: attempt.status,
            reason: attempt.reason,
            tried: attempt.tried,
            failing_since: attempt.failing_since?.toISOString() ?? null,
          },
  };
}

/** No price at all before an old one whose renewal fails, before one that is only old. */
function urgency({ state, last_attempt, age_minutes }: HoldingPrice): number {
  const failing = last_attempt !== null && last_attempt.failing_since !== null;
  const rank = state === 'UNAVAILABLE' ? 3 : failing ? 2 : state === 'STALE' ? 1 : 0;
  return rank * 1e9 + Math.min(age_minutes ?? 0, 1e8);
}

type Refusal = PriceAttemptModel & { offered_price: Decimal; offered_as_of: string; offered_source: string };

function isRefusal(attempt: PriceAttemptModel): attempt is Refusal {
  const { reason, offered_price, offered_as_of, offered_source } = attempt;
  return (
    reason === 'GUARD_REJECTED' && offered_price !== null && offered_as_of !== null && offered_source !== null
  );
}

function refusedValue(row: HoldingRow, attempt: PriceAttemptModel): RefusedValue[] {
  if (!isRefusal(attempt)) return [];
  const { offered_price: offered, offered_as_of, offered_source } = attempt;
  const kept = row.current_price;
  return [
    {
      holding_id: row.id,
      portfolio: row.portfolio,
      symbol: row.symbol,
      name: row.name,
      isin: row.isin,
      currency: row.currency,
      kept_price: toNumber(kept),
      kept_as_of: row.price_as_of,
      offered_price: offered.toNumber(),
      offered_as_of,
      source: offered_source,
      change_pct: kept?.gt(0) ? offered.minus(kept).div(kept).times(100).toDecimalPlaces(2).toNumber() : null,
      refused_at: attempt.attempted_at.toISOString(),
    },
  ];
}
