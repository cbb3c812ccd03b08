import { STATUS_CODES } from 'node:http';
import { type FieldError, Problem, unavailability } from '../core/platform/index.ts';
import type { ApiContext } from './context.ts';
import { helpOf } from './help/problems.ts';

/** An error as it leaves: RFC 9457, with a stable code. */
interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  /** Address of a paragraph of the guides, in the dashboard. */
  help?: string;
  errors?: FieldError[];
}

export const PROBLEM_TYPE = 'application/problem+json';

/** 401 for whoever is not signed in. */
export function unauthenticated(): Problem {
  return new Problem(
    401,
    'UNAUTHENTICATED',
    'Sign in first: POST /api/auth/request-code, then POST /api/auth/verify.',
  );
}

/**
 * What a thrown value may say to a client. Only a Problem speaks for itself; everything else is a fault of ours, or a
 * known refusal of the database, and its own words stay in the log.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const forNow = unavailability(error);
  if (forNow !== null) return forNow;
  const { code, nativeError, status, expose } = (error ?? {}) as {
    code?: unknown;
    nativeError?: { code?: unknown };
    status?: unknown;
    expose?: unknown;
  };
  // A model wraps what the driver says, and keeps it beside its own words.
  switch (code ?? nativeError?.code) {
    case '22003': // numeric_value_out_of_range
    case '22P02': // invalid_text_representation
    case '22021': // character_not_in_repertoire (a zero byte in a text)
    case '22P05': // untranslatable_character
      return new Problem(
        422,
        'VALIDATION_ERROR',
        'A value in the request cannot be stored. Check its numbers and text for invalid characters.',
        { cause: error },
      );
    case '23505': // unique_violation
      return new Problem(409, 'CONFLICT', 'This already exists. Reload the list.', { cause: error });
  }
  if (expose === true && typeof status === 'number' && status >= 400 && status < 500) {
    return new Problem(status, 'BAD_REQUEST', 'The request could not be read.', { cause: error });
  }
  return new Problem(
    500,
    'INTERNAL_ERROR',
    'Something went wrong. Try again. The server log has the details under the request id.',
    { cause: error },
  );
}

/** The JSON body of a problem. A 422 always has its lines; where no field is to blame, one of the whole. */
export function problemBody({ status, detail, code, errors }: Problem): ProblemBody {
  const lines = errors ?? (status === 422 ? [{ field: '', message: detail }] : undefined);
  const help = helpOf(code);
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    ...(help === null ? {} : { help }),
    ...(lines === undefined ? {} : { errors: lines }),
  };
}

/** When another try makes sense, as a header in whole seconds. */
export function retryHeader({ retryAfter }: Problem): Record<string, string> {
  return retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) };
}

/** Answers with a problem, in the place of whatever was prepared before. */
export function answerProblem(ctx: ApiContext, problem: Problem): void {
  ctx.status = problem.status;
  ctx.remove('Cache-Control');
  ctx.remove('Content-Disposition');
  ctx.set(retryHeader(problem));
  ctx.body = JSON.stringify(problemBody(problem));
  ctx.type = PROBLEM_TYPE;
}
