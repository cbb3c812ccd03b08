import { isRecord, linesOf, lastObject, numberOf, objectOf, sumOf, textOf, type Json } from './loose-json.ts';
import { type Finish, finishOf, UNKNOWN_USAGE, type Usage } from '../port/index.ts';

/** What a program left behind. */
interface Output {
  stdout: string;
  stderr: string;
  /** What it wrote into the file that it was named; null without one. */
  file: string | null;
}

/** What the program says of its run, whichever way it says it. */
export interface Envelope {
  /** Null where it gave no answer. */
  text: string | null;
  /** In its own words; null where it reports no failure. */
  error: { message: string; status: number | null } | null;
  usage: Usage;
  /** Null where it does not say. */
  model: string | null;
  /** Null where it does not say that its answer is over, or says it in a word that is not known. */
  finish: Finish | null;
}

/** Null where the output is not of the form that this program prints. */
export type ReadOutput = (this: void, output: Output) => Envelope | null;

const EMPTY: Envelope = { text: null, error: null, usage: UNKNOWN_USAGE, model: null, finish: null };

/** "unexpected status 401 Unauthorized: …": the status that a message of a program names. */
const statusIn = (message: string): number | null => {
  const [, digits] = /\b(?:status(?: code)?:?|API Error:?) \(?([45]\d\d)\b/i.exec(message) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** Whether something stands there, whatever its form: an error may be an object, a text or a number. */
const isTold = (value: unknown): boolean => ![undefined, null, false, ''].includes(value as null);

/** Events by line; input tokens include cached ones, output tokens those of reasoning. */
export const readCodex: ReadOutput = ({ stdout, file }) => {
  const events = linesOf(stdout).filter((event) => typeof event['type'] === 'string');
  if (events.length === 0) return null;
  const said = events.flatMap((event) => {
    const item = objectOf(event['item']);
    return event['type'] === 'item.completed' && item['type'] === 'agent_message'
      ? [textOf(item['text'])]
      : [];
  });
  const turn = events.findLast((event) => /^turn\.(?:completed|failed)$/.test(String(event['type'])));
  const isDone = turn?.['type'] === 'turn.completed';
  // Errors on the way, such as a connection that was opened anew, are told as events too.
  const error = isDone ? undefined : (turn ?? events.findLast((event) => event['type'] === 'error'));
  const message = error && (textOf(objectOf(error['error'])['message']) ?? textOf(error['message']));
  const usage = objectOf(events.findLast((event) => event['type'] === 'turn.completed')?.['usage']);
  return {
    ...EMPTY,
    text: file !== null && file.trim() !== '' ? file : (said.at(-1) ?? null),
    error: error === undefined ? null : { message: message ?? '', status: statusIn(message ?? '') },
    usage: {
      inputTokens: numberOf(usage['input_tokens']),
      outputTokens: numberOf(usage['output_tokens']),
      cachedTokens: numberOf(usage['cached_input_tokens']),
    },
    finish: isDone ? 'stop' : null,
  };
};

/** One object; input tokens exclude cached ones, so that they are added. */
export const readClaude: ReadOutput = ({ stdout }) => {
  const result = lastObject(stdout, (one) => one['type'] === 'result' || 'is_error' in one);
  if (result === null) return null;
  const usage = objectOf(result['usage']);
  const read = numberOf(usage['cache_read_input_tokens']);
  const subtype = textOf(result['subtype']) ?? '';
  const isFailed = result['is_error'] === true || subtype.startsWith('error');
  const answer = result['structured_output'];
  const message = textOf(result['result']) ?? subtype;
  const models = Object.entries(objectOf(result['modelUsage'])).map(([name, one]) => ({
    name,
    output: numberOf(objectOf(one)['outputTokens']) ?? 0,
  }));
  return {
    ...EMPTY,
    text: isRecord(answer) ? JSON.stringify(answer) : textOf(result['result']),
    error: isFailed ? { message, status: numberOf(result['api_error_status']) ?? statusIn(message) } : null,
    usage: {
      inputTokens: sumOf(
        numberOf(usage['input_tokens']),
        read ?? 0,
        numberOf(usage['cache_creation_input_tokens']) ?? 0,
      ),
      outputTokens: numberOf(usage['output_tokens']),
      cachedTokens: read,
    },
    // A small model helps the one that answers.
    model: models.toSorted((one, other) => other.output - one.output)[0]?.name ?? null,
    // Older releases tell no reason of the model's, or null whatever it was: the program's own word is all there is.
    finish:
      (result['stop_reason'] ?? null) !== null
        ? finishOf(result['stop_reason'], isRecord(answer))
        : subtype === 'success'
          ? 'stop'
          : null,
  };
};

/** One object on stdout, which tells no reason for its end but where something is wrong; failures are one on stderr. Tokens of the prompt include cached ones. */
export const readGemini: ReadOutput = ({ stdout, stderr }) => {
  const result = lastObject(stdout, (one) => 'response' in one || 'error' in one);
  const failed = result?.['error'] ?? lastObject(stderr, (one) => isRecord(one['error']))?.['error'];
  if (result === null && failed === undefined) return null;
  const models = Object.entries(objectOf(objectOf(result?.['stats'])['models']));
  const tokens = models.map(([, model]) => objectOf(objectOf(model)['tokens']));
  const total = (...names: readonly string[]) =>
    tokens.length === 0
      ? null
      : sumOf(
          ...tokens.map((one) =>
            sumOf(numberOf(one[names[0] ?? '']), ...names.slice(1).map((name) => numberOf(one[name]) ?? 0)),
          ),
        );
  const error = objectOf(failed);
  const blocked = objectOf(result?.['promptFeedback'])['blockReason'];
  const message = textOf(error['message']) ?? textOf(failed) ?? '';
  return {
    ...EMPTY,
    text: textOf(result?.['response']),
    error: isTold(failed) ? { message, status: numberOf(error['code']) ?? statusIn(message) } : null,
    usage: {
      inputTokens: total('prompt'),
      outputTokens: total('candidates', 'thoughts'),
      cachedTokens: total('cached'),
    },
    model: models.at(-1)?.[0] ?? null,
    finish: isTold(blocked) ? 'content_filter' : finishOf(result?.['finishReason'] ?? 'stop'),
  };
};

/** Events by line; each step tells its tokens, input without cached ones and output without reasoning. */
export const readOpencode: ReadOutput = ({ stdout }) => {
  const events = linesOf(stdout).filter((event) => typeof event['type'] === 'string');
  if (events.length === 0) return null;
  const parts = (type: string) =>
    events.filter((event) => event['type'] === type).map((event) => objectOf(event['part']));
  const steps = parts('step_finish');
  const tokens = steps.map((part) => objectOf(part['tokens']));
  const cache = (part: Json, name: string) => numberOf(objectOf(part['cache'])[name]) ?? 0;
  const total = (of: (part: Json) => number | null) =>
    tokens.length === 0 ? null : sumOf(...tokens.map(of));
  const failed = events.findLast((event) => event['type'] === 'error');
  const error = objectOf(failed?.['error']);
  const data = objectOf(error['data']);
  const message =
    textOf(data['message']) ??
    textOf(error['message']) ??
    textOf(error['name']) ??
    textOf(failed?.['error']) ??
    '';
  const said = parts('text').map((part) => textOf(part['text']) ?? '');
  return {
    ...EMPTY,
    text: said.length === 0 ? null : said.join(''),
    error:
      failed === undefined ? null : { message, status: numberOf(data['statusCode']) ?? statusIn(message) },
    usage: {
      inputTokens: total((part) => sumOf(numberOf(part['input']), cache(part, 'read'), cache(part, 'write'))),
      outputTokens: total((part) => sumOf(numberOf(part['output']), numberOf(part['reasoning']) ?? 0)),
      cachedTokens: total((part) => cache(part, 'read')),
    },
    finish: finishOf(steps.at(-1)?.['reason']),
  };
};

/** What it printed is the answer, once it has ended well. */
export const readText: ReadOutput = ({ stdout, file }) => ({
  ...EMPTY,
  text: file !== null && file.trim() !== '' ? file : stdout,
  finish: 'stop',
});
