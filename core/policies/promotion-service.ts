import { raw } from 'objection';
import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  type DbTransaction,
  digestOf,
  invalid,
  istDate,
  lockWithin,
  parseInput,
  Problem,
  type SealedRequest,
  toScale,
} from '../platform/index.ts';
import { requireRun, sharedSourceRun, type SourceRun } from '../strategies/index.ts';
import { allocationModeOf, insertScheduleOfConfig } from './contributions/index.ts';
import { type PromotionInput, promotionInput } from './inputs.ts';
import { PolicyModel, PolicyPromotionModel } from './models.ts';
import { findPolicy, insertPolicy } from './policy-store.ts';
import { policyViews } from './policy-views.ts';
import { refusePromotion } from './promotion-rules.ts';
import type { LinkedPolicyView, PromotionsView, PromotionView } from './view.ts';

/** A promotion as it is asked for. `key` is the Idempotency-Key. */
interface Asked {
  runId: string;
  key: string;
  digest: string;
  sealed: SealedRequest;
  input: PromotionInput;
}
interface Promoted {
  policy_id: string;
  replay: boolean;
}

export interface PromotionParts {
  calendar: Calendar;
  /** Which of some dossiers of AI research are not there, or not of the person whose transaction this is. */
  unknownDossiers: (trx: DbTransaction, ids: readonly string[]) => Promise<string[]>;
}

/** Whether a policy came from a run. */
export async function isPromoted(trx: DbTransaction, runId: string): Promise<boolean> {
  return (await PolicyPromotionModel.query(trx).findOne({ run_id: runId }).select('id')) !== undefined;
}

