import type { JsonSchema } from '../port/index.ts';
import { isObject, listedParts, namedParts, namesIn, type Part, resolve, typesOf } from './resolve.ts';

/** What outputs may use, and how the schemas within a keyword are found. */
const KEYWORDS: Readonly<Record<string, (this: void, value: unknown) => readonly Part[]>> = {
  ...Object.fromEntries(
    [
      '$schema',
      '$id',
      '$comment',
      '$ref',
      'title',
      'description',
      'examples',
      'default',
      'type',
      'enum',
      'const',
      'required',
      'minLength',
      'maxLength',
      'pattern',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'minItems',
      'maxItems',
    ].map((name) => [name, () => []]),
  ),
  properties: (value) => namedParts(value).map(([, part]) => part),
  $defs: (value) => namedParts(value).map(([, part]) => part),
  items: (value) => [value as Part],
  anyOf: listedParts,
  additionalProperties: () => [],
};
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Schemas that were looked at; they are constants, so each is looked at once. */
const known = new WeakSet<object>();

/**
 * Refuses a schema that says more than is checked.
 * @throws Error at the first use, so a developer sees it
 */
export function assertKnown(schema: JsonSchema): void {
  if (known.has(schema)) return;
  check(schema, schema, '#');
  known.add(schema);
}

function check(root: JsonSchema, part: Part, path: string): void {
  if (typeof part === 'boolean') return;
  if (!isObject(part)) throw new Error(`${path} is not a schema.`);
  for (const [key, value] of Object.entries(part)) {
    const within = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined;
    if (within === undefined)
      throw new Error(`The schema uses ${key} at ${path}, which outputs do not know.`);
    for (const inner of within(value)) check(root, inner, `${path}/${key}`);
  }
  if (part.$ref !== undefined) resolve(root, part.$ref);
  if (typeof part.pattern === 'string') new RegExp(part.pattern, 'u');
  if (part.additionalProperties !== undefined && typeof part.additionalProperties !== 'boolean')
    throw new Error(`The schema has a map at ${path}; ask for a list of pairs instead.`);
  const types = typesOf(part);
  if (part.type !== undefined && (types.length === 0 || !types.every((type) => TYPES.has(type))))
    throw new Error(`The schema has an unknown type at ${path}.`);
  const declared = new Set(namedParts(part.properties).map(([name]) => name));
  const lost = namesIn(part.required).find((name) => !declared.has(name));
  if (lost !== undefined) throw new Error(`The schema requires ${lost} at ${path} without declaring it.`);
}
