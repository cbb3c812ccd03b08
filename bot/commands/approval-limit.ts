import { descriptionOf } from '../../core/chat/index.ts';
import type { ApprovalLimit } from '../../core/policies/index.ts';
import { amount, type Argument, optional } from '../arguments.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import { type Call, command, type Confirmation } from '../command.ts';
import { bold, lines } from '../text/lines.ts';
import { roundMoney } from '../text/numbers.ts';
import { namedActor, signed } from './signed.ts';

const SET = 'set_approval_limit';

/** An amount of rupees, or `off`: then a press is enough for every plan. */
const limit: Argument<ApprovalLimit> = {
  ...amount('amount', { zero: true }),
  placeholder: 'amount|off',
  parse: async (word, world) => ({
    confirm_above:
      word.toLowerCase() === 'off' ? null : await amount('amount', { zero: true }).parse(word, world),
  }),
};

const words = ({ confirm_above }: ApprovalLimit): string =>
  confirm_above === null
    ? 'A press of Approve is enough for every plan.'
    : `A plan whose purchases and sales come to more than ${roundMoney(confirm_above)} is approved only by typing the tag code of its policy.`;

export const approvalLimitCommand = command({
  ...descriptionOf('approval_limit'),
  arguments: { limit: optional(limit) },
  run: async (call, { limit: wanted }) =>
    wanted === null ? await shown(call) : question(wanted, await current(call)),
});

const current = async ({ core, who }: Call): Promise<ApprovalLimit> =>
  await core.policies.live.approvalLimit.read(who.userId);

async function shown(call: Call): Promise<ChatReply> {
  const now = await current(call);
  const other =
    now.confirm_above === null
      ? '/approval_limit 500000 asks for typing above ₹5,00,000.'
      : '/approval_limit with another amount changes it, /approval_limit off takes it away.';
  return { text: lines(words(now), other) };
}

function question(wanted: ApprovalLimit, now: ApprovalLimit): ChatReply {
  if (wanted.confirm_above === now.confirm_above)
    return { text: lines('That is how it is already.', words(now)) };
  return {
    text: lines(bold('Change how plans are approved?'), words(wanted)),
    buttons: [
      [
        button('✓ Change it', { do: 'confirm', name: SET, payload: { ...wanted } }),
        button('✗ Keep it', { do: 'dismiss', say: 'Nothing was changed.' }),
      ],
    ],
  };
}

export const approvalLimitConfirmation: Confirmation = {
  name: SET,
  async run(call, payload) {
    const { confirm_above } = payload as ApprovalLimit;
    const { approvalLimit } = call.core.policies.live;
    const by = namedActor(call);
    const now =
      confirm_above === null
        ? await approvalLimit.remove(call.who.userId, by)
        : await approvalLimit.set(call.who.userId, { confirm_above }, by);
    return { text: lines(words(now), signed(call)) };
  },
};
