import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AnyObjectSchema, InferType } from 'yup';
import { invalid, oddTexts, Problem } from '../core/platform/index.ts';
import { tooLarge } from './body.ts';
import type { ApiContext } from './context.ts';
import { brokenForm, type FormFields, type IncomingFile, readForm } from './multipart.ts';
import { parseBody } from './validation.ts';

/** A file on its way in, hashed as it is read. */
export interface HashedFile extends IncomingFile {
  /** SHA-256 of its bytes in hex, of all of them once the stream has ended. */
  digest: () => string;
}

interface UploadOptions<S extends AnyObjectSchema, T> {
  /** Fields the form may have beside `file`; empty ones count as left out. */
  form: S;
  /** Largest file in bytes. */
  largest: number;
  /** So much of a file is kept until the form has ended; 4 MB unless told. */
  keepBack?: number;
  /** Takes the file in while it arrives. */
  consume: (file: HashedFile, fields: InferType<S>) => Promise<T>;
  /** Undoes `consume` when the end of the form shows that it was told something else. */
  takeBack: (result: T) => Promise<void>;
}

/**
 * A form may name its fields after the file. So much of a file is kept back until the form has ended; a larger one is
 * passed on as it comes, and then its fields must stand before it.
 */
const KEPT_BACK_BYTES = 4 * 1024 * 1024;
/** Boundaries and fields around the file. */
const FORM_BYTES = 64 * 1024;

/** Connections that a form comes in on: where one ends too early, it is the form that broke off. */
const sendersOfForms = new WeakSet<object>();

/** True for a connection on which a form is being read. */
export function sendsForm(socket: object): boolean {
  return sendersOfForms.has(socket);
}

/**
 * Reads a multipart form with one file, in bounded memory and without a temporary file.
 * @throws Problem 413 BODY_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE, 400 INVALID_FORM, 422 VALIDATION_ERROR, and whatever
 * `consume` throws.
 */
export async function readUpload<S extends AnyObjectSchema, T>(
  ctx: ApiContext,
  options: UploadOptions<S, T>,
): Promise<T> {
  const { form, largest, keepBack = KEPT_BACK_BYTES, consume, takeBack } = options;
  const { headers } = ctx.req;
  if (Number(headers['content-length'] ?? 0) > largest + FORM_BYTES) throw tooLarge(largest);
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new Problem(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the file as a form: Content-Type multipart/form-data with a field named file.',
    );
  }
  if (!/;\s*boundary=("[^"]+"|[^\s";]+)/i.test(type)) {
    throw new Problem(
      400,
      'INVALID_FORM',
      'The Content-Type of the form has no boundary. Let your HTTP library set this header.',
    );
  }
  const { socket } = ctx.req;
  sendersOfForms.add(socket);
  ctx.res.once('close', () => sendersOfForms.delete(socket));
  const fieldsOf = (fields: FormFields) => {
    const odd = oddTexts(fields);
    if (odd.length > 0) throw invalid(odd);
    return parseBody(form, withoutEmpty(fields)) as InferType<S>;
  };
  const hash = createHash('sha256');
  const digest = () => hash.copy().digest('hex');
  let kept: { name: string; bytes: Buffer } | undefined;
  let passed: { result: T; fields: string } | undefined;

  const receive = async ({ name, stream }: IncomingFile, before: FormFields): Promise<void> => {
    const odd = oddTexts(name, 'file');
    if (odd.length > 0) throw invalid(odd);
    const pieces = limited(stream, largest, hash);
    const head: Buffer[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await pieces.next();
      if (done === true) {
        kept = { name, bytes: Buffer.concat(head) };
        return;
      }
      head.push(value);
      length += value.length;
      if (length > keepBack) break;
    }
    const told = JSON.stringify(withoutEmpty(before));
    const whole = Readable.from(chained(head, pieces), { objectMode: false });
    passed = { result: await consume({ name, stream: whole, digest }, fieldsOf(before)), fields: told };
  };
  let fields: FormFields;
  try {
    fields = await readForm(ctx.req, receive);
  } catch (error) {
    if (passed !== undefined) await takeBack(passed.result);
    throw error;
  }
  if (passed !== undefined) {
    if (JSON.stringify(withoutEmpty(fields)) === passed.fields) return passed.result;
    await takeBack(passed.result);
    fieldsOf(fields);
    throw invalid([
      { field: 'file', message: 'In the form of a large file, put the other fields before the file.' },
    ]);
  }
  const values = fieldsOf(fields);
  if (kept === undefined)
    throw invalid([{ field: 'file', message: 'Choose a file: the form field named file is missing.' }]);
  return await consume(
    { name: kept.name, stream: Readable.from([kept.bytes], { objectMode: false }), digest },
    values,
  );
}

/** The pieces of a file up to its largest size, each of them hashed. */
async function* limited(stream: Readable, largest: number, hash: Hash): AsyncGenerator<Buffer, undefined> {
  let length = 0;
  // Left open on an early exit: the parser would take a destroyed part for a broken form.
  const pieces = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  for (;;) {
    // The parser ends the part with an error of its own where the form breaks off in it.
    const { done, value } = await pieces.next().catch((error: unknown) => {
      throw error instanceof Problem ? error : brokenForm(error);
    });
    if (done === true) return;
    const piece = value as Buffer;
    length += piece.length;
    if (length > largest) throw tooLarge(largest);
    hash.update(piece);
    yield piece;
  }
}

async function* chained(head: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let piece = head.shift(); piece !== undefined; piece = head.shift()) yield piece;
  yield* rest;
}

function withoutEmpty(fields: FormFields): FormFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
