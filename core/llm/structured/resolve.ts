import type { JsonSchema } from '../port/index.ts';

/** A part of a schema: an object of keywords, or one that takes all or nothing. */
export type Part = JsonSchema | boolean;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas in a keyword that holds several by name, such as `properties`. */
export const namedParts = (value: unknown): [string, Part][] =>
  isObject(value) ? (Object.entries(value) as [string, Part][]) : [];

/** The schemas in a keyword that holds a list of them, such as `anyOf`. */
export const listedParts = (value: unknown): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

export const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/** The types of a schema; empty where it names none. */
export const typesOf = ({ type }: JsonSchema): string[] =>
  [type].flat().filter((one): one is string => typeof one === 'string');

/**
 * What a reference within the same document leads to.
 * @throws Error for one that leads nowhere or outside: a mistake of whoever wrote the schema
 */
export function resolve(root: JsonSchema, ref: unknown): JsonSchema {
  const [start, ...names] = String(ref).split('/');
  let at: unknown = start === '#' ? root : undefined;
  for (const name of names) {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  if (!isObject(at)) throw new Error(`The schema refers to ${String(ref)}, which is not in it.`);
  return at;
}

/** Whether null is an answer to it. Without any rule it is. */
export function admitsNull(root: JsonSchema, part: Part, seen: readonly unknown[] = []): boolean {
  if (typeof part === 'boolean') return part;
  if (seen.includes(part)) return false;
  const within = (one: Part) => admitsNull(root, one, [...seen, part]);
  const { anyOf, oneOf, allOf } = part;
  return (
    (part.type === undefined || typesOf(part).includes('null')) &&
    (part.enum === undefined || listedParts(part.enum).includes(null as never)) &&
    (!Object.hasOwn(part, 'const') || part.const === null) &&
    (anyOf === undefined || listedParts(anyOf).some(within)) &&
    (oneOf === undefined || listedParts(oneOf).filter(within).length === 1) &&
    listedParts(allOf).every(within) &&
    (part.$ref === undefined || within(resolve(root, part.$ref)))
  );
}
