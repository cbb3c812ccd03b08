import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import type { Plan } from '../../api/types.ts';

type Approval = { excluded: readonly string[]; typed: string | null };
type Answer = { approve: Approval } | { reject: { reason: string } };

/** What the server said against an answer, in words of the card. */
const REFUSALS: Readonly<Record<string, string>> = {
  PLAN_CHANGED: 'The plan changed after you reviewed it, so it was not approved. Review it again below.',
  PLAN_DECIDED: 'Somebody answered this plan before you, so your answer changed nothing.',
};

/** The answer to a plan that waits: it is sent once, with the digest that was looked at. */
export function usePlanAnswer(plan: Plan) {
  const client = useQueryClient();
  /** What the person has before them; another one asks to be looked at first. */
  const [seen, setSeen] = useState(plan.digest);
  const answer = useMutation({
    mutationFn: async (given: Answer) =>
      'approve' in given
        ? await api.trading.approve(plan.plan_id, {
            digest: seen,
            ...(given.approve.excluded.length === 0
              ? {}
              : { excluded_order_ids: [...given.approve.excluded] }),
            ...(given.approve.typed === null ? {} : { confirmation: given.approve.typed }),
          })
        : await api.trading.reject(plan.plan_id, given.reject.reason),
    // refused or not, the card shows how the plan stands now
    onSettled: () => client.invalidateQueries({ queryKey: [POLICIES_KEY] }),
  });
  const { error } = answer;
  return {
    isPending: answer.isPending,
    isApproving: answer.isPending && 'approve' in answer.variables,
    error,
    /** Why the last answer was refused, and what to do next. */
    refusal:
      error === null
        ? null
        : ((error instanceof ApiError ? REFUSALS[error.code] : undefined) ?? error.message),
    hasChanged: plan.digest !== seen,
    lookAgain: () => {
      answer.reset();
      setSeen(plan.digest);
    },
    /** @param approval the orders that are left out, and what was typed where their size asks for it. */
    approve: (approval: Approval, onDone: () => void) =>
      answer.mutate({ approve: approval }, { onSuccess: onDone }),
    reject: (reason: string, onDone: () => void) =>
      answer.mutate({ reject: { reason } }, { onSuccess: onDone }),
  };
}
