import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A place for one statement while it is read: a file that only this process sees. */
export interface Spool {
  /** Takes the place of what was there. */
  fill(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** From its beginning, as often as wanted. */
  read(): AsyncIterable<Uint8Array>;
  /** Nothing is left of it. Twice does no harm. */
  close(): Promise<void>;
}

const PART = 64 * 1024;

/**
 * The file is the owner's alone (0600) and loses its name at once, so that nothing of a statement stays behind when the
 * process ends in any way. Where a name cannot be taken from an open file, it goes with `close`.
 */
export async function openSpool(): Promise<Spool> {
  const name = path.join(tmpdir(), `munim-statement-${randomBytes(12).toString('hex')}`);
  const file: FileHandle = await open(name, 'wx+', 0o600);
  const unnamed = await rm(name).then(
    () => true,
    () => false,
  );
  let size = 0;
  let isOpen = true;

  return {
    async fill(bytes) {
      size = 0;
      for await (const part of bytes) {
        let written = 0;
        while (written < part.length) {
          const { bytesWritten } = await file.write(part, written, part.length - written, size);
          written += bytesWritten;
          size += bytesWritten;
        }
      }
    },
    async *read() {
      const buffer = Buffer.alloc(PART);
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(PART, size - at), at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield Uint8Array.from(buffer.subarray(0, bytesRead));
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
      if (!unnamed) await rm(name, { force: true });
    },
  };
}
