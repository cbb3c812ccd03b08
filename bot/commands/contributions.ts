import type { ContributionView, PolicyOverview } from '../../core/policies/index.ts';
import { button, type Button, type ChatReply } from '../chat-reply.ts';
import type { Call, Confirmation } from '../command.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { money } from '../text/numbers.ts';
import { day } from '../text/times.ts';
import { signed } from './signed.ts';

/** Asks with which reference the money of an instalment was transferred. */
export const FUNDING_DIALOGUE = 'confirm_funding';
const CONFIRM = 'confirm_funding';
const APPLY = 'apply_funding';

const sumOf = ({ amount }: Pick<ContributionView, 'amount'>): string => money(amount);
const toPolicy = (id: string): Button =>
  button('Show the policy', { do: 'run', command: 'policies', args: [`#${id}`] });
const credit = (id: string): Button =>
  button('Credit it now', { do: 'confirm', name: APPLY, payload: { id } });

/** What can be done with the next instalment of a policy that trades; on paper it comes in by itself. */
export function fundingButtons({ money: { next } }: Pick<PolicyOverview, 'money'>): Button[] {
  if (next === null) return [];
  const { contribution_id: id } = next;
  if (next.actions.includes('confirm'))
    return [button(`Confirm ${sumOf(next)}`, { do: 'enter', dialogue: FUNDING_DIALOGUE, args: { id } })];
  return next.state === 'CONFIRMED' ? [credit(id)] : [];
}

/** The question whether money is there. @param reference null where the person vouches for it. */
export async function fundingCard(call: Call, id: string, reference: string | null): Promise<ChatReply> {
  const { userId } = call.who;
  const contribution = await call.core.policies.contributions.get(userId, id);
  const policy = await call.core.policies.get(userId, contribution.policy_id);
  if (!contribution.actions.includes('confirm'))
    return {
      text: plain(`Instalment ${contribution.nr} of ${policy.name} does not wait for money any more.`),
      buttons: [[toPolicy(policy.id)]],
    };
  return {
    text: lines(
      bold(`Is ${sumOf(contribution)} there for ${policy.name}?`),
      reference === null ? 'You vouch for it, without a reference.' : `Reference: ${reference}`,
      'It is reserved for the policy. Nothing is credited or ordered yet.',
    ),
    buttons: [
      [
        button('✓ Yes, it is there', { do: 'confirm', name: CONFIRM, payload: { id, reference } }),
        button('✗ Cancel', { do: 'dismiss', say: 'Nothing was confirmed.' }),
      ],
    ],
  };
}

const confirmFunding: Confirmation = {
  name: CONFIRM,
  async run(call, payload) {
    const { contributions } = call.core.policies;
    const id = String(payload['id']);
    const reference = payload['reference'];
    const { amount } = await contributions.get(call.who.userId, id);
    const confirmed = await contributions.confirm(
      call.who.userId,
      id,
      {
        confirmed_amount: amount,
        ...(typeof reference === 'string' ? { external_reference: reference } : { operator_attested: true }),
      },
      call.actor,
    );
    return {
      text: lines(bold(`${sumOf(confirmed)} is confirmed and reserved`), signed(call)),
      buttons: [[credit(id)], [toPolicy(confirmed.policy_id)]],
    };
  },
};

const applyFunding: Confirmation = {
  name: APPLY,
  async run(call, payload) {
    const applied = await call.core.policies.contributions.apply(
      call.who.userId,
      String(payload['id']),
      call.actor,
    );
    return {
      text: lines(
        bold(`${sumOf(applied)} is credited`),
        `${applied.units_issued ?? 0} units at ${money(applied.nav)} net of tax, on ${day(applied.applied_on)}`,
        signed(call),
      ),
      buttons: [[toPolicy(applied.policy_id)]],
    };
  },
};

export const contributionConfirmations: readonly Confirmation[] = [confirmFunding, applyFunding];
