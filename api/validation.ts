import { type AnyObjectSchema, type AnySchema, ValidationError } from 'yup';
import { type FieldError, invalid, notFound } from '../core/platform/index.ts';

/** The largest bigint of Postgres has 19 digits; ids are never near it. */
const ID = /^[1-9]\d{0,17}$/;

/** A JSON body as the schema wants it: nothing is coerced, nothing unknown passes. @throws Problem 422 */
export function parseBody(schema: AnySchema, body: unknown): unknown {
  try {
    return schema.validateSync(body, { strict: true, abortEarly: false });
  } catch (error) {
    throw asProblem(error);
  }
}

/** A query string as the schema wants it: text becomes numbers and flags; unknown or repeated keys are refused. @throws Problem 422 */
export function parseQuery(schema: AnyObjectSchema | undefined, querystring: string): unknown {
  if (querystring === '' && schema === undefined) return undefined;
  const raw: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [key, value] of new URLSearchParams(querystring)) {
    if (schema === undefined || !Object.hasOwn(schema.fields, key))
      errors.push({ field: key, message: 'This query parameter is not known here.' });
    else if (Object.hasOwn(raw, key)) errors.push({ field: key, message: 'Give this query parameter once.' });
    else raw[key] = value;
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

/** Parameters of the path that name rows are ids; what cannot be one names no row. @throws Problem 404 */
export function checkParams(nouns: Record<string, string> | undefined, params: Record<string, string>): void {
  for (const name in nouns) {
    const noun = nouns[name];
    if (noun !== undefined && noun !== 'text' && !ID.test(params[name] ?? '')) throw notFound(noun);
  }
}

function asProblem(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const found = error.inner.length > 0 ? error.inner : [error];
  return invalid(found.flatMap(fieldErrors));
}

function fieldErrors(error: ValidationError): FieldError[] {
  const path = error.path ?? '';
  if (error.type === 'noUnknown') {
    const names = typeof error.params?.['unknown'] === 'string' ? error.params['unknown'].split(', ') : [];
    return names.map((name) => ({
      field: path === '' ? name : `${path}.${name}`,
      message: 'This field is not known here. Leave it out.',
    }));
  }
  if (error.type === 'typeError') {
    const wanted = typeof error.params?.['type'] === 'string' ? error.params['type'] : 'something else';
    if (path === '') return [{ field: '', message: 'The body must be a JSON object.' }];
    const given =
      error.message.startsWith(path) && error.message.includes('must be a `')
        ? `${path} must be ${article(wanted)}.`
        : error.message;
    return [{ field: path, message: given }];
  }
  return [{ field: path, message: error.errors[0] ?? error.message }];
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
