import type { AnySchema, SchemaDescription } from 'yup';

export type JsonSchema = { [key: string]: unknown };

type Description = SchemaDescription & {
  fields?: Record<string, Description>;
  innerType?: Description;
};

/**
 * A yup schema as JSON Schema 2020-12. Objects that refuse unknown keys say so, and a schema may bring its own
 * description under `meta({ json })`. A rule of another kind than those below stands in no schema: it is left out.
 */
export function toJsonSchema(schema: AnySchema): JsonSchema {
  return jsonOf(schema.describe() as Description);
}

function jsonOf(description: Description): JsonSchema {
  const { meta, nullable, fields, innerType, oneOf, default: fallback, tests } = description;
  const own = (meta as { json?: JsonSchema } | undefined)?.json;
  if (own !== undefined) return nullable ? orNull(own) : own;
  const type = typeOf(description);
  const json: JsonSchema = type === null ? {} : { type: nullable ? [type, 'null'] : type };
  if (oneOf.length > 0) json['enum'] = oneOf;
  for (const test of tests) Object.assign(json, ruleOf(description.type, test));
  if (innerType !== undefined) json['items'] = jsonOf(innerType);
  if (fields === undefined) return fallback === undefined ? json : { ...json, default: fallback };
  const entries = Object.entries(fields);
  if (entries.length > 0)
    json['properties'] = Object.fromEntries(entries.map(([name, field]) => [name, jsonOf(field)]));
  const required = entries.filter(([, field]) => !field.optional).map(([name]) => name);
  if (required.length > 0) json['required'] = required;
  return json;
}

/** The name of its type; null for a schema of values of any type. */
function typeOf({ type, tests, oneOf }: Description): string | null {
  if (type === 'mixed') return oneOf.some((value) => typeof value === 'string') ? 'string' : null;
  return type === 'number' && tests.some(({ name }) => name === 'integer') ? 'integer' : type;
}

/** What yup calls a bound, and JSON Schema. */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  string: { min: ['minLength'], max: ['maxLength'], length: ['minLength', 'maxLength'] },
  array: { min: ['minItems'], max: ['maxItems'], length: ['minItems', 'maxItems'] },
  number: { min: ['minimum'], more: ['exclusiveMinimum'], max: ['maximum'], less: ['exclusiveMaximum'] },
};

function ruleOf(type: string, { name, params = {} }: Description['tests'][number]): JsonSchema {
  if (name === 'noUnknown') return { additionalProperties: false };
  if (name === 'datetime') return { format: 'date-time' };
  if (name === 'date') return { format: 'date' };
  if (name === 'matches' && params['regex'] instanceof RegExp) return { pattern: params['regex'].source };
  return Object.fromEntries(
    Object.entries(BOUNDS[type] ?? {}).flatMap(([bound, keywords]) =>
      typeof params[bound] === 'number' ? keywords.map((keyword) => [keyword, params[bound]]) : [],
    ),
  );
}

/** What a schema says of itself is of its values; where it may be null as well, so may they. */
function orNull(own: JsonSchema): JsonSchema {
  const { type, enum: words } = own;
  return {
    ...own,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
    ...(Array.isArray(words) && !words.includes(null) ? { enum: [...(words as unknown[]), null] } : {}),
  };
}
