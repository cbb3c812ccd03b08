import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { binary, refuseBinary, refuseForeignBytes, refuseForeignText } from './foreign-files.ts';
import type { TextFileRules } from './rules.ts';

const HEAD = 64 * 1024;
/** Text is handed on in slices of this size, however large the chunks of the source are. */
const SLICE = 64 * 1024;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The text of a file: UTF-8, UTF-16 or windows-1252 (which covers ISO-8859-1), with or without a byte order
 * mark. The first 64 KB decide; while all is plain ASCII the choice is left to the first byte that is not.
 * Throws what `refuse` makes of it for an empty, foreign, binary or oversized file, and where the bytes break the encoding.
 */
export async function* decodeText(
  source: AsyncIterable<Uint8Array>,
  rules: TextFileRules,
): AsyncGenerator<string> {
  const { maxBytes, refuse } = rules;
  const decoder = new TextReader(rules);
  let total = 0;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    total += chunk.byteLength;
    if (total > maxBytes) throw tooLarge(rules);
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (head === null) {
      yield* decoder.read(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length >= HEAD) {
      yield* decoder.begin(head);
      head = null;
    }
  }
  if (head !== null) {
    if (head.length === 0) throw refuse('CSV_EMPTY', 'This file is empty. Export the report again.');
    yield* decoder.begin(head);
  }
  yield* decoder.end();
}

class TextReader {
  private decoder: TextDecoder | null = null;
  /** Bytes that could be the start of a character, kept until the next ones tell. */
  private waiting = Buffer.alloc(0);
  private readonly rules: TextFileRules;

  constructor(rules: TextFileRules) {
    this.rules = rules;
  }

  *begin(head: Buffer): Generator<string> {
    refuseForeignBytes(head, this.rules);
    const encoding = encodingOf(head.subarray(0, HEAD), this.rules);
    if (encoding !== null) this.decoder = strict(encoding);
    let first = true;
    for (const text of this.read(head)) {
      if (first) {
        refuseForeignText(text, this.rules);
        refuseBinary(text, this.rules);
      }
      first = false;
      yield text;
    }
  }

  *read(bytes: Buffer): Generator<string> {
    for (let at = 0; at < bytes.length; at += SLICE) {
      const text = this.decode(bytes.subarray(at, at + SLICE));
      if (text.includes('\0')) throw binary(this.rules.refuse);
      if (text !== '') yield text;
    }
  }

  *end(): Generator<string> {
    if (this.decoder === null) {
      // The file ends inside what would have been a UTF-8 character: so it was none.
      if (this.waiting.length > 0) yield new TextDecoder('windows-1252').decode(this.waiting);
      return;
    }
    let text: string;
    try {
      text = this.decoder.decode();
    } catch (cause) {
      throw broken(this.rules, this.decoder.encoding, cause);
    }
    if (text !== '') yield text;
  }

  private decode(bytes: Buffer): string {
    if (this.decoder === null) {
      const all = this.waiting.length === 0 ? bytes : Buffer.concat([this.waiting, bytes]);
      if (isAscii(all)) {
        this.waiting = Buffer.alloc(0);
        return all.toString('latin1');
      }
      const whole = all.subarray(0, all.length - unfinishedBytes(all));
      if (isAscii(whole)) {
        this.waiting = Buffer.from(all.subarray(whole.length));
        return whole.toString('latin1');
      }
      this.decoder = strict(isUtf8(whole) ? 'utf-8' : 'windows-1252');
      return this.strictly(all);
    }
    return this.strictly(bytes);
  }

  private strictly(bytes: Buffer): string {
    const decoder = this.decoder as TextDecoder;
    try {
      return decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw broken(this.rules, decoder.encoding, cause);
    }
  }
}

function strict(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: true });
}

/** The encoding the first bytes prove, or null when they are plain ASCII. */
function encodingOf(head: Buffer, rules: TextFileRules): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head.includes(0)) return utf16ByZeros(head, rules);
  if (isAscii(head)) return null;
  const whole = head.subarray(0, head.length - unfinishedBytes(head));
  if (isAscii(whole)) return null;
  return isUtf8(whole) ? 'utf-8' : 'windows-1252';
}

/** ASCII letters in UTF-16 have a zero as every other byte; anything else with zeros is not text. */
function utf16ByZeros(head: Buffer, { refuse }: TextFileRules): Encoding {
  let even = 0;
  let odd = 0;
  const length = Math.min(head.length, 4096);
  for (let at = 0; at < length; at++) {
    if (head[at] !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  const many = length / 8;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  throw binary(refuse);
}

/** How many bytes at the end begin a UTF-8 character without finishing it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? back : 0;
  }
  return 0;
}

function tooLarge({ maxBytes, refuse }: TextFileRules): Error {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return refuse(
    'CSV_TOO_LARGE',
    `This file is larger than ${megabytes} MB. Export a shorter period, or split the file and import the parts.`,
  );
}

function broken({ refuse }: TextFileRules, encoding: string, cause: unknown): Error {
  return refuse(
    'CSV_ENCODING',
    `This file starts as ${encoding.toUpperCase()} but contains bytes that are not valid in it. Save it again as CSV (UTF-8).`,
    { cause },
  );
}
