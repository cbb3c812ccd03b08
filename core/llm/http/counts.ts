import type { WireFormat } from './wire.ts';

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** A count that no server tells, so that it reads as unknown. The packages insist on a number. */
const UNTOLD = -1;
/** An event that is longer is passed on as it is: the packages have bounds of their own. */
const LONGEST_LINE = 4_000_000;

/**
 * The body of an answer with the counts of tokens that the packages insist on. Servers leave them out, and an answer must not
 * be lost over that. A stream passes through line by line, at once.
 */
export function withCounts(format: WireFormat, answer: Response): Response {
  if (format === 'chat_completions' || !answer.ok || answer.body === null) return answer;
  const isStream = (answer.headers.get('content-type') ?? '').startsWith('text/event-stream');
  const { status, headers } = answer;
  const body = answer.body.pipeThrough(isStream ? byLine(format) : asAWhole(format));
  return new Response(body, { status, headers });
}

function byLine(format: WireFormat): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held = '';
  return new TransformStream({
    transform(part, controller) {
      held += decoder.decode(part, { stream: true });
      const end = held.lastIndexOf('\n') + 1;
      if (end === 0 && held.length < LONGEST_LINE) return;
      const whole = end === 0 ? held : held.slice(0, end);
      held = end === 0 ? '' : held.slice(end);
      controller.enqueue(encoder.encode(whole.replaceAll(/^data:.*$/gm, (line) => counted(format, line))));
    },
    flush(controller) {
      held += decoder.decode();
      if (held !== '') controller.enqueue(encoder.encode(counted(format, held)));
    },
  });
}

function asAWhole(format: WireFormat): TransformStream<Uint8Array, Uint8Array> {
  const parts: Uint8Array[] = [];
  return new TransformStream({
    transform: (part) => void parts.push(part),
    flush(controller) {
      const text = Buffer.concat(parts).toString();
      controller.enqueue(new TextEncoder().encode(patched(format, text) ?? text));
    },
  });
}

/** One line of a stream. Most are pieces of text, which have no counts and are not read. */
function counted(format: WireFormat, line: string): string {
  const hasCounts = format === 'messages' ? /"message_(?:start|delta)"/ : /"usage"/;
  if (!line.startsWith('data:') || !hasCounts.test(line)) return line;
  const text = patched(format, line.slice('data:'.length));
  return text === null ? line : `data: ${text}`;
}

/** The JSON with its counts; null where it is none, or nothing is missing. */
function patched(format: WireFormat, text: string): string | null {
  let value: Fields | null;
  try {
    value = fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
  if (value === null) return null;
  const found = placeOf(format, value);
  if (found === null) return null;
  const { within, needs } = found;
  const usage = fieldsOf(within['usage']) ?? {};
  const missing = needs.filter((name) => typeof usage[name] !== 'number');
  if (missing.length === 0) return null;
  within['usage'] = { ...usage, ...Object.fromEntries(missing.map((name) => [name, UNTOLD])) };
  return JSON.stringify(value);
}

/** Where the counts stand, and which of them must. */
function placeOf(format: WireFormat, value: Fields): { within: Fields; needs: readonly string[] } | null {
  if (format === 'responses') {
    const within = fieldsOf(value['response']) ?? value;
    return fieldsOf(within['usage']) === null ? null : { within, needs: ['input_tokens', 'output_tokens'] };
  }
  const message = fieldsOf(value['message']);
  if (value['type'] === 'message_start')
    return message === null ? null : { within: message, needs: ['input_tokens'] };
  if (value['type'] === 'message_delta') return { within: value, needs: ['output_tokens'] };
  return value['type'] === 'message' ? { within: value, needs: ['input_tokens', 'output_tokens'] } : null;
}
