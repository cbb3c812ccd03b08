import * as yup from 'yup';
import { validate } from '../../llm/index.ts';
import { type ModelStage, type OutputOf, OUTPUTS } from '../analysis/index.ts';
import { answerSchemaOf } from './answer-schema.ts';

/** Characters of all texts and names of an answer together: more than the largest one that its form allows. */
const MOST_CHARS = 500_000;
/** Values within an answer, and objects and lists within each other. */
const MOST_VALUES = 20_000;
const MOST_DEPTH = 12;
const MOST_ERRORS = 20;
/** What models write where a figure is unknown. */
const NO_FIGURE =
  /^(?:n\s*[./]?\s*a\.?|none|null|nil|nan|unknown|undefined|unavailable|not (?:available|applicable|known|given)|tbd|[-–—?.]*)$/i;

/**
 * Reads an answer strictly by the form of its stage: an unknown key is an error, and nothing is coerced. A word such as "N/A"
 * for a figure that may be unknown is null, never 0 (decisions/Publication V2); a rating that is none stays as it was said.
 * @returns the output; or what is wrong in words for the model, which repeat nothing of the answer
 */
export function readAnswer<S extends ModelStage>(
  stage: S,
  value: unknown,
): { output: OutputOf<S> } | { errors: string[] } {
  if (!isWithinBounds(value))
    return { errors: ['The answer is far too long. Keep to the lengths of the schema.'] };
  const schema = answerSchemaOf(stage);
  const wrong = validate(schema, value);
  if (wrong.length > 0) return { errors: wrong };
  const form: yup.AnySchema = OUTPUTS[stage];
  try {
    const read: unknown = form.validateSync(withoutWordsForNothing(value, schema), {
      strict: true,
      abortEarly: false,
    });
    return { output: read as OutputOf<S> };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return {
      errors: [...new Set(error.inner.length === 0 ? [error] : error.inner)]
        .slice(0, MOST_ERRORS)
        .map(inWords),
    };
  }
}

/** The value of a figure stands in messages about its type alone; where it is, is enough. */
function inWords({ path, type, message }: yup.ValidationError): string {
  return type === 'typeError' ? `${path ?? 'The answer'} must be a number or null` : message.slice(0, 300);
}

/** The same with null for each word that says that a figure is unknown, where the schema has a number or null. */
function withoutWordsForNothing(value: unknown, part: unknown): unknown {
  const { type, properties, items } = (part ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof value === 'string')
    return Array.isArray(type) && type.includes('number') && NO_FIGURE.test(value.trim()) ? null : value;
  if (Array.isArray(value)) return (value as unknown[]).map((one) => withoutWordsForNothing(one, items));
  if (typeof value !== 'object' || value === null) return value;
  const known = (properties ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutWordsForNothing(one, known[name])]),
  );
}

/** Looks no further than the bounds. */
function isWithinBounds(value: unknown): boolean {
  let chars = 0;
  let values = 0;
  const look = (one: unknown, depth: number): boolean => {
    values += 1;
    if (values > MOST_VALUES || depth > MOST_DEPTH) return false;
    if (typeof one === 'string') {
      chars += one.length;
      return chars <= MOST_CHARS;
    }
    if (typeof one !== 'object' || one === null) return true;
    if (Array.isArray(one) && one.length > MOST_VALUES) return false;
    for (const [name, inner] of Object.entries(one)) {
      if (!Array.isArray(one)) chars += name.length;
      if (!look(inner, depth + 1)) return false;
    }
    return chars <= MOST_CHARS;
  };
  return look(value, 0);
}
