import { COMMAND_DESCRIPTIONS } from '../../core/chat/index.ts';
import {
  answerView,
  askInput,
  historyQuery,
  insightView,
  refreshInput,
  refreshView,
  turnPage,
} from '../../core/assistant/index.ts';
import { eventStream } from '../event-stream.ts';
import { type Route, route } from '../route.ts';

const tag = 'Assistant';
const problems = {
  409: ['AI_NOT_CONFIGURED', 'AI_CANCELLED'],
  429: ['AI_COST_CAP'],
  503: ['AI_UNAVAILABLE', 'AI_BAD_ANSWER'],
};

export const ASSISTANT_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/ai/ask',
    sample: 'never',
    summary: 'Ask a question about your own records',
    description:
      'Sends your question, the last two with their answers, and the parts of your records that it is about to your model providers; GET /api/portfolio/ai-providers/settings names them. The answer is plain text with its sources. Figures that were not found in your records are listed in `unverified`. Suggestions are commands; none of them is run.',
    tag,
    // An answer that were kept for repeats would outlive an erased history.
    repeats: 'anew',
    body: askInput,
    response: answerView,
    problems,
    handler: async ({ core, user, body, ctx }) => {
      const gone = new AbortController();
      ctx.res.once('close', () => gone.abort());
      const question = await core.assistant.open(user.userId, body, { commands: COMMAND_DESCRIPTIONS });
      return await question.answer({ signal: gone.signal });
    },
  }),
  route({
    method: 'POST',
    path: '/api/ai/ask/stream',
    sample: 'never',
    summary: 'The same as server-sent events: token, then done or error',
    description:
      'Each `token` has the next piece as `text`. `done` has the whole answer, which may differ from the pieces where figures had to be repaired. A provider that cannot stream sends `done` alone. Closing the connection cancels the question.',
    tag,
    repeats: 'anew',
    body: askInput,
    response: 'text/event-stream',
    problems,
    handler: async ({ core, user, body, ctx }) => {
      const question = await core.assistant.open(user.userId, body, { commands: COMMAND_DESCRIPTIONS });
      return eventStream(
        ctx,
        core.log,
        async (send, signal) => await question.answer({ signal, onText: (text) => send('token', { text }) }),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/api/ai/chat/history',
    summary: 'Your questions with their answers, newest first',
    tag,
    query: historyQuery,
    response: turnPage,
    handler: async ({ core, user, query }) => ({
      ...(await core.assistant.history.list(user.userId, query)),
      is_ready: await core.assistant.isReady(user.userId),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/ai/chat/history',
    summary: 'Erase your questions and their answers',
    tag,
    response: null,
    handler: async ({ core, user, actor }) => await core.assistant.history.erase(user.userId, actor),
  }),
  route({
    method: 'GET',
    path: '/api/research/analytics/ai-insight',
    sample: 'never',
    summary: 'A short paragraph on your portfolio, kept until your records change',
    description:
      'Sends an overview of your records to your model providers, as a question to the assistant does.',
    tag,
    response: insightView,
    problems,
    kept: true,
    handler: async ({ core, user }) => await core.assistant.insight(user.userId),
  }),
  route({
    method: 'POST',
    path: '/api/ai/refresh',
    sample: 'never',
    summary: 'Ask for a new market analysis and store it in the options workspace',
    description:
      'It is based on the recorded index closes and option events or, for an underlying without closes, on the prices that a trading process reported. If the model refuses or does not know, nothing is stored.',
    tag,
    body: refreshInput,
    response: refreshView,
    problems: {
      ...problems,
      409: [...problems[409], 'AI_NO_MARKET_DATA'],
      503: [...problems[503], 'OPTIONS_UNAVAILABLE'],
    },
    handler: async ({ core, user, body }) => await core.assistant.refreshMarketAnalysis(user.userId, body),
  }),
];
