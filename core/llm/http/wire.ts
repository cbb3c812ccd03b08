import { type Finish, finishOf, type Usage } from '../port/index.ts';

/** How a server of models is spoken to. */
export const WIRE_FORMATS = ['chat_completions', 'responses', 'messages'] as const;
export type WireFormat = (typeof WIRE_FORMATS)[number];

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const LONGEST_NAME = 120;
/** A model's name as a server tells it: one short line without unseen signs; null where nothing is left. */
const nameIn = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const name = value
    .slice(0, 4 * LONGEST_NAME)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return name === '' ? null : name.slice(0, LONGEST_NAME);
};

/** An error as a server tells it, in a body or in the middle of a stream. */
export interface WireError {
  /** Its type and code, as far as it has them. */
  kinds: readonly string[];
  message: string;
  /** A status that stands in it, as gateways write it. */
  status: number | null;
}

/** The error in a body or in an event of a stream; null where it holds none. */
function errorIn(value: unknown): WireError | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const within = placesOfErrors(fields)
    .flat()
    .find((one) => one !== undefined && one !== null && one !== false && one !== '');
  if (typeof within === 'string') return { kinds: [], message: within, status: null };
  const isBare = [fields['type'], fields['object']].some((one) => /(?:^|[._])error$/.test(String(one)));
  const error = fieldsOf(within) ?? (within !== undefined || isBare ? fields : null);
  if (error === null) return null;
  const kinds = [error['type'], error['code'], error['status']].filter((one) => typeof one === 'string');
  const status = [error['code'], error['status']].map(Number).find((one) => one >= 400 && one <= 599) ?? null;
  return {
    kinds,
    message: typeof error['message'] === 'string' ? error['message'] : kinds.join(' '),
    status,
  };
}

/** Where servers put an error: at the top, in what an event wraps, and at or within a choice. */
function placesOfErrors(fields: Fields): unknown[] {
  const choices = list(fields['choices']).map(fieldsOf);
  const within = choices.flatMap((choice) => [
    choice,
    fieldsOf(choice?.['message']),
    fieldsOf(choice?.['delta']),
  ]);
  return [fields, fieldsOf(fields['response']), fieldsOf(fields['message']), ...within].flatMap((one) => [
    one?.['error'],
    one?.['errors'],
  ]);
}

