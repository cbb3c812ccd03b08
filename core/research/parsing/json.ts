import { MalformedDocument } from './malformed.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What sources send is a tenth as deep. What is far deeper takes memory that no limit of a thread covers. */
const DEEPEST = 64;

/**
 * The value of a JSON document from outside.
 * @throws MalformedDocument for a page in place of JSON, for what was cut off, and for what is nested too deeply
 */
export function jsonOf(body: Buffer): unknown {
  if (body.length === 0) throw new MalformedDocument('The document is empty.');
  refuseDepth(body);
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (/^\s*</.test(text.slice(0, 1000)))
      throw new MalformedDocument('The source sent a web page instead of JSON.');
    throw new MalformedDocument(
      /[\]}]\s*$/.test(text.slice(-1000))
        ? 'The document is not valid JSON.'
        : 'The document is not valid JSON: it is cut off.',
    );
  }
}

function refuseDepth(body: Buffer): void {
  const { length } = body;
  let depth = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) {
      at += 1;
      while (at < length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > DEEPEST)
        throw new MalformedDocument(`The document is nested more than ${DEEPEST} levels deep.`);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
}
