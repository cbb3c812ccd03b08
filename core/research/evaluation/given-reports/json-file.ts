import { open } from 'node:fs/promises';
import { InputError } from './input-error.ts';

/** A report with every fact that it can cite takes less than one. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_DEPTH = 64;

/**
 * A file of JSON. A number may be too large for anybody else: `1e999` is one to JSON, and Infinity here.
 * @throws InputError with the path and what is wrong with it
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await textOf(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // The engine repeats the text around the fault, which may be anything.
    const place = /position \d+/.exec((error as Error).message)?.[0];
    throw new InputError(`${file} is not valid JSON${place === undefined ? '' : ` at ${place}`}.`);
  }
}

/**
 * The same value with a finite number in the place of each that is not, so that the rest can be read, and where they were.
 * Such a value is never judged.
 * @throws InputError where it is too deep
 */
export function withoutInfinity(file: string, value: unknown): { value: unknown; nonFinite: string[] } {
  const nonFinite: string[] = [];
  return { value: standIns(value, { file, path: '', depth: 0, nonFinite }), nonFinite };
}

async function textOf(file: string): Promise<string> {
  const reason = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown reason';
  const bytes = await bytesOf(file).catch((error: unknown) => {
    if (error instanceof InputError) throw error;
    throw new InputError(`${file} cannot be read (${reason(error)}).`, { cause: error });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${file} is not text in UTF-8.`);
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new InputError(`${file} is not a file.`);
    if (stats.size > MOST_BYTES)
      throw new InputError(`${file} is larger than ${MOST_BYTES / 1024 / 1024} MB.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Any number that every field of a report takes. */
const STAND_IN = 1;

function standIns(
  value: unknown,
  at: { file: string; path: string; depth: number; nonFinite: string[] },
): unknown {
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    at.nonFinite.push(at.path);
    return STAND_IN;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (at.depth >= MOST_DEPTH)
    throw new InputError(`${at.file} has more than ${MOST_DEPTH} objects and lists within each other.`);
  const inner = (name: string, one: unknown) =>
    standIns(one, {
      ...at,
      path: at.path === '' ? name : `${at.path}.${name}`,
      depth: at.depth + 1,
    });
  return Array.isArray(value)
    ? value.map((one, nr) => inner(String(nr), one))
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(name, one)]));
}
