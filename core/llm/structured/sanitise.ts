import type { JsonSchema } from '../port/index.ts';
import { mergeAllOf } from './all-of.ts';
import { admitsNull, isObject, listedParts, namedParts, namesIn, type Part, typesOf } from './resolve.ts';
import { restoreAt } from './restore.ts';

interface Sanitised {
  /** What is sent to a model. */
  schema: JsonSchema;
  /** The answer as the given schema has it; it still has to be validated. What is given is not changed. */
  restore(this: void, value: unknown): unknown;
}

/**
 * A schema that runners and providers with strict outputs take (research/Worker behaviour 4, decisions/Provider chain):
 * without patterns that look around, defaults and `$schema`; objects are closed and require all of their properties, of
 * which formerly optional ones may be null. The given schema is not changed. A map (`additionalProperties` as a schema) can
 * not be asked for: it is closed like every object, so ask for a list of pairs.
 * @throws Error for a schema that refers to nothing, or that contradicts itself in `allOf`
 */
export function sanitise(schema: JsonSchema): Sanitised {
  return { schema: cleaned(schema, schema), restore: (value) => restoreAt(schema, schema, value) };
}

/** Keywords that hold one schema, several by name, and a list of them. */
const SINGLE = new Set(['items', 'contains']);
const NAMED = new Set(['$defs', 'definitions']);
const LISTED = new Set(['anyOf', 'oneOf', 'prefixItems']);
const DROPPED = new Set(['default', '$schema', 'additionalProperties', 'properties', 'required']);

function cleaned(root: JsonSchema, given: JsonSchema): JsonSchema {
  const part = mergeAllOf(root, given);
  const clean = (one: Part): Part => (isObject(one) ? cleaned(root, one) : one);
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) {
    if (DROPPED.has(key) || (key === 'pattern' && looksAround(String(value)))) continue;
    if (SINGLE.has(key)) kept[key] = clean(value as Part);
    else if (NAMED.has(key))
      kept[key] = Object.fromEntries(namedParts(value).map(([name, one]) => [name, clean(one)]));
    else if (LISTED.has(key)) kept[key] = listedParts(value).map(clean);
    else kept[key] = structuredClone(value);
  }
  if (!isOfObjects(part)) return kept;
  const required = new Set(namesIn(part.required));
  const properties = namedParts(part.properties).map(([name, one]): [string, Part] => {
    const mayBeNull = required.has(name) || admitsNull(root, one);
    return [name, mayBeNull ? clean(one) : nullable(clean(one))];
  });
  return {
    ...kept,
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

const isOfObjects = (part: JsonSchema): boolean =>
  part.type === undefined ? part.properties !== undefined : typesOf(part).includes('object');

/** The same, or null. */
function nullable(part: Part): Part {
  const orNull = { type: 'null' };
  if (!isObject(part)) return orNull;
  const { type, const: only, ...rest } = part;
  const isPlain = ['$ref', 'anyOf', 'oneOf', 'not'].every((key) => part[key] === undefined);
  if (isPlain && type !== undefined) {
    const values = Object.hasOwn(part, 'const') ? [only] : part.enum;
    return {
      type: [...new Set([...typesOf(part), 'null'])],
      ...rest,
      ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    };
  }
  const isChoice = Object.keys(part).every((key) => key === 'anyOf' || key === 'description');
  if (isChoice && part.anyOf !== undefined) return { ...part, anyOf: [...listedParts(part.anyOf), orNull] };
  return { anyOf: [part, orNull] };
}

/** Whether a regular expression looks ahead or behind; an escaped bracket and one in a class of characters do not count. */
function looksAround(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\[\s\S]/g, '').replaceAll(/\[[^\]]*\]/g, '');
  return /\(\?<?[=!]/.test(bare);
}
