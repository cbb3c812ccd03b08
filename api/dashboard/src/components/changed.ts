/**
 * The fields of `after` that differ from `before`. A form sends no more than was edited, so that what it shows rounded,
 * or empty for want of knowledge, stays as the server has it.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const fields = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  ) as Partial<T>;
}
