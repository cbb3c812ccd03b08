/** One wrong field of an input, as a 422 answer lists it. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * A refusal with a stable code that every door can show: the API as problem+json, the chat as a sentence.
 * `detail` is written for the person and says what to do next; it never carries SQL, stacks or secrets.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which a retry makes sense (429 and 503). */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    detail: string,
    extra: { errors?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(`${code}: ${detail}`, { cause: extra.cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }
}

/** 404 for a row that is not there, or is another owner's: `notFound('HOLDING')` has code HOLDING_NOT_FOUND. */
export function notFound(noun: string, detail?: string): Problem {
  const words = noun.toLowerCase().replaceAll('_', ' ');
  return new Problem(
    404,
    `${noun}_NOT_FOUND`,
    detail ?? `There is no such ${words}. It may have been deleted.`,
  );
}

/** 409 for a state that does not allow the request. */
export function conflict(code: string, detail: string): Problem {
  return new Problem(409, code, detail);
}

/** Wrong fields that one answer lists. */
export const MOST_FIELD_ERRORS = 100;

/** 422 with one line per wrong field, for the first hundred of them. */
export function invalid(all: FieldError[]): Problem {
  const errors =
    all.length <= MOST_FIELD_ERRORS
      ? all
      : [
          ...all.slice(0, MOST_FIELD_ERRORS),
          { field: '', message: 'There are more errors than these. Fix these first.' },
        ];
  const detail = errors
    .map((error) => (error.field ? `${error.field}: ${error.message}` : error.message))
    .join(' ');
  return new Problem(422, 'VALIDATION_ERROR', detail, { errors });
}
