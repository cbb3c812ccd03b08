import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../port/index.ts';
import { isObject, listedParts, namesIn, type Part, resolve } from './resolve.ts';

const ANNOTATIONS = new Set(['title', 'description', '$comment', '$id', '$schema', 'default', 'examples']);

/**
 * One schema instead of several that must all hold. Each of them closed by itself would leave nothing that all of them take,
 * and providers with strict outputs know no `allOf`.
 * @throws Error where two of them say different things of the same property or keyword
 */
export function mergeAllOf(root: JsonSchema, part: JsonSchema, seen: readonly unknown[] = []): JsonSchema {
  if (part.allOf === undefined) return part;
  const { allOf, ...own } = part;
  return listedParts(allOf)
    .map((member) => flat(root, member, [...seen, part]))
    .reduce<JsonSchema>((sum, member) => merged(sum, member), own);
}

/** A member with its reference followed. */
function flat(root: JsonSchema, member: Part, seen: readonly unknown[]): JsonSchema {
  if (!isObject(member) || seen.includes(member))
    throw new Error('A schema with allOf must be made of schemas that do not lead back to it.');
  const { $ref, ...own } = member;
  const target = $ref === undefined ? {} : flat(root, resolve(root, $ref), [...seen, member]);
  return mergeAllOf(root, merged(own, target), [...seen, member]);
}

function merged(one: JsonSchema, other: JsonSchema): JsonSchema {
  const sum: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = sum[key];
    if (before === undefined) sum[key] = value;
    else if (ANNOTATIONS.has(key)) continue;
    else if (key === 'required') sum[key] = [...new Set([...namesIn(before), ...namesIn(value)])];
    else if ((key === 'properties' || key === '$defs') && isObject(before) && isObject(value))
      sum[key] = merged(before, value);
    else if (!isDeepStrictEqual(before, value))
      throw new Error(`A schema with allOf says different things of ${key}.`);
  }
  return sum;
}
