import { type Approved, approvePlanAs, askedToType, card } from '../commands/policy-plans.ts';
import { APPROVE_DIALOGUE } from '../plan-cards.ts';
import { type Dialogue, talk } from './dialogue.ts';
import { typedWords } from './resume-trading.ts';

/**
 * Has the tag code of a policy typed before a plan above the person's own limit is approved. What is approved is what the card
 * showed when its button was pressed: a plan that changed since then is shown again instead.
 */
export const approvePlanDialogue: Dialogue = {
  name: APPROVE_DIALOGUE,
  forApprovers: true,
  build: (parts) =>
    async function approvePlan(conversation, _ctx, args: Record<string, string> = {}) {
      const { ask, send, work } = talk(conversation, parts);
      const { plan = '', digest = '', left_out = '' } = args;
      const leftOut = left_out.split(' ').filter((id) => id !== '');
      const approved: Approved = { plan, digest, leftOut };
      const asked = await work((call) => askedToType(call, approved));
      if ('note' in asked)
        return await send((call) => card(call, plan, asked.isChanged ? {} : { leftOut }, asked.note));
      const typed = await ask('words', typedWords(asked.words), asked.question);
      // A repeat of the message that answered approves nothing anew: its key is on record.
      await send((call) => approvePlanAs(call, approved, typed));
    },
};
