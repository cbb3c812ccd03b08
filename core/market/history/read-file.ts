import { type ActionLayout, actionLayout, priceDay } from '../actions/index.ts';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PriceLayout, priceLayout } from './price-file.ts';
import { NotAZip, unzipFirst } from './unzip.ts';

/** A file to import, known by its first line. */
export interface DataFile {
  path: string;
  name: string;
  layout: { of: 'prices'; layout: PriceLayout } | { of: 'actions'; layout: ActionLayout } | null;
  /** Why it cannot be read at all; null where it can. */
  problem: string | null;
}

const LARGEST_UNPACKED = 256_000_000;
const LONGEST_HEADER = 64_000;

/** The files that are meant: folders stand for the .csv and .zip files in them, those below included. */
export async function listFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const one of paths) {
    if (!(await there(one)).isDirectory()) found.push(one);
    else
      for (const entry of await readdir(one, { withFileTypes: true, recursive: true }))
        if (entry.isFile() && /\.(csv|zip)$/i.test(entry.name))
          found.push(path.join(entry.parentPath, entry.name));
  }
  return [...new Set(found)];
}

async function there(file: string) {
  return await stat(file).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    throw new Error(`There is no file or folder ${file}.`, { cause: error });
  });
}

/** Looks at the first line. @param symbol whose prices they are where the file does not say */
export async function openDataFile(file: string, symbol: string | null): Promise<DataFile> {
  let header: string;
  try {
    header = await headerOf(file);
  } catch (error) {
    if (!(error instanceof NotAZip)) throw error;
    return { path: file, name: path.basename(file), layout: null, problem: error.message };
  }
  const prices = priceLayout(header, symbol);
  const actions = prices === null ? actionLayout(header) : null;
  return {
    path: file,
    name: path.basename(file),
    layout:
      prices !== null
        ? { of: 'prices', layout: prices }
        : actions !== null
          ? { of: 'actions', layout: actions }
          : null,
    problem: null,
  };
}

/** In the order of their days, as far as their names tell: prices are looked at one day after the other. */
export function inOrderOfDays(files: readonly DataFile[]): DataFile[] {
  const key = ({ name }: DataFile) => `${dayInName(name) ?? ''} ${name}`;
  return files.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** `cm08JUL2024bhav.csv`, `sec_bhavdata_full_08072024.csv` and `BhavCopy_NSE_CM_0_0_0_20240708_F_0000.csv` are of one day. */
export function dayInName(name: string): string | null {
  const words = /(\d{2})([A-Z]{3})(\d{4})/i.exec(name);
  if (words !== null) return priceDay(`${words[1]}-${words[2]}-${words[3]}`);
  const digits = /(?:^|\D)(\d{8})(?:\D|$)/.exec(name)?.[1] ?? '';
  return priceDay(digits) ?? priceDay(`${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`);
}

async function headerOf(file: string): Promise<string> {
  if (/\.zip$/i.test(file)) return firstLine((await unzipped(file)).toString('utf8', 0, LONGEST_HEADER));
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEADER), 0, LONGEST_HEADER, 0);
    return firstLine(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}

async function unzipped(file: string): Promise<Buffer> {
  return unzipFirst(await readFile(file), LARGEST_UNPACKED).bytes;
}

/** The lines of a file after its first, some at a time, with the number of the first of each lot (the header is line 1). */
export async function* linesAfterHeader(file: string): AsyncIterable<{ from: number; lines: string[] }> {
  const decoder = new TextDecoder();
  let rest = '';
  let next = 1;
  const source: AsyncIterable<Buffer> | Iterable<Buffer> = /\.zip$/i.test(file)
    ? [await unzipped(file)]
    : (createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>);
  for await (const part of source) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lot(lines, next);
    next += lines.length;
  }
  rest += decoder.decode();
  if (rest !== '') yield lot([rest], next);
}

function lot(lines: string[], from: number): { from: number; lines: string[] } {
  return from === 1 ? { from: 2, lines: lines.slice(1) } : { from, lines };
}
