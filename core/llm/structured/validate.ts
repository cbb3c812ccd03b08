import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../port/index.ts';
import { assertKnown } from './known-keywords.ts';
import { isObject, listedParts, namedParts, namesIn, type Part, resolve, typesOf } from './resolve.ts';

/** More would not help anybody to repair an answer. */
const MOST_ERRORS = 20;

/**
 * What is wrong with a value, each error in words with its path, at most twenty; empty where it is right. No value is
 * repeated: it may be long, or contain what nobody should see.
 * @throws Error for a schema with a keyword that outputs do not use (`format`, `oneOf` …): providers would refuse or ignore it
 */
export function validate(schema: JsonSchema, value: unknown): string[] {
  assertKnown(schema);
  return errorsOf(schema, schema, value).slice(0, MOST_ERRORS);
}

/** In characters, as JSON Schema counts them: one of two code units is one. */
const lengthOf = (value: string): number => Array.from(value).length;

type Rule = (limit: never, value: never) => string | null;

/** Keywords that concern one type each: they say nothing of values of other types. */
const OF_STRINGS: Readonly<Record<string, Rule>> = {
  minLength: (least: number, value: string) =>
    lengthOf(value) < least ? `must have at least ${least} characters` : null,
  maxLength: (most: number, value: string) =>
    lengthOf(value) > most ? `must have at most ${most} characters` : null,
  pattern: (pattern: string, value: string) =>
    new RegExp(pattern, 'u').test(value) ? null : `must match ${pattern}`,
};
const OF_NUMBERS: Readonly<Record<string, Rule>> = {
  minimum: (least: number, value: number) => (value < least ? `must be at least ${least}` : null),
  maximum: (most: number, value: number) => (value > most ? `must be at most ${most}` : null),
  exclusiveMinimum: (limit: number, value: number) => (value <= limit ? `must be above ${limit}` : null),
  exclusiveMaximum: (limit: number, value: number) => (value >= limit ? `must be below ${limit}` : null),
};
const OF_LISTS: Readonly<Record<string, Rule>> = {
  minItems: (least: number, value: readonly unknown[]) =>
    value.length < least ? `must have at least ${least} items` : null,
  maxItems: (most: number, value: readonly unknown[]) =>
    value.length > most ? `must have at most ${most} items` : null,
};

const rulesFor = (value: unknown): Readonly<Record<string, Rule>> => {
  if (typeof value === 'string') return OF_STRINGS;
  if (typeof value === 'number') return OF_NUMBERS;
  return Array.isArray(value) ? OF_LISTS : {};
};

/** As `validate`, of a part of a schema, and without a word on keywords that it does not know. */
export function errorsOf(root: JsonSchema, part: Part, value: unknown, path = ''): string[] {
  const at = path === '' ? 'The answer' : path;
  if (typeof part === 'boolean') return part ? [] : [`${at} is not allowed`];
  if (part.type !== undefined && !typesOf(part).some((type) => isOf(type, value)))
    return [`${at} must be ${typesOf(part).join(' or ')}`];
  const errors: string[] = [];
  if (part.enum !== undefined && !listedParts(part.enum).some((one) => isDeepStrictEqual(one, value)))
    errors.push(
      `${at} must be one of ${listedParts(part.enum)
        .map((one) => JSON.stringify(one))
        .join(', ')}`,
    );
  if (Object.hasOwn(part, 'const') && !isDeepStrictEqual(part.const, value))
    errors.push(`${at} must be ${JSON.stringify(part.const)}`);
  for (const [key, rule] of Object.entries(rulesFor(value))) {
    const said = part[key] === undefined ? null : rule(part[key] as never, value as never);
    if (said !== null) errors.push(`${at} ${said}`);
  }
  if (Array.isArray(value)) errors.push(...errorsOfItems(root, part, value, path));
  else if (isObject(value)) errors.push(...errorsOfProperties(root, part, value, path));
  if (part.$ref !== undefined) errors.push(...errorsOf(root, resolve(root, part.$ref), value, path));
  for (const member of listedParts(part.allOf)) errors.push(...errorsOf(root, member, value, path));
  errors.push(...errorsOfChoices(root, part, value, path));
  return errors;
}

function errorsOfItems(
  root: JsonSchema,
  part: JsonSchema,
  values: readonly unknown[],
  path: string,
): string[] {
  const first = listedParts(part.prefixItems);
  return values.flatMap((value, index) =>
    errorsOf(root, first[index] ?? (part.items as Part) ?? true, value, `${path}[${index}]`),
  );
}

function errorsOfProperties(
  root: JsonSchema,
  part: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  const known = new Map(namedParts(part.properties));
  const missing = namesIn(part.required).filter((name) => !Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !known.has(name));
  return [
    ...missing.map((name) => `${inside(name)} is missing`),
    ...[...known].flatMap(([name, one]) =>
      Object.hasOwn(value, name) ? errorsOf(root, one, value[name], inside(name)) : [],
    ),
    ...others.flatMap((name) =>
      part.additionalProperties === false
        ? [`${inside(name.slice(0, 60))} is not a known property`]
        : errorsOf(root, (part.additionalProperties as Part) ?? true, value[name], inside(name)),
    ),
  ];
}

/** Of a choice with one branch that fits by its type, the errors of that branch say more than "none fits". */
function errorsOfChoices(
  root: JsonSchema,
  { anyOf, oneOf }: JsonSchema,
  value: unknown,
  path: string,
): string[] {
  const at = path === '' ? 'The answer' : path;
  const tried = (choice: unknown) => listedParts(choice).map((branch) => errorsOf(root, branch, value, path));
  const errors: string[] = [];
  const any = tried(anyOf);
  if (anyOf !== undefined && any.every((one) => one.length > 0)) {
    const near = any.filter(([first = '']) => !first.startsWith(`${at} must be `));
    errors.push(...(near.length === 1 && near[0] ? near[0] : [`${at} fits none of the allowed forms`]));
  }
  const fitting = tried(oneOf).filter((one) => one.length === 0).length;
  if (oneOf !== undefined && fitting !== 1) errors.push(`${at} must fit exactly one of the allowed forms`);
  return errors;
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}
