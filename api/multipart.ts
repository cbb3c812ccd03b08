import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { invalid, Problem } from '../core/platform/index.ts';

/** A file on its way in. */
export interface IncomingFile {
  name: string;
  stream: Readable;
}

/** The text fields of a form by their names; one that comes again has a list. */
export type FormFields = Record<string, string | string[]>;

const MOST_FIELDS = 20;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 2000;
/** The parser says that a limit is met when it is reached, hence one more of what may be reached. */
const LIMITS = { files: 1, fields: MOST_FIELDS, parts: MOST_FIELDS + 2, fieldSize: LONGEST_VALUE + 1 };

/** 400 for a form that ends before its end. */
export function brokenForm(cause?: unknown): Problem {
  return new Problem(400, 'INVALID_FORM', 'The form is incomplete or cannot be read. Send it again.', {
    cause,
  });
}

/**
 * Reads a multipart form (RFC 7578) with one file, in a part named `file`. Where it fails, the rest is read and forgotten
 * first, so that the sender gets to hear the answer, and `take` has come to its end.
 * @param take takes the file in while it arrives, with the fields that stood before it. Its stream fails where the form does.
 * @throws Problem 400 INVALID_FORM, 422 VALIDATION_ERROR, and whatever `take` throws.
 */
export async function readForm(
  req: IncomingMessage,
  take: (file: IncomingFile, fields: FormFields) => Promise<void>,
): Promise<FormFields> {
  const parser = parserOf(req);
  const fields = Object.create(null) as FormFields;
  let arriving: { stream: Readable; taken: Promise<void> } | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (rawName: string | undefined, value, { valueTruncated }) => {
        const name = nameOf(rawName);
        if (name === null) reject(tooManyOrLong('file'));
        else if (valueTruncated) reject(tooManyOrLong(name));
        else fields[name] = name in fields ? [fields[name] ?? [], value].flat() : value;
      });
      parser.on('file', (rawName: string | undefined, stream, info: { filename?: string }) => {
        // What fails in it is heard by whoever reads it, and by nobody where it is passed over.
        stream.on('error', () => undefined);
        const name = nameOf(rawName);
        const filename = unescaped(info.filename ?? '');
        if (name === null) reject(tooManyOrLong('file'));
        // A form in a browser sends this where no file was chosen.
        else if (filename === '') stream.resume();
        else if (name !== 'file') reject(oneFile(name));
        else {
          const taken = take({ name: filename, stream }, fields);
          arriving = { stream, taken };
          taken.catch(reject);
        }
      });
      parser.on('filesLimit', () => reject(oneFile('file')));
      for (const limit of ['partsLimit', 'fieldsLimit'] as const)
        parser.on(limit, () => reject(tooManyOrLong('file')));
      parser.on('error', (error) => reject(brokenForm(error)));
      parser.on('close', resolve);
      req.on('error', (error) => reject(brokenForm(error)));
      req.on('close', () => {
        if (!req.readableEnded) reject(brokenForm());
      });
      if (req.destroyed) reject(brokenForm());
      req.pipe(parser);
    });
    await arriving?.taken;
    return fields;
  } catch (error) {
    req.unpipe(parser);
    arriving?.stream.destroy(brokenForm(error));
    parser.destroy();
    await passed(req);
    await arriving?.taken.catch(() => undefined);
    throw error;
  }
}

function parserOf({ headers }: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch (error) {
    throw brokenForm(error);
  }
}

/** The name of a part; null for none, or one that is too long. */
function nameOf(name: string | undefined): string | null {
  return name === undefined || name.length > LONGEST_NAME ? null : unescaped(name);
}

/** Browsers write these three signs of a name so (HTML standard: multipart/form-data), and a lone % as it is. */
function unescaped(name: string): string {
  return name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}

/** Reads and forgets what is still to come of a request. */
async function passed(req: IncomingMessage): Promise<void> {
  if (req.readableEnded || req.destroyed) return;
  await new Promise<void>((resolve) => {
    req.once('close', resolve).once('end', resolve);
    req.resume();
  });
}

function oneFile(field: string): Problem {
  return invalid([{ field, message: 'Send one file, in the form field named file.' }]);
}

function tooManyOrLong(field: string): Problem {
  return invalid([{ field, message: 'This form has too many fields, or fields that are too long.' }]);
}
