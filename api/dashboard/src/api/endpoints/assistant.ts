import { http } from '../client.ts';
import type { AssistantAnswer, AssistantTurns, Insight } from '../types.ts';

const TURNS = 20;

/** Questions about one's own records. */
export const ASSISTANT = {
  history: () => http.get<AssistantTurns>('/api/ai/chat/history', { page_size: TURNS }),
  /** A call of a model, unless nothing has changed since the last. */
  insight: () => http.get<Insight>('/api/research/analytics/ai-insight'),
  erase: () => http.delete('/api/ai/chat/history'),
  /** Hears the answer piece by piece and resolves to the whole one. */
  async ask(
    body: { question: string; page: string },
    onText: (piece: string) => void,
    signal: AbortSignal,
  ): Promise<AssistantAnswer | null> {
    let answer: AssistantAnswer | null = null;
    await http.events(
      '/api/ai/ask/stream',
      body,
      (event, data) => {
        if (event === 'token') onText((data as { text: string }).text);
        if (event === 'done') answer = data as AssistantAnswer;
      },
      signal,
    );
    return answer;
  },
};
