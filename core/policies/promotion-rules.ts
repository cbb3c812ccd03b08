import { conflict, invalid } from '../platform/index.ts';
import type { SourceRun } from '../strategies/index.ts';
import { type PromotionInput, SHORTEST_REASON } from './inputs.ts';

/** Characters that one can see: neither spaces nor what has no width. */
const visible = (text: string): number => text.match(/[^\s\p{C}]/gu)?.length ?? 0;

/**
 * What stands against a promotion, in the order in which it is told. Validation is what a person is told, not what keeps them
 * from trying a strategy on paper: only one that was rejected needs their word and a reason (spec: Policy rules 8 and 9).
 * @param isLinked whether a policy came from the run already.
 * @throws 409 RUN_NOT_COMPLETED, 422 VALIDATION_ERROR, 409 ADDITIONAL_POLICY_CONFIRMATION_REQUIRED
 */
export function refusePromotion(
  { status, validation }: Pick<SourceRun, 'status' | 'validation'>,
  { rejected_confirmation, confirm_additional_policy }: PromotionInput,
  isLinked: boolean,
): void {
  if (status !== 'COMPLETED')
    throw conflict(
      'RUN_NOT_COMPLETED',
      `Only a completed backtest can become a policy. This one is ${status}.`,
    );
  if (validation.status === 'REJECTED') {
    if (rejected_confirmation?.acknowledged !== true)
      throw invalid([
        {
          field:
            rejected_confirmation === undefined
              ? 'rejected_confirmation'
              : 'rejected_confirmation.acknowledged',
          message:
            'Validation rejected this backtest. To promote it anyway, set rejected_confirmation with acknowledged: true and a reason.',
        },
      ]);
    if (visible(rejected_confirmation.reason) < SHORTEST_REASON)
      throw invalid([
        {
          field: 'rejected_confirmation.reason',
          message: `The reason must have at least ${SHORTEST_REASON} characters, not counting spaces.`,
        },
      ]);
  }
  if (isLinked && confirm_additional_policy !== true)
    throw conflict(
      'ADDITIONAL_POLICY_CONFIRMATION_REQUIRED',
      'A policy was already made from this backtest. Set confirm_additional_policy to true to make another one.',
    );
}
