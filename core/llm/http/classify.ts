import type { ErrorClass } from '../port/index.ts';
import type { WireError } from './wire.ts';

interface Answered {
  /** Of the answer; 200 for an error in the middle of a stream. */
  status: number;
  error: WireError | null;
  /** Whether an answer by a schema was asked for. */
  hasSchema: boolean;
}

const QUOTA =
  /insufficient[_ ](?:quota|balance|credits?|funds)|current quota|usage[_ ]limit|billing|credit balance|out of credits|no payment method|CreditsError|MonthlyLimitError|UserLimitError/i;
const CAPACITY = /overloaded|at capacity|over capacity|no capacity|currently unavailable due to demand/i;
const CONTEXT =
  /context_length|context (?:length|window|size)|prompt is too long|input is too long|too many (?:input )?tokens|request_too_large/i;
const FILTER = /content_(?:filter|policy)|content (?:policy|management policy)|ResponsibleAI|safety system/i;
const SCHEMA =
  /json_schema|response_format|response format|output_config|output_format|text\.format|invalid schema|structured outputs?|tool_choice|grammar/i;
const NO_MODEL =
  /model_not_found|ModelError|model .{0,80}(?:does not exist|not found|is not supported)|unknown model/i;
const AUTH = /authentication|permission_error|invalid_api_key|unauthorized/i;
const RATE = /rate[_ ]limit|too many requests/i;

/** The class of a failure by what the server said (decisions/Provider chain: error classes). */
export function classOf({ status: told, error, hasSchema }: Answered): ErrorClass {
  const words = error === null ? '' : [...error.kinds, error.message].join(' ');
  const kinds = error?.kinds.join(' ') ?? '';
  // In the middle of a stream its own status counts, where it has one.
  const status = told < 300 ? (error?.status ?? null) : told;
  if (status !== null && status < 400) return 'NOT_CONFIGURED';
  // Before the status: a gateway says 401 where the money is used up, and others 400 or 429.
  if (status === 402 || QUOTA.test(words)) return 'QUOTA';
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 503 || status === 529 || (isAnyOf(status, 429, 500) && CAPACITY.test(words)))
    return 'CAPACITY';
  if (status === 429) return 'RATE_LIMIT';
  if (status === 408 || status === 409 || (status !== null && status >= 500)) return 'TRANSIENT';
  if (status === 413 || CONTEXT.test(words)) return 'CONTEXT';
  if (FILTER.test(words)) return 'CONTENT_FILTER';
  if (status === null) return inStream(kinds, words);
  if (status === 404) return 'BAD_REQUEST';
  if (NO_MODEL.test(words)) return 'NOT_CONFIGURED';
  return hasSchema && SCHEMA.test(words) ? 'SCHEMA' : 'BAD_REQUEST';
}

/** An error without a status: a stream that began well. */
function inStream(kinds: string, words: string): ErrorClass {
  if (CAPACITY.test(words)) return 'CAPACITY';
  if (RATE.test(words)) return 'RATE_LIMIT';
  if (AUTH.test(kinds)) return 'AUTH';
  return /invalid_request/i.test(kinds) ? 'BAD_REQUEST' : 'TRANSIENT';
}

const isAnyOf = (status: number | null, ...wanted: number[]): boolean =>
  status === null || wanted.includes(status);
