import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Everything is passed on as soon as it can be read: a stream that waits for a full block is none. */
const AT_ONCE = { flush: constants.Z_SYNC_FLUSH };
const UNPACKERS: Readonly<Record<string, () => Readable & NodeJS.WritableStream>> = {
  gzip: () => createGunzip(AT_ONCE),
  'x-gzip': () => createGunzip(AT_ONCE),
  deflate: () => createInflate(AT_ONCE),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
};

/**
 * The body of an answer as plain bytes. Nobody asks for packed ones, and some servers pack all the same.
 * @returns null for a way of packing that is not known
 */
export function unpacked(answer: IncomingMessage): Readable | null {
  const name = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return answer;
  const unpacker = Object.hasOwn(UNPACKERS, name) ? UNPACKERS[name]?.() : undefined;
  if (unpacker === undefined) return null;
  // What ends either ends the other; why is told by the error of the unpacker.
  pipeline(answer, unpacker, () => undefined);
  return unpacker;
}
