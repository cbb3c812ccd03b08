import type { Readable } from 'node:stream';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { WorkbookFault } from './fault.ts';
import type { WorkbookLimits } from './limits.ts';

/** The parts of a ZIP archive in memory, each unpacked only when it is read. */
export interface Archive {
  names: ReadonlySet<string>;
  /** Unpacks one part as it is read. @throws WorkbookFault `too_large` beyond `most` bytes, `damaged`. */
  read(name: string, most: number): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * Opens a ZIP archive by its directory. Lengths that the directory tells are held against what is unpacked, so that a small
 * file cannot become an endless one.
 * @throws WorkbookFault `damaged`, `encrypted`, `too_large`
 */
export async function openArchive(bytes: Buffer, limits: WorkbookLimits): Promise<Archive> {
  const { zip, entries } = await directoryOf(bytes, limits);
  return {
    names: new Set(entries.keys()),
    async *read(name, most) {
      const entry = entries.get(name);
      if (entry === undefined) throw new WorkbookFault('broken', `The part ${name} is missing.`);
      if (entry.isEncrypted()) throw new WorkbookFault('encrypted', 'The archive has a password.');
      if (entry.uncompressedSize > most) throw tooLarge(most);
      let length = 0;
      try {
        for await (const chunk of await streamOf(zip, entry)) {
          length += (chunk as Buffer).length;
          if (length > most) throw tooLarge(most);
          yield chunk as Buffer;
        }
      } catch (error) {
        throw error instanceof WorkbookFault ? error : broken(error);
      }
    },
    close: () => zip.close(),
  };
}

function directoryOf(
  bytes: Buffer,
  limits: WorkbookLimits,
): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error !== null) return reject(broken(error));
      const entries = new Map<string, Entry>();
      zip.on('error', (failure: unknown) => reject(broken(failure)));
      zip.on('end', () => resolve({ zip, entries }));
      zip.on('entry', (entry: Entry) => {
        entries.set(partName(entry.fileName), entry);
        if (entries.size > limits.parts)
          return reject(new WorkbookFault('too_large', `It has more than ${limits.parts} parts.`));
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

/** Some programs begin the names of parts with a slash, or write them with backslashes. */
const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '');

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(broken(error))));
  });
}

function broken(cause: unknown): WorkbookFault {
  return new WorkbookFault('damaged', 'The archive is damaged or cut off.', { cause });
}

function tooLarge(most: number): WorkbookFault {
  return new WorkbookFault('too_large', `It holds more than ${Math.floor(most / 2 ** 20)} MB, unpacked.`);
}
