import { words } from '../arguments.ts';
import { assistantReply } from '../assistant-reply.ts';
import { command, type Command, type Confirmation } from '../command.ts';
import { AGREE } from '../model-notice.ts';
import { insightReply } from './insight.ts';

/** Questions in words. `all` is the whole catalogue, from which an answer may suggest. */
export const askCommand = (all: () => readonly Command[]): Command =>
  command({
    name: 'ask',
    family: 'Reports',
    summary: 'Ask about your own records in words',
    details:
      'A language model answers from your own figures and names its sources. Figures that are not in your records are marked. It cannot change anything. Before your first question, Munim names who would get which records. Needs an AI provider in the dashboard’s settings.',
    examples: ['/ask Why did my portfolio fall this week?', '/ask Which fund is worst?'],
    arguments: { question: words('question') },
    changes: false,
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
