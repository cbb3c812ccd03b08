import type { JsonSchema } from '../../llm/index.ts';
import { toJsonSchema } from '../../platform/schema/index.ts';
import { type ModelStage, OUTPUTS } from '../analysis/index.ts';

const known = new Map<ModelStage, JsonSchema>();
/** No word for "unknown" is longer. */
const LONGEST_UNKNOWN = 40;

/**
 * What a stage answers as JSON Schema, with the bounds of its form (analysis/outputs.ts). The same object each time: it is
 * looked at once.
 */
export function answerSchemaOf(stage: ModelStage): JsonSchema {
  const found = known.get(stage) ?? withUnknown(toJsonSchema(OUTPUTS[stage]));
  known.set(stage, found);
  return found;
}

/**
 * The same, where a figure that may be null may be a short text as well: models write "N/A" there, which is unavailable and no
 * reason to ask again (decisions/Publication V2). What such a text says is decided by `readAnswer`.
 */
function withUnknown(part: unknown): JsonSchema {
  const { type, properties, items, ...rest } = part as JsonSchema;
  const isUnknowable = Array.isArray(type) && type.includes('number') && type.includes('null');
  return {
    ...(type === undefined ? {} : { type: isUnknowable ? [...(type as unknown[]), 'string'] : type }),
    ...rest,
    ...(isUnknowable
      ? { maxLength: LONGEST_UNKNOWN, description: 'A number, or null where it is unknown.' }
      : {}),
    ...(items === undefined ? {} : { items: withUnknown(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties as object).map(([name, one]) => [name, withUnknown(one)]),
          ),
        }),
  };
}
