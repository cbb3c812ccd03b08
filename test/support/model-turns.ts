import type { WireAnswer, WireError, WireUsage } from './model-wire.ts';

/** How an answer breaks off, after so many of its pieces. What is not streamed breaks off in its middle. */
export interface Break {
  after: number;
  /** `cut`: the connection is reset. `stall`: silence. `overloaded`, `error`: said in the stream. `garbage`: half a JSON. `end`: it just stops. */
  by: 'cut' | 'stall' | 'overloaded' | 'error' | 'garbage' | 'end';
}

/** What the server does with one request. */
export type Turn =
  | {
      kind: 'answer';
      text?: string;
      /** How a stream cuts the text; by words unless told. */
      pieces?: readonly string[];
      /** 1,000 and 200 tokens unless told; null for a server that does not say. */
      usage?: WireUsage | null;
      /** The one that was asked for, unless told. */
      model?: string;
      finish?: WireAnswer['finish'];
      /** Pause before each piece. */
      everyMs?: number;
      /** Packed, though nobody asked for it. */
      packs?: true;
      breaks?: Break;
    }
  | ({ kind: 'error'; headers?: Record<string, string> } & WireError)
  /** Anything else, as it stands. */
  | { kind: 'raw'; status: number; body: string | Buffer; type?: string; headers?: Record<string, string> }
  /** Takes the request and says nothing. */
  | { kind: 'hang' }
  /** The connection is reset before any answer. */
  | { kind: 'drop' };

/** An error as the server says it, in each format in its own shape. */
export const error = (status: number, type: string, message: string, code: string | null = null): Turn => ({
  kind: 'error',
  status,
  type,
  message,
  code,
});

/** The faults that real servers show, each in the words of one. */
export const FAULTS = {
  unauthorised: error(
    401,
    'authentication_error',
    'Incorrect API key provided: sk-loop**key.',
    'invalid_api_key',
  ),
  forbidden: error(403, 'permission_error', 'Your key has no access to this model.'),
  unpaid: error(402, 'billing_error', 'Insufficient balance.'),
  quota: error(
    429,
    'insufficient_quota',
    'You exceeded your current quota, please check your plan.',
    'insufficient_quota',
  ),
  rateLimited: {
    ...error(429, 'rate_limit_error', 'Too many requests.'),
    headers: { 'retry-after': '2' },
  } as Turn,
  unavailable: error(503, 'server_error', 'The server is busy.'),
  overloaded: error(529, 'overloaded_error', 'Overloaded'),
  internal: error(500, 'api_error', 'Something went wrong here.'),
  badGateway: {
    kind: 'raw',
    status: 502,
    type: 'text/html',
    body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
  },
  missingSession: error(400, 'MissingSessionID', 'The session header is missing.', 'MissingSessionID'),
  badRequest: error(400, 'invalid_request_error', 'messages: at least one message is required.'),
  tooLong: error(
    400,
    'invalid_request_error',
    "This model's maximum context length is 8192 tokens, and you sent 9000.",
    'context_length_exceeded',
  ),
  schemaRefused: error(
    400,
    'invalid_request_error',
    "Invalid schema for response_format 'answer': regex lookaround is not supported. Found at $.a.pattern",
    'invalid_json_schema',
  ),
  filtered: error(
    400,
    'invalid_request_error',
    'The prompt was filtered by our content policy.',
    'content_filter',
  ),
  noModel: error(404, 'not_found_error', 'The model does not exist.', 'model_not_found'),
  refusal: { kind: 'answer', text: 'I cannot help with that.', finish: 'content_filter' },
  truncatedJson: { kind: 'raw', status: 200, type: 'application/json', body: '{"id":"x","choices":[{"mess' },
  hang: { kind: 'hang' },
  drop: { kind: 'drop' },
  overloadedInStream: { kind: 'answer', breaks: { after: 0, by: 'overloaded' } },
  errorInStream: { kind: 'answer', text: 'Some words come first.', breaks: { after: 2, by: 'error' } },
  cut: { kind: 'answer', text: 'Some words come first.', breaks: { after: 2, by: 'cut' } },
  cutBeforeToken: { kind: 'answer', breaks: { after: 0, by: 'cut' } },
  stall: { kind: 'answer', text: 'Some words come first.', breaks: { after: 2, by: 'stall' } },
  noUsage: { kind: 'answer', usage: null },
  cachedUsage: { kind: 'answer', usage: { input: 1_000, output: 200, cached: 600, cacheWritten: 100 } },
} as const satisfies Record<string, Turn>;
