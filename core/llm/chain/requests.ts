import type { JsonSchema, Message, ModelRequest } from '../port/index.ts';

/** What a model made of a schema: the value as the schema has it, or in words what is wrong. */
type Reading = { value: unknown } | { errors: readonly string[] };

/** The way of a schema to a model and of its answer back. */
export interface Structure {
  /** The schema as models are given it. */
  sent: JsonSchema;
  read(this: void, text: string): Reading;
}
export type StructureOf = (this: void, schema: JsonSchema) => Structure;

/** How the next try of a provider asks. */
export interface Asking {
  /** Without the schema in the request, because the provider refused it: it stands in the words instead. */
  isPlain: boolean;
  /** What was wrong with the answer before. */
  repair: { text: string; errors: readonly string[] } | null;
}
export const AS_IT_IS: Asking = { isPlain: false, repair: null };

/** As much of a wrong answer is shown to the model again, in characters. */
const LONGEST_REPEATED = 20_000;
const MOST_ERRORS = 20;

/** The request as a provider gets it. */
export function requestFor(request: ModelRequest, structure: Structure | null, asking: Asking): ModelRequest {
  const { system, messages, maxOutputTokens, temperature, schema } = request;
  const isPlain = asking.isPlain && structure !== null;
  return {
    system: isPlain ? inWords(system, structure.sent) : system,
    messages: asking.repair === null ? messages : [...messages, ...repairOf(asking.repair)],
    schema: structure === null || schema === null || isPlain ? null : { ...schema, schema: structure.sent },
    maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
  };
}

const inWords = (system: string, schema: JsonSchema): string =>
  `${system}\n\nAnswer with one JSON object and nothing else. It must keep to this JSON Schema:\n${JSON.stringify(schema)}`.trim();

function repairOf({ text, errors }: NonNullable<Asking['repair']>): Message[] {
  const wrong = errors.slice(0, MOST_ERRORS).map((error) => `- ${error}`);
  const words = `Your answer cannot be used:\n${wrong.join('\n')}\nAnswer again with the whole JSON object and nothing else.`;
  // A server takes no empty message.
  const before: Message[] =
    text.trim() === '' ? [] : [{ role: 'assistant', text: text.slice(0, LONGEST_REPEATED) }];
  return before.length === 0 ? [] : [...before, { role: 'user', text: words }];
}

/**
 * The tokens of a request, at most: there is no telling without the model's own vocabulary. A token is seldom shorter than
 * two bytes, in any script.
 */
export function estimatedTokens({ system, messages, schema }: ModelRequest): number {
  const texts = [
    system,
    ...messages.map(({ text }) => text),
    schema === null ? '' : JSON.stringify(schema.schema),
  ];
  return Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 2) + 16 * texts.length;
}
