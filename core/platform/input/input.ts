import * as yup from 'yup';
import { fieldErrorsOf } from './input-errors.ts';
import { type FieldError, invalid } from './problem.ts';
import { isCalendarDate } from '../dates.ts';

/** A day as YYYY-MM-DD, in a body or a query. */
export const dayField = yup
  .string()
  .test(
    'date',
    '${path} must be a date such as 2026-01-31.',
    (value) => value === undefined || value === null || isCalendarDate(value),
  );

/**
 * Checks a value from outside against a schema, without changing it.
 * @throws Problem 422 VALIDATION_ERROR with a line per wrong field.
 */
export function parseInput<T>(
  schema: yup.Schema<T>,
  value: unknown,
  rules: (input: T) => FieldError[] = () => [],
): T {
  try {
    const input = schema.validateSync(value, { strict: true, abortEarly: false });
    const errors = rules(input);
    if (errors.length > 0) throw invalid(errors);
    return input;
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    throw invalid(fieldErrorsOf(error));
  }
}

/** What a view says of the fields of a body: all that an update leaves alone. */
export function fieldsOf(schema: yup.AnyObjectSchema, view: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view).filter(([field]) => Object.hasOwn(schema.fields, field)));
}
