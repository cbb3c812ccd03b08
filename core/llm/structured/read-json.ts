type JsonReading = { value: Readonly<Record<string, unknown>> } | { failure: string };

interface JsonLimits {
  maxChars: number;
  /** Of objects and lists within each other. */
  maxDepth: number;
}
const LIMITS: JsonLimits = { maxChars: 2_000_000, maxDepth: 64 };

/**
 * The object in a model's answer: the whole of it, within a code fence, or the first one between words. What is cut off in
 * the middle has none, even where a smaller one stands inside.
 * @returns the object, or in words why there is none
 */
export function readJson(text: string, limits: Partial<JsonLimits> = {}): JsonReading {
  const { maxChars, maxDepth } = { ...LIMITS, ...limits };
  if (text.length > maxChars) return { failure: `The answer is longer than ${maxChars} characters.` };
  const body = text.trim();
  if (body === '') return { failure: 'The answer is empty.' };
  if (body.startsWith('[')) return { failure: 'The answer is a list, not a JSON object.' };
  const fence = body.startsWith('{') ? null : /^[ \t]*```[\w-]*\s*(?=\{)/m.exec(body);
  const fenced = fence === null ? null : firstObject(body, fence.index + fence[0].length, maxDepth);
  return fenced !== null && 'value' in fenced ? fenced : firstObject(body, 0, maxDepth);
}

function firstObject(text: string, from: number, maxDepth: number): JsonReading {
  let failure: string | null = null;
  // Words may have braces too; in an object a name or its end follows.
  const start = /\{(?=\s*["}])/g;
  start.lastIndex = from;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const end = endOf(text, found.index, maxDepth);
    if (typeof end === 'string') return { failure: failure ?? end };
    const read = parsed(text.slice(found.index, end));
    if ('value' in read) return read;
    failure ??= read.failure;
    start.lastIndex = end;
  }
  return { failure: failure ?? 'The answer has no JSON object.' };
}

/** The place behind the bracket that closes the one at `start`, or why there is none. */
function endOf(text: string, start: number, maxDepth: number): number | string {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
      continue;
    }
    if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > maxDepth) return `The answer has more than ${maxDepth} objects and lists within each other.`;
    if (depth === 0) return at + 1;
  }
  return 'The answer ends in the middle of its JSON object.';
}

function parsed(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8 repeats the text around the fault, which may be anything.
    const place = /position \d+/.exec((error as Error).message)?.[0];
    return { failure: `The answer is not valid JSON${place === undefined ? '' : ` at ${place}`}.` };
  }
  const fault = faultIn(value);
  return fault === null ? { value: value as Record<string, unknown> } : { failure: fault };
}

/** What JSON can say and no answer may. */
function faultIn(value: unknown): string | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'The answer has a number that is too large.';
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, '__proto__')) return 'The answer has a property named __proto__.';
  for (const inner of Object.values(value)) {
    const fault = faultIn(inner);
    if (fault !== null) return fault;
  }
  return null;
}
