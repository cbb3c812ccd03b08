import { type AnyObjectSchema, type AnySchema, ValidationError } from 'yup';
import {
  createCache,
  type FieldError,
  fieldErrorsOf,
  invalid,
  notFound,
  oddTexts,
  Problem,
} from '../core/platform/index.ts';
import { faultsOfLists } from './body-bounds.ts';

/** The largest bigint of Postgres has 19 digits; ids are never near it. */
const ID = /^[1-9]\d{0,17}$/;

/** A JSON body as the schema wants it: nothing is coerced, nothing unknown passes. @throws Problem 422 */
export function parseBody(schema: AnySchema, body: unknown): unknown {
  const faults = faultsOfLists(schema, body);
  if (faults.length > 0) throw invalid(faults);
  try {
    return schema.validateSync(body, { strict: true, abortEarly: false });
  } catch (error) {
    throw asProblem(error);
  }
}

/** Query strings of a route whose meaning is kept, and the length of the longest. */
const KEPT_QUERIES = 16;
const LONGEST_KEPT = 100;

/**
 * Reads the query strings of a route: text becomes numbers and flags; unknown or repeated keys are refused. Pages ask with
 * the same few again and again, so these are read once, and are frozen for the handlers. The function throws Problem 422.
 */
export function queryParser(schema: AnyObjectSchema | undefined): (querystring: string) => unknown {
  const kept = createCache<{ query: unknown }>({ most: KEPT_QUERIES });
  return (querystring) => {
    const known = kept.get(querystring);
    if (known !== undefined) return known.query;
    const query = parseQuery(schema, querystring);
    for (const value of [query, ...Object.values(query ?? {})]) Object.freeze(value);
    if (querystring.length <= LONGEST_KEPT) kept.set(querystring, { query });
    return query;
  };
}

function parseQuery(schema: AnyObjectSchema | undefined, querystring: string): unknown {
  if (querystring === '' && schema === undefined) return undefined;
  const raw: Record<string, string> = {};
  const errors: FieldError[] = [];
  refuseUnreadable(querystring);
  for (const [key, value] of new URLSearchParams(querystring)) {
    if (schema === undefined || !Object.hasOwn(schema.fields, key))
      errors.push({ field: key, message: 'Unknown query parameter. Remove it.' });
    else if (Object.hasOwn(raw, key)) errors.push({ field: key, message: 'Give this query parameter once.' });
    else {
      raw[key] = value;
      errors.push(...oddTexts(value, key));
    }
  }
  if (errors.length > 0) throw invalid(errors);
  if (schema === undefined) return undefined;
  try {
    const query: Record<string, unknown> = schema.validateSync(raw, {
      abortEarly: false,
      stripUnknown: false,
    });
    for (const [field, value] of Object.entries(query)) {
      if (typeof value === 'number' && !Number.isFinite(value))
        errors.push({ field, message: `${field} must be a finite number.` });
    }
    if (errors.length > 0) throw invalid(errors);
    return query;
  } catch (error) {
    throw asProblem(error);
  }
}

/** Signs beyond ASCII have to be percent-encoded. */
const NOT_ASCII = /[^\u0020-\u007E]/;

/** Where one sign is not readable, the others cannot be trusted. @throws Problem 400 */
function refuseUnreadable(encoded: string): void {
  try {
    if (!encoded.includes('%') && !NOT_ASCII.test(encoded)) return;
    decodeURIComponent(encoded);
    if (!NOT_ASCII.test(encoded)) return;
  } catch {
    // Percent signs that encode nothing, or no UTF-8.
  }
  throw new Problem(
    400,
    'BAD_REQUEST',
    'The address cannot be read. Percent-encode its special characters as UTF-8.',
  );
}

/**
 * Parameters of the path that name rows are ids; what cannot be one names no row.
 * @throws Problem 404, 400 for an address that cannot be decoded, and 422 for control characters
 */
export function checkParams(
  nouns: Record<string, string> | undefined,
  params: Record<string, string>,
  path: string,
): void {
  if (nouns === undefined) return;
  refuseUnreadable(path);
  const odd = oddTexts(params);
  if (odd.length > 0) throw invalid(odd);
  for (const name in nouns) {
    const noun = nouns[name];
    if (noun !== undefined && noun !== 'text' && !ID.test(params[name] ?? '')) throw notFound(noun);
  }
}

function asProblem(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const [first = error] = error.inner;
  if (first.type === 'typeError' && (first.path ?? '') === '')
    return invalid([{ field: '', message: 'The body must be a JSON object.' }]);
  return invalid(fieldErrorsOf(error));
}
