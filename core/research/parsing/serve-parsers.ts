import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/worker-thread.ts';
import type { DocumentRead, DocumentToRead, ParserTable } from './document-parser.ts';

/** The longest words of a failure that are passed on: they may repeat what the document says. */
const LONGEST_WORDS = 300;

/** Reads one document after the other in the thread that calls it. */
export function serveParsers(parsers: ParserTable): void {
  const port = parentPort;
  // Loaded by who starts the thread, for its names alone.
  if (port === null) return;
  // A run waits for it, and gives a document up that takes too long: at the lowest priority each would on a busy machine.
  lowerThreadPriority({ isAwaited: true });
  port.on('message', (asked: DocumentToRead) => port.postMessage(answerTo(parsers, asked)));
}

function answerTo(parsers: ParserTable, { parser, body, args, maxAnswer }: DocumentToRead): DocumentRead {
  try {
    const read = parsers.get(parser);
    if (read === undefined) throw new Error(`there is no parser ${parser}`);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const json = JSON.stringify(read(bytes, JSON.parse(args) as never) ?? null);
    if (json.length > maxAnswer) return { too_large: `it gives ${json.length} characters of figures` };
    return { json };
  } catch (error) {
    return { malformed: (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_WORDS) };
  }
}
