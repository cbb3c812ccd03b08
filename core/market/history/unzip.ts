import { inflateRawSync } from 'node:zlib';

/** Thrown for bytes that are no archive of the kind an exchange publishes: one plain file in it. */
export class NotAZip extends Error {
  override name = 'NotAZip';
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** A comment may follow the end record. */
const LONGEST_TAIL = 22 + 65_535;

/** True for bytes that begin as a zip archive does. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === LOCAL;
}

/**
 * The first file of a zip archive. By hand, because what is read here becomes prices: of the libraries that were tried
 * (yauzl 3.4, fflate 0.8), neither looks at the checksum, one hands out a file cut to the size that the archive claims,
 * and neither is quicker.
 * @param most largest size unpacked, in bytes.
 * @throws NotAZip for a damaged or encrypted archive, or one that is too large.
 */
export function unzipFirst(bytes: Buffer, most: number): { name: string; bytes: Buffer } {
  try {
    // The directory at the end is the authority: the header before the data may leave the sizes out.
    const entry = directoryOf(bytes);
    if (bytes.readUInt32LE(entry) !== ENTRY) throw new NotAZip('the archive has no directory');
    const flags = bytes.readUInt16LE(entry + 8);
    const method = bytes.readUInt16LE(entry + 10);
    const checksum = bytes.readUInt32LE(entry + 16);
    const packed = bytes.readUInt32LE(entry + 20);
    const size = bytes.readUInt32LE(entry + 24);
    const name = bytes.toString('utf8', entry + 46, entry + 46 + bytes.readUInt16LE(entry + 28));
    const local = bytes.readUInt32LE(entry + 42);
    if ((flags & 1) !== 0) throw new NotAZip('the archive is encrypted');
    if (bytes.readUInt32LE(local) !== LOCAL) throw new NotAZip('the archive is damaged');
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(begin, begin + packed);
    if (data.length !== packed || size > most) throw new NotAZip('the archive is cut off, or too large');
    const content = unpacked(data, method, most);
    if (content.length !== size || crc32(content) !== checksum) throw new NotAZip('the archive is damaged');
    return { name, bytes: content };
  } catch (error) {
    if (error instanceof NotAZip) throw error;
    throw new NotAZip('the archive cannot be read', { cause: error });
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of zip archives; Node's own came with 20.15. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function unpacked(data: Buffer, method: number, most: number): Buffer {
  if (method === STORED) return data;
  if (method === DEFLATED) return inflateRawSync(data, { maxOutputLength: Math.max(most, 1) });
  throw new NotAZip(`the archive uses an unsupported compression method (${method})`);
}

function directoryOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - LONGEST_TAIL); at -= 1)
    if (bytes.readUInt32LE(at) === END) return bytes.readUInt32LE(at + 16);
  throw new NotAZip('the archive is incomplete');
}
