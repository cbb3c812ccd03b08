/** Readers of JSON that take it as it is declared or say where it differs: nothing is dropped, coerced or made up. */

/** What was read is not what was declared. `path` says where, such as `report.segment_views.0.revenue_share_pct`. */
export class ShapeMismatch extends Error {
  readonly path: string;

  constructor(path: string, expected: string) {
    super(`${path} ${expected}`);
    this.name = 'ShapeMismatch';
    this.path = path;
  }
}

/** Takes a value for `T`. @throws ShapeMismatch */
export type Reader<T> = (value: unknown, path: string) => T;

export const text: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw new ShapeMismatch(path, 'must be a text');
  return value;
};

export const filled: Reader<string> = (value, path) => {
  const read = text(value, path);
  if (read.trim() === '') throw new ShapeMismatch(path, 'must not be empty');
  return read;
};

/** A text of no more words than that. */
export const textOf =
  (mostWords: number): Reader<string> =>
  (value, path) => {
    const read = text(value, path);
    if (read.trim().split(/\s+/).length > mostWords)
      throw new ShapeMismatch(path, `may have at most ${mostWords} words`);
    return read;
  };

export const flag: Reader<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new ShapeMismatch(path, 'must be true or false');
  return value;
};

/** A finite number, within its bounds where it has some. */
export const number =
  (least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Reader<number> =>
  (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new ShapeMismatch(path, 'must be a finite number');
    if (value < least || value > most)
      throw new ShapeMismatch(
        path,
        most === Number.POSITIVE_INFINITY ? `must not be under ${least}` : `must be from ${least} to ${most}`,
      );
    return value;
  };

export const count: Reader<number> = (value, path) => {
  const read = number(0)(value, path);
  if (!Number.isInteger(read)) throw new ShapeMismatch(path, 'must be a whole number');
  return read;
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const instant: Reader<string> = (value, path) => {
  const read = text(value, path);
  if (!INSTANT.test(read) || Number.isNaN(Date.parse(read)))
    throw new ShapeMismatch(path, 'must be a moment in UTC');
  return read;
};

export const date: Reader<string> = (value, path) => {
  const read = text(value, path);
  if (!DAY.test(read)) throw new ShapeMismatch(path, 'must be a date');
  return read;
};

/** One of the names of a table. */
export const oneOf =
  <Word extends string>(words: Readonly<Record<Word, unknown>>): Reader<Word> =>
  (value, path) => {
    if (typeof value !== 'string' || !Object.hasOwn(words, value))
      throw new ShapeMismatch(path, `must be one of ${Object.keys(words).join(', ')}`);
    return value as Word;
  };

export const orNull =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === null ? null : reader(value, path);

/** What may be left out. It is not the same as null. */
export const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : reader(value, path);

export const listOf =
  <T>(item: Reader<T>): Reader<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new ShapeMismatch(path, 'must be a list');
    return value.map((one, at) => item(one, `${path}.${at}`));
  };

/** An object with these keys and no others. */
export const object =
  <T extends object>(fields: { readonly [Key in keyof T]-?: Reader<T[Key]> }): Reader<T> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ShapeMismatch(path, 'must be an object');
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
    if (unknown !== undefined) throw new ShapeMismatch(`${path}.${unknown}`, 'is not known');
    const read: Partial<T> = {};
    for (const key of Object.keys(fields) as (keyof T & string)[]) {
      const found = fields[key]((value as Record<string, unknown>)[key], `${path}.${key}`);
      if (found !== undefined) read[key] = found;
    }
    return read as T;
  };
