import type { OpenAIProvider } from '@ai-sdk/openai';
import type { ModelRequest } from '../port/index.ts';
import type { WireFormat } from './wire.ts';

/** A model of any of the three packages. */
type SdkModel = ReturnType<OpenAIProvider['responses']>;
type SdkCall = Parameters<SdkModel['doGenerate']>[0];

/** Parameters that a server refused, each of which is left out or renamed from then on. */
export interface Quirks {
  /** `stream_options` is not known, so a stream does not tell its tokens. */
  streamOptions?: true;
  /** The limit of the answer is called `max_completion_tokens`. */
  maxTokens?: true;
  temperature?: true;
}

interface ModelOptions {
  baseUrl: string;
  model: string;
  apiKey: string;
  quirks: Quirks;
  fetch: typeof globalThis.fetch;
}

/** Loaded with the first call: the packages are large, and most starts of the program ask no model. */
const MAKERS: Record<WireFormat, (options: ModelOptions) => Promise<SdkModel>> = {
  async chat_completions({ baseUrl, model, apiKey, quirks, fetch }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'provider',
      baseURL: baseUrl,
      apiKey,
      fetch,
      includeUsage: quirks.streamOptions !== true,
      supportsStructuredOutputs: true,
      transformRequestBody: ({ max_tokens, ...body }) =>
        quirks.maxTokens === true ? { ...body, max_completion_tokens: max_tokens } : { ...body, max_tokens },
    })(model);
  },
  async responses({ baseUrl, model, apiKey, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: baseUrl, apiKey, fetch }).responses(model);
  },
  async messages({ baseUrl, model, apiKey, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model);
  },
};

/** The model as its package speaks to it, at the lowest level: one request, no retries. */
export const sdkModel = async (format: WireFormat, options: ModelOptions): Promise<SdkModel> =>
  await MAKERS[format](options);

/** A request in the terms of the packages. */
export function callOptions(
  { system, messages, schema, maxOutputTokens, temperature }: ModelRequest,
  quirks: Quirks,
): SdkCall {
  return {
    prompt: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
    ],
    maxOutputTokens,
    ...(temperature === undefined || quirks.temperature === true ? {} : { temperature }),
    ...(schema === null
      ? {}
      : { responseFormat: { type: 'json', name: schema.name, schema: schema.schema } }),
    // The books of a person are not kept at the provider's for longer than the answer takes.
    providerOptions: { openai: { store: false } },
    includeRawChunks: true,
  };
}

/** What a refusal says about a parameter that can be done without; null where it is about something else. */
export function quirkIn(message: string): keyof Quirks | null {
  if (/stream_options|include_usage/.test(message)) return 'streamOptions';
  if (/max_completion_tokens/.test(message)) return 'maxTokens';
  return /['"`]?temperature['"`]?.{0,80}(?:support|deprecated|not allowed|unsupported)|unsupported.{0,40}temperature/i.test(
    message,
  )
    ? 'temperature'
    : null;
}
