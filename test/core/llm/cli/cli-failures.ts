import assert from 'node:assert/strict';
import { type Failure, type JsonSchema, ProviderError } from '../../../../core/llm/index.ts';
import { openProgram, type Script } from '../../../support/cli-program.ts';

const VIEW: JsonSchema = {
  type: 'object',
  properties: { rating: { type: 'string', enum: ['BUY', 'HOLD'] } },
  required: ['rating'],
  additionalProperties: false,
};
export const schema = { name: 'view', schema: VIEW };

/** How a program that follows a script fails. */
export async function failureOf(
  script: Script,
  settings: Record<string, string> = {},
  request: { schema?: typeof schema } = {},
): Promise<Failure & { tries: (string | undefined)[] }> {
  const program = await openProgram(script, settings, { limits: { graceMs: 50, maxBytes: 200_000 } });
  try {
    await program.ask(request);
  } catch (error) {
    assert.ok(error instanceof ProviderError, String(error));
    return { ...error.failure, tries: program.asked().map(({ model }) => model) };
  } finally {
    assert.deepEqual(program.runs(), []);
    await program.close();
  }
  return assert.fail('it succeeded');
}

/** How the four report what a server said: status and message, and the class that follows. */
export const REPORTS = [
  [401, 'unexpected status 401 Unauthorized: Incorrect key', 'AUTH'],
  [403, 'API Error: 403 no access', 'AUTH'],
  [400, 'Invalid schema: regex lookaround is not supported. status 400', 'SCHEMA'],
  [400, 'status 400: no such option', 'BAD_REQUEST'],
  [402, 'status 402 Payment Required', 'QUOTA'],
  [404, 'status 404: no such model', 'BAD_REQUEST'],
  [413, 'status 413: prompt is too long', 'CONTEXT'],
  [429, 'exceeded retry limit, last status: 429 Too Many Requests', 'RATE_LIMIT'],
  [429, 'status 429: insufficient_quota', 'QUOTA'],
  [500, 'status 500: oops', 'TRANSIENT'],
  [529, 'status 529: Overloaded', 'CAPACITY'],
] as const;
export const PRESETS = ['codex', 'claude', 'gemini', 'opencode'] as const;