/** Policies on paper out of backtests (spec: Policy rules 8 and 9). */
export function createPromotionService(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { calendar, unknownDossiers }: PromotionParts,
) {
  const { clock, database, receipts } = context;
  const mutation = auditedMutation(context);

  const promote = mutation('policy.promote', {
    topics: ['policies'],
    isSeen: ({ replay }: Promoted) => !replay,
    async run(change, asked: Asked): Promise<Promoted> {
      const { trx, userId } = change;
      const { runId, key } = asked;
      // One at a time for each run: those that come at once find what the first one made.
      await lockWithin(trx, { kind: 'promotion', name: `${userId}:${runId}` });
      const run = await sharedSourceRun(trx, runId);
      const earlier = await PolicyPromotionModel.query(trx).findOne({ run_id: runId, idempotency_key: key });
      if (earlier !== undefined) {
        if (earlier.request_digest !== asked.digest) throw otherBody();
        return { policy_id: earlier.policy_id, replay: true };
      }
      let isNew = false;
      // The receipt outlives the policy: the repeat of a request whose policy was deleted makes no second one.
      const { policy_id } = await receipts.within(trx, userId, asked.sealed, async () => {
        isNew = true;
        return { policy_id: await makePolicy(change, run, asked) };
      });
      if (!isNew)
        throw conflict(
          'POLICY_DELETED',
          'The policy made with this Idempotency-Key was deleted since. Use a new key to promote the backtest again.',
        );
      return { policy_id, replay: false };
    },
  });

  async function makePolicy(change: AuditedChange, run: SourceRun, { key, digest, input }: Asked) {
    const { trx, userId, now } = change;
    refusePromotion(run, input, await isPromoted(trx, run.id));
    const { policy_overrides = {}, rejected_confirmation = null, ai_research_dossier_ids = [] } = input;
    await refuseUnknown(trx, ai_research_dossier_ids);
    const policy = await insertPolicy(trx, {
      owner_user_id: userId,
      name: input.name,
      tag_code: input.tag_code,
      config: run.configText,
      overrides: policy_overrides,
      initial_capital:
        input.initial_capital === undefined ? run.initialCapital : toScale(input.initial_capital),
      allocation_mode: input.allocation_mode ?? allocationModeOf(JSON.parse(run.configText) as object),
      starts_on: calendar.sessionOnOrAfter('NSE', istDate(now)),
      now,
    });
    await insertScheduleOfConfig(trx, policy, input.allocation_mode, { calendar, now });
    await PolicyPromotionModel.query(trx).insert({
      policy_id: policy.id,
      owner_user_id: userId,
      run_id: run.id,
      idempotency_key: key,
      request_digest: digest,
      run_config: raw('?::jsonb', [run.configText]) as never,
      policy_overrides,
      run_data_revision: run.dataRevision,
      validation: run.validation,
      rejected_confirmation,
      confirmed_additional: input.confirm_additional_policy === true,
      ai_research_dossier_ids,
      promoted_by: change.actor,
      promoted_at: now,
    });
    await change.record('PROMOTED', policy.id, {
      name: policy.name,
      tag_code: policy.tag_code,
      run_id: run.id,
      validation: run.validation.status,
      initial_capital: policy.initial_capital.toFixed(),
    });
    if (ai_research_dossier_ids.length > 0)
      await change.record('AI_RESEARCH_PROMOTION_EVIDENCE_ATTACHED', policy.id, {
        name: policy.name,
        run_ids: ai_research_dossier_ids,
      });
    return policy.id;
  }

  /** @throws 422 VALIDATION_ERROR */
  async function refuseUnknown(trx: DbTransaction, ids: readonly string[]): Promise<void> {
    const unknown = ids.length === 0 ? [] : await unknownDossiers(trx, ids);
    if (unknown.length > 0)
      throw invalid([
        {
          field: 'ai_research_dossier_ids',
          message: `There is no AI research ${unknown.join(', ')}. Name your own dossiers, or omit them.`,
        },
      ]);
  }

  return {
    /**
     * Makes a policy on paper out of a completed backtest. The same request under the same key answers the policy that it
     * made, as it is now.
     * @param key the Idempotency-Key.
     * @throws 422 VALIDATION_ERROR, 404 RUN_NOT_FOUND, 409 IDEMPOTENCY_CONFLICT, 409 POLICY_DELETED, 409 RUN_NOT_COMPLETED,
     *   409 ADDITIONAL_POLICY_CONFIRMATION_REQUIRED, 409 TAG_CODE_CONFLICT
     */
    async promote(
      userId: string,
      runId: string,
      { key, body }: { key: string; body: unknown },
      { actor }: Pick<Actor, 'actor'>,
    ): Promise<PromotionView> {
      const input = parseInput(promotionInput, body);
      const digest = digestOf(body);
      const sealed = await receipts.seal({ idempotencyKey: `promotion:${runId}:${key}`, digest });
      const { policy_id, replay } = await promote(
        userId,
        { runId, key, digest, sealed, input },
        // Its receipt is the one above: keys belong to a run here.
        { actor },
      );
      return await database.readAsUser(userId, async (trx) => {
        const today = istDate(clock.now());
        const [policy] = await policyViews(trx, [await findPolicy(trx, policy_id)], { calendar, today });
        if (policy === undefined) throw new Error('a policy without a view');
        return { policy, replay };
      });
    },

    /** The policies that came from a run, the newest first. @throws 404 RUN_NOT_FOUND */
    async list(userId: string, runId: string): Promise<PromotionsView> {
      return await database.readAsUser(userId, async (trx) => {
        await requireRun(trx, runId);
        const promotions = await PolicyPromotionModel.query(trx)
          .where({ run_id: runId })
          .orderBy('id', 'desc');
        const policies = await PolicyModel.query(trx).findByIds(promotions.map(({ policy_id }) => policy_id));
        return {
          items: promotions.flatMap((promotion) => {
            const policy = policies.find(({ id }) => id === promotion.policy_id);
            return policy === undefined ? [] : [toLinkedPolicy(promotion, policy)];
          }),
        };
      });
    },
  };
}

const otherBody = () =>
  new Problem(
    409,
    'IDEMPOTENCY_CONFLICT',
    'This Idempotency-Key was used for this backtest with different contents. Repeat that request exactly, or use a new key for this one. Nothing was changed.',
  );

function toLinkedPolicy(
  promotion: PolicyPromotionModel,
  { id, name, tag_code, mode, status }: PolicyModel,
): LinkedPolicyView {
  return {
    policy_id: id,
    name,
    tag_code,
    mode,
    status,
    promoted_by: promotion.promoted_by,
    promoted_at: promotion.promoted_at.toISOString(),
    idempotency_key: promotion.idempotency_key,
    policy_overrides: promotion.policy_overrides,
    run_data_revision: promotion.run_data_revision,
    validation: promotion.validation,
    rejected_confirmation: promotion.rejected_confirmation,
    confirmed_additional: promotion.confirmed_additional,
    ai_research_dossier_ids: promotion.ai_research_dossier_ids,
    latest_complete_authoritative_valuation: null,
  };
}
