import { convertSchema } from '@sodaru/yup-to-json-schema';
import type { AnySchema, SchemaDescription } from 'yup';

export type JsonSchema = { [key: string]: unknown };

/**
 * A yup schema as JSON Schema 2020-12. On top of the plain conversion: objects that refuse unknown keys say so,
 * date-times carry their format, defaults of whole objects are left out, and a schema may bring its own description
 * under `meta({ json })`.
 */
export function toJsonSchema(schema: AnySchema): JsonSchema {
  return refine(convertSchema(schema as never) as JsonSchema, schema.describe() as SchemaDescription);
}

function refine(json: JsonSchema, description: SchemaDescription): JsonSchema {
  const own = (description.meta as { json?: JsonSchema } | undefined)?.json;
  if (own !== undefined) return description.nullable === true ? orNull(own) : own;
  const { default: fallback, properties, items, ...rest } = json;
  const result: JsonSchema = rest;
  if (Array.isArray(result['type']) && result['type'].length === 0) delete result['type'];
  const { fields, innerType } = description as {
    fields?: Record<string, SchemaDescription>;
    innerType?: SchemaDescription;
  };
  if (fields === undefined && fallback !== undefined) result['default'] = fallback;
  if (description.tests.some(({ name }) => name === 'datetime')) result['format'] = 'date-time';
  if (fields !== undefined && Object.keys(fields).length > 0) {
    result['properties'] = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        refine(((properties ?? {}) as Record<string, JsonSchema>)[name] ?? {}, field),
      ]),
    );
    if (description.tests.some(({ name }) => name === 'noUnknown')) result['additionalProperties'] = false;
  }
  if (innerType !== undefined) result['items'] = refine((items ?? {}) as JsonSchema, innerType);
  return result;
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
