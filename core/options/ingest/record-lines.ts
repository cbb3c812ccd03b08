import { setTimeout as sleep } from 'node:timers/promises';
import { open } from 'node:fs/promises';

/** A line of a file of records. */
export type RecordLine =
  | { nr: number; value: unknown }
  /** What is no JSON, or too long to be a record. */
  | { nr: number; wrong: string };

/** A longer line is no record: it is passed over without being kept in memory. */
export const LONGEST_LINE = 256 * 1024;
const NEWLINE = 10;
/** A growing file is looked at so often. */
const LOOK_MS = 500;
const CHUNK = 128 * 1024;

/**
 * Reads JSON lines from bytes as they come, in bounded memory: the lines that end in each part of them. Empty lines are
 * passed over.
 * @param isGrowing the last line may be in the middle of being written, and is then left out
 */
export async function* recordLines(
  bytes: AsyncIterable<Buffer>,
  isGrowing = false,
): AsyncGenerator<RecordLine[]> {
  let parts: Buffer[] = [];
  let length = 0;
  let nr = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length > LONGEST_LINE) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const take = (lines: RecordLine[]) => {
    nr += 1;
    const isTooLong = length > LONGEST_LINE;
    const text = Buffer.concat(parts).toString('utf8').trim();
    parts = [];
    length = 0;
    if (isTooLong)
      lines.push({ nr, wrong: `The line is longer than ${LONGEST_LINE / 1024} kB, the limit for a record.` });
    else if (text !== '') lines.push(parsed(nr, text));
  };
  for await (const chunk of bytes) {
    const lines: RecordLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      take(lines);
      from = end + 1;
    }
    // A copy: who reads may use its memory again.
    keep(Buffer.from(chunk.subarray(from)));
    if (lines.length > 0) yield lines;
  }
  if (length === 0 || isGrowing) return;
  const last: RecordLine[] = [];
  take(last);
  yield last;
}

function parsed(nr: number, text: string): RecordLine {
  try {
    return { nr, value: JSON.parse(text) as unknown };
  } catch {
    return { nr, wrong: 'The line is not JSON.' };
  }
}

/**
 * The bytes of a file, and what is written to it from then on, until the signal. A file that has become shorter was begun
 * anew, and is read from its start.
 */
export async function* followFile(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let at = 0;
  while (!signal.aborted) {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size < at) {
        at = 0;
        // It ends the line that was under way, which will never be finished: the first of the new ones must not be part of it.
        yield Buffer.from('\n');
      }
      while (at < size && !signal.aborted) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
