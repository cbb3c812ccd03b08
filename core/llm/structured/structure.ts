import type { JsonSchema } from '../port/index.ts';
import { assertKnown } from './known-keywords.ts';
import { readJson } from './read-json.ts';
import { sanitise } from './sanitise.ts';
import { validate } from './validate.ts';

/** What a model made of a schema; the errors are for the model to repair its answer by, and for people. */
type Reading = { value: unknown } | { errors: readonly string[] };

export interface Structure {
  /** The schema as models are given it. */
  sent: JsonSchema;
  /** The answer in a text, as the given schema has it. */
  read(this: void, text: string): Reading;
  /** The same of what a provider has already parsed. */
  accept(this: void, value: unknown): Reading;
}

/**
 * The way of a schema to a model and of its answer back.
 * @throws Error for a schema with what outputs do not know
 */
export function structureOf(schema: JsonSchema): Structure {
  assertKnown(schema);
  const { schema: sent, restore } = sanitise(schema);
  const accept = (value: unknown): Reading => {
    const restored = restore(value);
    const errors = validate(schema, restored);
    return errors.length === 0 ? { value: restored } : { errors };
  };
  return {
    sent,
    accept,
    read(text) {
      const found = readJson(text);
      return 'failure' in found ? { errors: [found.failure] } : accept(found.value);
    },
  };
}
