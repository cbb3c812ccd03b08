import { descriptionOf } from '../../core/chat/index.ts';
import { words } from '../arguments.ts';
import { assistantReply } from '../assistant-reply.ts';
import { command, type Command, type Confirmation } from '../command.ts';
import { AGREE } from '../model-notice.ts';
import { insightReply } from './insight.ts';

/** Questions in words. `all` is the whole catalogue, from which an answer may suggest. */
export const askCommand = (all: () => readonly Command[]): Command =>
  command({
    ...descriptionOf('ask'),
    arguments: { question: words('question') },
    run: async (call, { question }) => await assistantReply(call, question, all()),
  });

/** Goes on with what was asked, now that the person was told who gets what. */
export const modelConfirmation = (all: () => readonly Command[]): Confirmation => ({
  name: AGREE,
  async run(call, { question }) {
    await call.core.llm.settings.update(call.who.userId, { agrees: true }, call.actor);
    return typeof question === 'string'
      ? await assistantReply(call, question, all())
      : await insightReply(call);
  },
});
