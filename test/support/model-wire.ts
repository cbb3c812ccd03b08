/** How the three wire formats of models write an answer, a stream and an error. */
export type WireFormat = 'chat_completions' | 'responses' | 'messages';

/** Tokens as a person would count them: `input` is all of it, cached and newly cached tokens included. */
export interface WireUsage {
  input: number;
  output: number;
  cached?: number;
  /** Written to the cache by this call; the messages format alone tells it. */
  cacheWritten?: number;
}

/** What is to be answered, in no format yet. */
export interface WireAnswer {
  pieces: readonly string[];
  model: string;
  /** Null: the server says nothing about tokens. */
  usage: WireUsage | null;
  finish: 'stop' | 'length' | 'content_filter';
  /** The answer is handed to a forced tool, which is how older servers of the messages format keep to a schema. */
  asTool: boolean;
  /** Whether the caller asked for the tokens of a stream, without which the chat format does not tell them. */
  tellsUsage: boolean;
}

export interface WireError {
  status: number;
  message: string;
  type: string;
  code?: string | null;
}

export const formatOf = (path: string): WireFormat | null => {
  if (path.endsWith('/chat/completions')) return 'chat_completions';
  if (path.endsWith('/responses')) return 'responses';
  return path.endsWith('/messages') ? 'messages' : null;
};

const CREATED = 1_790_000_000;
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const event = (type: string, more: object = {}) => `event: ${type}\n${data({ type, ...more })}`;

const FINISH = {
  chat_completions: { stop: 'stop', length: 'length', content_filter: 'content_filter' },
  messages: { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' },
} as const;

export const chatUsage = ({ input, output, cached }: WireUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
});
const responsesUsage = ({ input, output, cached }: WireUsage) => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
  ...(cached === undefined ? {} : { input_tokens_details: { cached_tokens: cached } }),
});
/** Only what was not cached is called input here. */
const messagesUsage = ({ input, output, cached = 0, cacheWritten = 0 }: WireUsage) => ({
  input_tokens: input - cached - cacheWritten,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: cacheWritten,
  output_tokens: output,
});

/** The body of an error with a status. */
export function errorBody(format: WireFormat, { message, type, code = null }: WireError): string {
  return JSON.stringify(
    format === 'messages'
      ? { type: 'error', error: { type, message }, request_id: 'req_loopback' }
      : { error: { message, type, param: null, code } },
  );
}

/** An error in a stream that began with 200. */
export function errorInStream(format: WireFormat, { message, type, code = null }: WireError): string {
  if (format === 'messages') return event('error', { error: { type, message } });
  if (format === 'chat_completions') return data({ error: { message, type, param: null, code } });
  const response = {
    ...responseOf({ model: 'm', pieces: [] }, 'failed'),
    error: { code: code ?? type, message },
  };
  return event('response.failed', { sequence_number: 9, response });
}

function responseOf({ model, pieces }: Pick<WireAnswer, 'model' | 'pieces'>, status: string) {
  const text = pieces.join('');
  const message = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' };
  const output =
    text === '' ? [] : [{ ...message, content: [{ type: 'output_text', text, annotations: [] }] }];
  return { id: 'resp_1', object: 'response', created_at: CREATED, status, model, output, error: null };
}

function finishedResponse(answer: WireAnswer) {
  const reason = answer.finish === 'length' ? 'max_output_tokens' : answer.finish;
  return {
    ...responseOf(answer, answer.finish === 'stop' ? 'completed' : 'incomplete'),
    incomplete_details: answer.finish === 'stop' ? null : { reason },
    ...(answer.usage === null ? {} : { usage: responsesUsage(answer.usage) }),
  };
}

/** A model may answer with words where a tool was asked for. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** An answer that is not streamed. */
export function wholeBody(format: WireFormat, answer: WireAnswer): string {
  const text = answer.pieces.join('');
  const { model, usage, finish } = answer;
  if (format === 'responses') return JSON.stringify(finishedResponse(answer));
  if (format === 'chat_completions')
    return JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: CREATED,
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text },
          finish_reason: FINISH.chat_completions[finish],
        },
      ],
      ...(usage === null ? {} : { usage: chatUsage(usage) }),
    });
  const input = answer.asTool && finish === 'stop' ? objectIn(text) : null;
  const asTool = input !== null;
  return JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: asTool ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input }] : [{ type: 'text', text }],
    stop_reason: asTool ? 'tool_use' : FINISH.messages[finish],
    stop_sequence: null,
    ...(usage === null ? {} : { usage: messagesUsage(usage) }),
  });
}

/** The frames of a stream: what comes before the text, one for each piece, and what ends it. */
export function frames(
  format: WireFormat,
  answer: WireAnswer,
): { before: string; pieces: string[]; after: string } {
  if (format === 'chat_completions') return chatFrames(answer);
  return format === 'responses' ? responsesFrames(answer) : messagesFrames(answer);
}

function chatFrames({ model, pieces, usage, finish, tellsUsage }: WireAnswer) {
  const chunk = (choices: unknown[], more: object = {}) =>
    data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: CREATED, model, choices, ...more });
  const delta = (content: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: content, finish_reason: reason }]);
  const told = usage !== null && tellsUsage ? chunk([], { usage: chatUsage(usage) }) : '';
  return {
    before: delta({ role: 'assistant', content: '' }),
    pieces: pieces.map((content) => delta({ content })),
    after: `${delta({}, FINISH.chat_completions[finish])}${told}data: [DONE]\n\n`,
  };
}

function responsesFrames(answer: WireAnswer) {
  let nr = 0;
  const numbered = (type: string, more: object) => event(type, { sequence_number: nr++, ...more });
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const item = { type: 'message', id: 'msg_1', role: 'assistant' };
  const text = answer.pieces.join('');
  return {
    before: [
      numbered('response.created', { response: responseOf({ ...answer, pieces: [] }, 'in_progress') }),
      numbered('response.output_item.added', {
        output_index: 0,
        item: { ...item, status: 'in_progress', content: [] },
      }),
    ].join(''),
    pieces: answer.pieces.map((delta) => numbered('response.output_text.delta', { ...at, delta })),
    after: [
      numbered('response.output_text.done', { ...at, text }),
      numbered('response.output_item.done', {
        output_index: 0,
        item: { ...item, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
      }),
      numbered(answer.finish === 'stop' ? 'response.completed' : 'response.incomplete', {
        response: finishedResponse(answer),
      }),
    ].join(''),
  };
}

function messagesFrames({ model, pieces, usage, finish, asTool }: WireAnswer) {
  const counted = usage === null ? null : messagesUsage(usage);
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(counted === null ? {} : { usage: { ...counted, output_tokens: Math.min(counted.output_tokens, 1) } }),
  };
  const isTool = asTool && finish === 'stop' && objectIn(pieces.join('')) !== null;
  const content_block = isTool
    ? { type: 'tool_use', id: 'toolu_1', name: 'json', input: {} }
    : { type: 'text', text: '' };
  return {
    before: [
      event('message_start', { message }),
      event('content_block_start', { index: 0, content_block }),
      event('ping'),
    ].join(''),
    pieces: pieces.map((text) =>
      event('content_block_delta', {
        index: 0,
        delta: isTool ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text },
      }),
    ),
    after: [
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: isTool ? 'tool_use' : FINISH.messages[finish], stop_sequence: null },
        ...(counted === null ? {} : { usage: { output_tokens: counted.output_tokens } }),
      }),
      event('message_stop'),
    ].join(''),
  };
}
