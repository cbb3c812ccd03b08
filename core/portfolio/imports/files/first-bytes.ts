import { ImportRefusal } from './refusal.ts';

/** What a file is by its first bytes. */
type FileKind = 'zip' | 'old_excel' | 'pdf' | 'text';

const HEAD = 1024;

/** Looks at the first bytes of a source, and hands out all of them once more in `bytes`. */
export async function firstBytes(
  source: AsyncIterable<Uint8Array>,
): Promise<{ kind: FileKind; bytes: AsyncGenerator<Uint8Array> }> {
  const pieces = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  while (length < HEAD && !ended) {
    const next = await pieces.next();
    ended = next.done === true;
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.byteLength;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = read.shift(); piece !== undefined; piece = read.shift()) yield piece;
      while (!ended) {
        const next = await pieces.next();
        ended = next.done === true;
        if (next.done !== true) yield next.value;
      }
    } finally {
      await pieces.return?.();
    }
  }
  return { kind: kindOf(Buffer.concat(read).subarray(0, HEAD)), bytes: all() };
}

function kindOf(head: Buffer): FileKind {
  if (head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return 'zip';
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'old_excel';
  return head.includes('%PDF-') ? 'pdf' : 'text';
}

/** All bytes of a file that cannot be read from its beginning. @throws ImportRefusal CSV_TOO_LARGE */
export async function wholeFile(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > most)
      throw new ImportRefusal(
        'CSV_TOO_LARGE',
        `This file is larger than ${Math.floor(most / 2 ** 20)} MB. Export a shorter period, and import the parts.`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
