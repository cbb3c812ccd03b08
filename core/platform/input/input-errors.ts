import { defaultLocale, type LocaleObject, ValidationError } from 'yup';
import { type FieldError, MOST_FIELD_ERRORS } from './problem.ts';

type Params = Readonly<Record<string, unknown>>;
type Say = (params: Params) => string;

/** What a value has to be, where a schema says no more than the library does. A field stands before each. */
const WORDS: { [Kind in keyof LocaleObject]: Readonly<Record<string, Say>> } = {
  mixed: {
    default: () => 'is not valid.',
    required: () => 'is required.',
    defined: () => 'is required.',
    notNull: () => 'cannot be null. Give a value, or omit the field.',
    oneOf: ({ values }) => `must be one of ${String(values)}.`,
    notOneOf: ({ values }) => `must not be any of ${String(values)}.`,
  },
  string: {
    length: ({ length }) => `must have exactly ${counted(length, 'character')}.`,
    min: ({ min }) => `must have at least ${counted(min, 'character')}.`,
    max: ({ max }) => `must have at most ${counted(max, 'character')}.`,
    matches: () => 'has the wrong format.',
  },
  number: {
    min: ({ min }) => `must be ${String(min)} or more.`,
    max: ({ max }) => `must be ${String(max)} or less.`,
    lessThan: ({ less }) => `must be less than ${String(less)}.`,
    moreThan: ({ more }) => `must be more than ${String(more)}.`,
    positive: () => 'must be more than 0.',
    negative: () => 'must be less than 0.',
    integer: () => 'must be a whole number.',
  },
  array: {
    length: ({ length }) => `must have exactly ${counted(length, 'entry')}.`,
    min: ({ min }) => `must have at least ${counted(min, 'entry')}.`,
    max: ({ max }) => `must have at most ${counted(max, 'entry')}.`,
  },
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a date',
};

/** A name of a field that is longer is cut: whoever made it up need not hear all of it. */
const LONGEST_NAME = 100;

/**
 * What a schema found wrong, a line per field: in its own words where it has some, else in ours and not in the library's. Of
 * more than a hundred lines the first ones, and one of those that `invalid` leaves out.
 */
export function fieldErrorsOf(error: ValidationError): FieldError[] {
  const found = error.inner.length > 0 ? error.inner : [error];
  const lines: FieldError[] = [];
  for (const one of found) {
    for (const line of linesOf(one)) {
      lines.push(line);
      if (lines.length > MOST_FIELD_ERRORS) return lines;
    }
  }
  return lines;
}

function linesOf(error: ValidationError): FieldError[] {
  const field = error.path ?? '';
  const params: Params = error.params ?? {};
  if (error.type === 'noUnknown' && typeof params['unknown'] === 'string')
    return params['unknown']
      .split(', ', MOST_FIELD_ERRORS + 1)
      .map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name))
      .map((name) => ({
        field: field === '' ? name : `${field}.${name}`,
        message: 'Unknown field. Remove it.',
      }));
  const message = error.errors[0] ?? error.message;
  const ours = inOurWords(error.type, message, params);
  if (ours === null) return [{ field, message }];
  // what has no name is the whole of what was given
  return [{ field, message: `${field === '' ? 'The value' : field} ${ours}` }];
}

/** Null where the schema has words of its own. */
function inOurWords(type: string | undefined, message: string, params: Params): string | null {
  if (type === undefined) return null;
  if (type === 'typeError') {
    const wanted = TYPES[String(params['type'])];
    const isTheirs = message.includes(`must be a \`${String(params['type'])}\` type`);
    return wanted === undefined || !isTheirs ? null : `must be ${wanted}.`;
  }
  for (const [kind, words] of Object.entries(WORDS)) {
    for (const [name, say] of Object.entries(words)) {
      const theirs: unknown = defaultLocale[kind as keyof LocaleObject]?.[name as never];
      if (theirs !== undefined && ValidationError.formatError(theirs, params) === message) return say(params);
    }
  }
  return null;
}

function counted(count: unknown, noun: 'character' | 'entry'): string {
  if (count === 1) return `one ${noun}`;
  return `${String(count)} ${noun === 'entry' ? 'entries' : 'characters'}`;
}
