import type { JsonSchema } from '../port/index.ts';
import { mergeAllOf } from './all-of.ts';
import { admitsNull, isObject, listedParts, namesIn, type Part, resolve } from './resolve.ts';
import { errorsOf } from './validate.ts';

/**
 * A value without the nulls of properties that the schema has as optional and not as nullable, at every depth. Where the
 * schema leaves a choice, the first branch that takes the result counts; where none does, the value stays for the validator
 * to refuse.
 */
export function restoreAt(root: JsonSchema, given: Part, value: unknown): unknown {
  if (!isObject(given) || typeof value !== 'object' || value === null) return value;
  const part = mergeAllOf(root, given);
  const own = Array.isArray(value) ? itemsOf(root, part, value) : propertiesOf(root, part, value);
  const referred = part.$ref === undefined ? own : restoreAt(root, resolve(root, part.$ref), own);
  return [part.anyOf, part.oneOf].reduce((sum, choice) => chosen(root, listedParts(choice), sum), referred);
}

function itemsOf(root: JsonSchema, part: JsonSchema, values: readonly unknown[]): unknown[] {
  const first = listedParts(part.prefixItems);
  return values.map((value, index) => restoreAt(root, first[index] ?? (part.items as Part) ?? true, value));
}

function propertiesOf(root: JsonSchema, { properties, required }: JsonSchema, value: object): object {
  const known = isObject(properties) ? (properties as Record<string, Part>) : {};
  const needed = new Set(namesIn(required));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const part = Object.hasOwn(known, name) ? known[name] : undefined;
      if (part === undefined) return [[name, one]];
      if (one === null && !needed.has(name) && !admitsNull(root, part)) return [];
      return [[name, restoreAt(root, part, one)]];
    }),
  );
}

function chosen(root: JsonSchema, branches: readonly Part[], value: unknown): unknown {
  for (const branch of branches) {
    const restored = restoreAt(root, branch, value);
    if (errorsOf(root, branch, restored).length === 0) return restored;
  }
  return value;
}
