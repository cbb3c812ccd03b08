import type { Script } from './cli-program.ts';

/** The output of a program and its exit code. */
export interface Print {
  stdout: string;
  /** Printed in its place where a schema is an argument. */
  structured?: string;
  /** The content of the answer file, for a program that writes one. */
  text?: string;
  stderr: string;
  code: number;
}

const lines = (...events: object[]) => `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;

/** The output of each program for an answer. */
const answers = {
  codex: (text: string) =>
    lines(
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      { type: 'error', message: 'Reconnecting... 1/5 (503)' },
      { type: 'item.completed', item: { id: 'item_0', type: 'reasoning', text: 'Hm.' } },
      { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text } },
      { type: 'turn.completed', usage: { input_tokens: 120, cached_input_tokens: 100, output_tokens: 7 } },
    ),
  claude: (text: string, structured: object = {}) =>
    JSON.stringify({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: text,
      ...structured,
      stop_reason: 'end_turn',
      total_cost_usd: 0.01,
      usage: {
        input_tokens: 20,
        cache_creation_input_tokens: 40,
        cache_read_input_tokens: 60,
        output_tokens: 7,
      },
      modelUsage: { 'small-model': { outputTokens: 1 }, 'large-model': { outputTokens: 6 } },
    }),
  gemini: (text: string) =>
    JSON.stringify(
      {
        response: text,
        stats: {
          models: {
            'gemini-model': { tokens: { prompt: 120, candidates: 5, total: 127, cached: 100, thoughts: 2 } },
          },
        },
      },
      null,
      2,
    ),
  opencode: (text: string) =>
    lines(
      { type: 'step_start', part: { type: 'step-start' } },
      { type: 'text', part: { type: 'text', text } },
      {
        type: 'step_finish',
        part: {
          type: 'step-finish',
          reason: 'stop',
          tokens: { input: 20, output: 5, reasoning: 2, cache: { read: 60, write: 40 } },
        },
      },
    ),
  text: (text: string) => text,
};

/** The output and exit code of each program when its server fails. */
const failures = {
  codex: (_status: number, message: string) => ({
    stdout: lines(
      { type: 'turn.started' },
      { type: 'error', message: 'Reconnecting... 1/5' },
      { type: 'turn.failed', error: { message } },
    ),
    code: 1,
  }),
  claude: (status: number, message: string) => ({
    stdout: JSON.stringify({
      type: 'result',
      subtype: 'success',
      is_error: true,
      api_error_status: status,
      result: message,
    }),
    code: 1,
  }),
  gemini: (status: number, message: string) => ({
    stderr: `Error when talking to the API\n${JSON.stringify({ error: { type: 'ApiError', message, code: status } }, null, 2)}\n`,
    code: status % 256,
  }),
  opencode: (status: number, message: string) => ({
    stdout: lines({ type: 'error', error: { name: 'APIError', data: { message, statusCode: status } } }),
    code: 1,
  }),
  text: (_status: number, message: string) => ({ stdout: message, code: 1 }),
};

export function printOf(script: Script): Print {
  const { speaks, does = 'answer', text = '', stdout = '', stderr = '', code = 0 } = script;
  const nothing = { stdout, stderr, code };
  if (does === 'print' || does === 'hang') return nothing;
  if (does === 'fail') {
    const failure = failures[speaks](script.status ?? 0, script.message ?? '');
    return { ...nothing, ...failure, code: script.code ?? failure.code };
  }
  const before = does === 'flood' ? `${'x'.repeat(script.bytes ?? 0)}\n` : (script.before ?? '');
  return {
    ...nothing,
    stdout: `${before}${answers[speaks](text)}`,
    ...(speaks === 'codex' ? { text } : {}),
    ...(speaks === 'claude' && does === 'answer' && text.startsWith('{')
      ? { structured: `${before}${answers.claude(text, { structured_output: JSON.parse(text) })}` }
      : {}),
  };
}
