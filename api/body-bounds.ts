import { type AnySchema, ValidationError } from 'yup';
import { type FieldError, fieldErrorsOf, MOST_FIELD_ERRORS } from '../core/platform/index.ts';

/** Levels of lists and objects that a body or a frame may have; what is asked for has four at most. */
export const DEEPEST = 32;

/** True where lists and objects stand in one another more than `DEEPEST` deep. Schemas walk by recursion; this does not. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      if (depth === DEEPEST) return true;
      for (const child of Object.values(one)) if (typeof child === 'object') inner.push(child);
    }
    level = inner;
  }
  return false;
}

/** Entries of a list that are checked with the rest of the body; the others one by one, until enough is wrong. */
const AT_ONCE = 50;

interface ListField {
  field: string;
  most: number;
  entry: AnySchema | null;
}

const listsOf = new WeakMap<AnySchema, ListField[]>();

/** The lists among the fields of a body, with their greatest length. */
function listFields(schema: AnySchema): ListField[] {
  const known = listsOf.get(schema);
  if (known !== undefined) return known;
  const fields = (schema as { fields?: Record<string, AnySchema> }).fields ?? {};
  const found = Object.entries(fields).flatMap(([field, of]): ListField[] => {
    if (of.type !== 'array') return [];
    const { tests } = of.describe() as { tests: { name?: string; params?: Record<string, unknown> }[] };
    const most = tests.find(({ name }) => name === 'max')?.params?.['max'];
    const entry = (of as { innerType?: AnySchema }).innerType ?? null;
    return [{ field, most: typeof most === 'number' ? most : Number.POSITIVE_INFINITY, entry }];
  });
  listsOf.set(schema, found);
  return found;
}

/**
 * What is wrong with the long lists of a body, told before the schema sees them whole: asked for every fault of a list of
 * thousands it takes seconds. Empty where nothing is, and then the schema has the last word.
 */
export function faultsOfLists(schema: AnySchema, body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const cut: Record<string, unknown> = { ...body };
  const long: { field: string; entry: AnySchema; list: unknown[] }[] = [];
  for (const { field, most, entry } of listFields(schema)) {
    const list = cut[field];
    if (!Array.isArray(list) || list.length <= AT_ONCE) continue;
    if (list.length > most) return [{ field, message: `${field} may have at most ${most} entries.` }];
    cut[field] = list.slice(0, AT_ONCE);
    if (entry !== null) long.push({ field, entry, list });
  }
  if (long.length === 0) return [];
  const errors = errorsOf(schema, cut);
  for (const { field, entry, list } of long) {
    for (let at = AT_ONCE; at < list.length && errors.length <= MOST_FIELD_ERRORS; at++) {
      for (const { field: inner, message } of errorsOf(entry, list[at]))
        errors.push({ field: inner === '' ? `${field}[${at}]` : `${field}[${at}].${inner}`, message });
    }
  }
  return errors;
}

function errorsOf(schema: AnySchema, value: unknown): FieldError[] {
  try {
    schema.validateSync(value, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return fieldErrorsOf(error);
    throw error;
  }
}
