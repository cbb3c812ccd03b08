import { WrongArgument, words } from '../arguments.ts';
import { resume, RESUME_DIALOGUE } from '../commands/policy-trading.ts';
import { type Dialogue, talk } from './dialogue.ts';

/** Has the person type the words that let orders be sent again. */
export const resumeTradingDialogue: Dialogue = {
  name: RESUME_DIALOGUE,
  build: (parts) =>
    async function resumeTrading(conversation) {
      const { ask, send, work } = talk(conversation, parts);
      const wanted = await work(({ core }) => core.policies.live.pause.resumeWords);
      const typed = await ask('words', typedWords(wanted), `Type "${wanted}" to let orders be sent again`);
      // A repeat of the message that answered changes nothing: its key is on record.
      await send(async (call) => await resume(call, typed));
    },
};

/** An argument that is one sentence only, typed by the person: capital letters do not matter. */
export const typedWords = (wanted: string) => ({
  ...words('words'),
  parse(typed: string): string {
    if (typed.trim().toLowerCase() === wanted.toLowerCase()) return wanted;
    const told = `Type exactly "${wanted}", or /cancel.`;
    throw new WrongArgument(told, { plainly: told });
  },
});