/** The error in a body that was refused or could not be read; null where it holds none. */
export function errorInBody(body: unknown, isRefused: boolean): WireError | null {
  const value = typeof body === 'string' ? parsed(body) : body;
  const error = errorIn(value);
  if (error !== null || !isRefused || value === undefined) return error;
  // A refusal may have any shape.
  const fields = fieldsOf(value);
  const said = fields?.['message'] ?? fields?.['detail'] ?? value;
  return { kinds: [], message: typeof said === 'string' ? said : JSON.stringify(said), status: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a body or the events of a stream tell beside the text. */
export interface Tally {
  /** Takes in a whole body, or the next event. */
  add(this: void, value: unknown): void;
  readonly usage: Usage;
  readonly model: string | null;
  readonly error: WireError | null;
  /** The model declined to answer. */
  readonly isRefused: boolean;
  /** The stream came to its end, rather than just stopping. */
  readonly isEnded: boolean;
  /** How the answer ended; null where nothing that is known was said of it. */
  readonly finish: Finish | null;
  /** The reason for the end in the server's own word; null without one. */
  readonly reason: string | null;
}

/** @param isByTool an answer by a schema was asked for, which the messages format may hand to a tool */
export function newTally(format: WireFormat, isByTool = false): Tally {
  let counted: Fields = {};
  let model: string | null = null;
  let error: WireError | null = null;
  let isRefused = false;
  let isEnded = false;
  let reason: string | null = null;
  return {
    add(value) {
      const fields = fieldsOf(value);
      if (fields === null) return;
      // An event of a stream wraps what a body is.
      const body = fieldsOf(fields['response']) ?? fieldsOf(fields['message']) ?? fields;
      for (const one of [fieldsOf(body['usage']), fieldsOf(fields['usage'])])
        counted = {
          ...counted,
          ...Object.fromEntries(Object.entries(one ?? {}).filter(([, is]) => is !== null)),
        };
      model = nameIn(body['model']) ?? model;
      error ??= errorIn(value);
      isRefused ||= refuses(fields) || refuses(body);
      isEnded ||= ends(format, fields);
      reason = nameIn(reasonIn(format, fields, body)) ?? reason;
    },
    get usage() {
      return usageOf(format, counted);
    },
    get model() {
      return model;
    },
    get error() {
      return error;
    },
    get isRefused() {
      return isRefused;
    },
    get isEnded() {
      return isEnded;
    },
    get finish() {
      return finishOf(reason, isByTool && format === 'messages');
    },
    get reason() {
      return reason;
    },
  };
}

/**
 * Tokens as a server counts them. The chat and responses formats count cached tokens into the input, messages does not: here
 * the input is always all of it. No call has an empty input, so a server that says 0 did not count.
 */
function usageOf(format: WireFormat, counted: Fields): Usage {
  if (format === 'messages') {
    const fresh = count(counted['input_tokens']);
    const cached = count(counted['cache_read_input_tokens']);
    const written = count(counted['cache_creation_input_tokens']);
    const input = fresh === null ? null : fresh + (cached ?? 0) + (written ?? 0);
    return told(input, count(counted['output_tokens']), cached);
  }
  const isChat = format === 'chat_completions';
  const details = fieldsOf(counted[isChat ? 'prompt_tokens_details' : 'input_tokens_details']);
  return told(
    count(counted[isChat ? 'prompt_tokens' : 'input_tokens']),
    count(counted[isChat ? 'completion_tokens' : 'output_tokens']),
    // One maker tells it beside the details.
    count(details?.['cached_tokens']) ?? count(counted['cached_tokens']),
  );
}

function told(input: number | null, output: number | null, cached: number | null): Usage {
  const isCounted = input !== null && input > 0;
  return {
    inputTokens: isCounted ? input : null,
    outputTokens: isCounted || output !== 0 ? output : null,
    cachedTokens: isCounted ? cached : null,
  };
}

/** A refusal that stands beside the text, where the reason for the end says nothing of it. */
function refuses(fields: Fields): boolean {
  if (fields['type'] === 'response.refusal.delta') return true;
  const choice = fieldsOf(list(fields['choices'])[0]);
  const blocked = fieldsOf(fields['promptFeedback'])?.['blockReason'];
  const said = [choice, fieldsOf(choice?.['message']), fieldsOf(choice?.['delta'])].map(
    (one) => one?.['refusal'],
  );
  if ([blocked, ...said].some((one) => typeof one === 'string' && one !== '')) return true;
  return list(fields['output'])
    .flatMap((item) => list(fieldsOf(item)?.['content']))
    .some((part) => fieldsOf(part)?.['type'] === 'refusal');
}

/** The reason for the end of an answer, where a body or an event of a stream tells one. */
function reasonIn(format: WireFormat, fields: Fields, body: Fields): unknown {
  if (format === 'chat_completions') return fieldsOf(list(fields['choices'])[0])?.['finish_reason'];
  if (format === 'messages') return fieldsOf(fields['delta'])?.['stop_reason'] ?? body['stop_reason'];
  const status = body['status'];
  if (status !== 'incomplete') return status;
  return fieldsOf(body['incomplete_details'])?.['reason'] ?? status;
}

function ends(format: WireFormat, fields: Fields): boolean {
  // The chat format has no event for it: the reason is the end.
  if (format === 'chat_completions') return true;
  const type = String(fields['type']);
  return format === 'messages'
    ? type === 'message_stop'
    : ['response.completed', 'response.incomplete', 'response.failed'].includes(type);
}
