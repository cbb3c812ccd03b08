import { promotionInput, promotionsView, promotionView } from '../../core/policies/index.ts';
import { requiredKey } from '../idempotency.ts';
import { answerJson } from '../../core/platform/index.ts';
import { Reply, type Route, route } from '../route.ts';

const path = '/api/research/runs/:run_id';
const params = { run_id: 'RUN' } as const;
const tag = 'Policies';

/** Policies on paper out of backtests. */
export const POLICY_PROMOTION_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: `${path}/promote-to-paper`,
    sample: 'never',
    summary: 'Create a policy on paper from a completed backtest',
    description:
      'The policy uses the backtest’s stored config; policy_overrides may change five of its fields. 201 for a new policy. The same body with the same Idempotency-Key for the same backtest answers 200 with replay: true and the policy as it is now, for as long as there is one; if it was deleted, 409 POLICY_DELETED for 30 days. A rejected request does not use up the key.',
    tag,
    params,
    body: promotionInput,
    status: 201,
    response: promotionView,
    problems: {
      409: [
        'POLICY_DELETED',
        'RUN_NOT_COMPLETED',
        'ADDITIONAL_POLICY_CONFIRMATION_REQUIRED',
        'TAG_CODE_CONFLICT',
      ],
    },
    repeats: 'own',
    handler: async ({ core, user, params: { run_id }, body, actor, ctx }) => {
      const key = requiredKey(ctx);
      const answer = await core.policies.promotions.promote(user.userId, run_id, { key, body }, actor);
      return Reply.json(answerJson(answer), answer.replay ? 200 : 201);
    },
  }),
  route({
    method: 'GET',
    path: `${path}/promotions`,
    summary: 'The policies that came from a backtest, newest first',
    tag,
    params,
    response: promotionsView,
    handler: async ({ core, user, params: { run_id } }) =>
      await core.policies.promotions.list(user.userId, run_id),
  }),
];
