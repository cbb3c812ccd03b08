import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { invalid, mayHaveOddTexts, oddTexts, Problem } from '../core/platform/index.ts';
import { DEEPEST, isTooDeep } from './body-bounds.ts';
import type { ApiContext } from './context.ts';

/** Largest JSON body of a route that does not say otherwise, in bytes. */
export const USUAL_BODY_LIMIT = 100 * 1024;

/** How a body may be packed (RFC 9110: content codings). */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/**
 * Reads a JSON body of bounded size and depth. An empty one is an empty object.
 * @param isJudged false where each of its texts is judged later, by its record
 * @throws Problem 413 BODY_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE, 400 INVALID_JSON, 422 VALIDATION_ERROR for a text with
 * control characters
 */
export async function readJson(ctx: ApiContext, limit: number, isJudged = true): Promise<unknown> {
  const { headers } = ctx.req;
  const length = Number(headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge(limit);
  if (headers['transfer-encoding'] === undefined && length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new Problem(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const text = textOf(await bytesOf(ctx.req, unpackerOf(headers['content-encoding']), limit));
  const body = jsonOf(text);
  if (isTooDeep(body)) {
    throw new Problem(
      400,
      'INVALID_JSON',
      `The body is nested more than ${DEEPEST} levels deep. Nest it less deeply.`,
    );
  }
  const odd = isJudged && mayHaveOddTexts(text) ? oddTexts(body) : [];
  if (odd.length > 0) throw invalid(odd);
  return body;
}

/** 413. */
export function tooLarge(limit: number): Problem {
  return new Problem(
    413,
    'BODY_TOO_LARGE',
    `The body is larger than ${sizeInWords(limit)}. Send less at once.`,
  );
}

/** What unpacks the body; null where it comes as it is. */
function unpackerOf(coding = ''): Transform | null {
  if (coding === '' || coding === 'identity') return null;
  if (Object.hasOwn(UNPACKERS, coding)) return UNPACKERS[coding]?.() ?? null;
  throw new Problem(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The encoding of the body is not supported. Send it as UTF-8.',
  );
}

/** The whole body, unpacked, in bounded memory. */
function bytesOf(req: IncomingMessage, unpacker: Transform | null, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const source = unpacker === null ? req : req.pipe(unpacker);
    const pieces: Buffer[] = [];
    let length = 0;
    const fail = (problem: Problem): void => {
      reject(problem);
      source.off('data', take);
      if (unpacker !== null) {
        req.unpipe(unpacker);
        unpacker.destroy();
      }
      // Read and forgotten, so that the sender gets to hear the answer.
      req.resume();
    };
    const take = (piece: Buffer): void => {
      length += piece.length;
      if (length > limit) fail(tooLarge(limit));
      else pieces.push(piece);
    };
    source.on('data', take);
    source.once('end', () => resolve(Buffer.concat(pieces, length)));
    for (const stream of new Set([req, source]))
      stream.on('error', (error: Error) => fail(invalidJson(error)));
    // The sender may be gone already, and then nothing more is heard of it.
    if (req.destroyed) fail(invalidJson(new Error('the sender is gone')));
  });
}

/** Any spelling of a key `__proto__`, and more: worth a closer look. */
const SUSPECT = /__proto__|\\u00/;

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Problem(400, 'INVALID_JSON', 'The body is not valid UTF-8. Send it as UTF-8.', { cause });
  }
}

/** An empty body is an empty object. */
function jsonOf(text: string): unknown {
  if (text === '') return {};
  try {
    if (!/^[ \t\r\n]*[[{]/.test(text)) throw new SyntaxError('neither an object nor a list');
    return JSON.parse(text, SUSPECT.test(text) ? refusePrototypes : undefined) as unknown;
  } catch (error) {
    throw invalidJson(error);
  }
}

/** What copies an object key by key would change what it is. */
function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a key __proto__');
  return value;
}

function invalidJson(cause: unknown): Problem {
  return new Problem(
    400,
    'INVALID_JSON',
    'The body is not a JSON object or list. Check quotes, commas and brackets.',
    { cause },
  );
}

function sizeInWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} kB`;
}
