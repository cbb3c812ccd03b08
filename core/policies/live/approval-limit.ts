import { auditedMutation } from '../../audit/index.ts';
import { type Actor, type Context, type DbTransaction, Decimal, parseInput } from '../../platform/index.ts';
import { approvalLimitInput } from '../inputs.ts';
import type { ApprovalLimit } from '../trading-view.ts';

/** Above how many rupees a person has plans approved by typing, whoever answers them. */
export function createApprovalLimit(context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>) {
  const { database } = context;
  const mutation = auditedMutation(context);

  const write = mutation('policy.set_approval_limit', {
    // An approval writes them too: it sees the limit of before or that of after, never one that changes beneath it.
    topics: ['policies'],
    isSeen: ({ isChanged }) => isChanged,
    async run(change, after: string | null) {
      const { trx, userId, now } = change;
      const before = (await readLimit(trx))?.toFixed() ?? null;
      if (before === after) return { isChanged: false };
      if (after === null) await trx('policy.approval_limits').where({ owner_user_id: userId }).delete();
      else
        await trx('policy.approval_limits')
          .insert({ owner_user_id: userId, confirm_above: after, updated_at: now })
          .onConflict('owner_user_id')
          .merge(['confirm_above', 'updated_at']);
      await change.record('APPROVAL_LIMIT_SET', 'trading', { before, after });
      return { isChanged: true };
    },
  });

  const read = async (userId: string): Promise<ApprovalLimit> => ({
    confirm_above: (await database.readAsUser(userId, readLimit))?.toNumber() ?? null,
  });

  return {
    read,

    /** @throws 422 VALIDATION_ERROR */
    async set(userId: string, body: unknown, actor: Actor): Promise<ApprovalLimit> {
      const { confirm_above } = parseInput(approvalLimitInput, body ?? {});
      await write(userId, new Decimal(confirm_above).toFixed(), actor);
      return await read(userId);
    },

    /** A tap is enough from now on. A repeat changes nothing. */
    async remove(userId: string, actor: Actor): Promise<ApprovalLimit> {
      await write(userId, null, actor);
      return await read(userId);
    },
  };
}

async function readLimit(trx: DbTransaction): Promise<Decimal | null> {
  const row = (await trx('policy.approval_limits').first('confirm_above')) as
    | { confirm_above: Decimal }
    | undefined;
  return row?.confirm_above ?? null;
}
