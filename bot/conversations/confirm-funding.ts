import { WrongArgument, words, type Argument } from '../arguments.ts';
import { FUNDING_DIALOGUE, fundingCard } from '../commands/contributions.ts';
import { type Dialogue, talk } from './dialogue.ts';

const VOUCHED = 'no reference';
const LONGEST = 100;

const reference: Argument<string> = {
  ...words('reference'),
  parse(word) {
    const text = word.trim();
    if (text.length > LONGEST)
      throw new WrongArgument(`A reference has at most ${LONGEST} characters.`, {
        plainly: `A reference has at most ${LONGEST} characters.`,
      });
    return text;
  },
  options: () => Promise.resolve([{ label: 'I have none, I vouch for it', value: VOUCHED }]),
};

/** Asks for the reference of a transfer, then shows what is confirmed. */
export const confirmFundingDialogue: Dialogue = {
  name: FUNDING_DIALOGUE,
  build: (parts) =>
    async function confirmFunding(conversation, _ctx, { id = '' }: Record<string, string> = {}) {
      const { ask, send } = talk(conversation, parts);
      const word = await ask('reference', reference, 'Which reference does the transfer of the money have?');
      await send((call) => fundingCard(call, id, word === VOUCHED ? null : word));
    },
};
