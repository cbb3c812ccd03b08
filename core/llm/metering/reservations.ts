import { addDays, type DbTransaction, decimal, lockWithin } from '../../platform/index.ts';
import type { UsageEstimate } from '../port/index.ts';
import type { Counted } from '../port/index.ts';
import { LlmReservationModel, LlmUsageModel } from './models.ts';

/** A call takes minutes. One that was not settled for an hour belongs to a process that has ended. */
const LOST_AFTER_MS = 3_600_000;
const KEPT_DAYS = 8;

/** One process at a time looks at what a person has left, so that two calls never take the same room. */
export const lockDay = async (trx: DbTransaction, userId: string): Promise<void> =>
  await lockWithin(trx, { kind: 'llm_day', name: userId });

/** What counts against a person's limits of a day: settled calls, those under way, and those that were lost. */
export async function countedOn(trx: DbTransaction, userId: string, day: string): Promise<Counted> {
  const [sums] = (await trx('portfolio.llm_reservations')
    .where({ owner_user_id: userId, day })
    .select(
      trx.raw('coalesce(sum(cost_usd), 0)::float8 as cost_usd'),
      trx.raw('coalesce(sum(tokens), 0)::float8 as tokens'),
    )) as { cost_usd: number; tokens: number }[];
  return { costUsd: sums?.cost_usd ?? 0, tokens: sums?.tokens ?? 0 };
}

/** The part of it that is of calls which are not settled. */
export async function underWayOn(trx: DbTransaction, userId: string, day: string): Promise<number> {
  const [row] = (await trx('portfolio.llm_reservations')
    .where({ owner_user_id: userId, day })
    .whereNull('settled_at')
    .count('* as n')) as { n: string }[];
  return Number(row?.n ?? 0);
}

export async function insertReservation(
  trx: DbTransaction,
  row: { userId: string; feature: string; day: string; now: Date; estimate: UsageEstimate; counted: Counted },
): Promise<string> {
  const { id } = await LlmReservationModel.query(trx)
    .insert({
      owner_user_id: row.userId,
      day: row.day,
      feature: row.feature,
      provider: row.estimate.provider,
      model: row.estimate.model,
      cost_usd: decimal(row.counted.costUsd.toFixed(10)),
      tokens: String(Math.ceil(row.counted.tokens)),
      created_at: row.now,
      settled_at: null,
    })
    .returning('id');
  return id;
}

/**
 * Calls of a person that ended with their process: each is written down as one whose usage is unknown, and goes on counting
 * by its estimate, since the provider may well have charged for it.
 */
export async function settleLost(trx: DbTransaction, userId: string, now: Date): Promise<number> {
  const lost = await LlmReservationModel.query(trx)
    .where('owner_user_id', userId)
    .whereNull('settled_at')
    .where('created_at', '<', new Date(now.getTime() - LOST_AFTER_MS))
    .forUpdate();
  for (const row of lost) {
    await LlmReservationModel.query(trx).findById(row.id).patch({ settled_at: now });
    await LlmUsageModel.query(trx).insert({
      owner_user_id: userId,
      feature: row.feature,
      provider: row.provider,
      model: row.model,
      input_tokens: null,
      output_tokens: null,
      cached_tokens: null,
      cost_usd: null,
      is_unpriced: false,
      created_at: row.created_at,
    });
  }
  return lost.length;
}

/** Forgets what no limit looks at any more. */
export async function forgetOld(trx: DbTransaction, userId: string, day: string): Promise<void> {
  await LlmReservationModel.query(trx)
    .where('owner_user_id', userId)
    .where('day', '<', addDays(day, -KEPT_DAYS))
    .whereNotNull('settled_at')
    .delete();
}
