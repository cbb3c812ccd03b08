import type { JsonSchema, ModelRequest } from '../port/index.ts';

/**
 * A request as one text, which is all that these programs take. What was said before is written as JSON, so that no message
 * can pass for another one.
 * @param schema where it cannot be given along
 */
export function promptOf({ system, messages }: ModelRequest, schema: JsonSchema | null): string {
  const [only, ...others] = messages;
  const said =
    only !== undefined && others.length === 0 && only.role === 'user'
      ? only.text
      : `The conversation so far, as JSON. Answer its last message.\n${JSON.stringify(messages)}`;
  const form =
    schema === null
      ? []
      : [
          `Answer with one JSON object and nothing else: no code fence and no words around it. It keeps to this JSON Schema:\n${JSON.stringify(schema)}`,
        ];
  return [system, said, ...form].filter((part) => part !== '').join('\n\n');
}
