import {
  createThreadQueue,
  threadBeside,
  type ThreadEnded,
  type ThreadLimits,
  type Timers,
} from '../../platform/index.ts';
import type { DocumentRead, DocumentToRead, ParserName } from './document-parser.ts';
import { MalformedDocument, UnreadDocument } from './malformed.ts';

const THREAD = threadBeside(import.meta.url, 'parsing-thread');

export interface ParsingLimits extends ThreadLimits {
  /** Largest document. The facts of the largest companies are some ten MB. */
  maxBytes: number;
  /** Longest answer, in characters: it is read by the thread that everybody waits for. */
  maxAnswer: number;
}

export const PARSING_LIMITS: ParsingLimits = {
  maxBytes: 64 * 2 ** 20,
  maxAnswer: 16 * 2 ** 20,
  heapMb: 768,
  deadlineMs: 60_000,
  idleMs: 60_000,
};

/** Reads large documents in a thread of its own, one after the other, so that nobody else is held up. */
export interface Parsing {
  /**
   * @param args what JSON can hold
   * @throws MalformedDocument where the parser throws, UnreadDocument where the document passes a limit or the thread ends;
   * the signal's reason where it is aborted. The documents that wait behind it are read all the same.
   */
  read: <Args, Result>(
    parser: ParserName<Args, Result>,
    body: Uint8Array,
    args: Args,
    signal?: AbortSignal,
  ) => Promise<Result>;
  /** Ends the thread. What is not read yet fails. */
  close: () => Promise<void>;
}

/** The thread starts with the first document, and again with the next one after it ended. */
export function createParsing({
  limits = PARSING_LIMITS,
  thread = THREAD,
  ...options
}: {
  timers?: Pick<Timers, 'sleep'>;
  limits?: ParsingLimits;
  thread?: URL;
} = {}): Parsing {
  const queue = createThreadQueue<DocumentToRead, DocumentRead>({
    thread,
    limits,
    explain: (ended) => unread(ended, limits),
    ...options,
  });
  let isClosed = false;
  return {
    async read<Args, Result>(
      parser: ParserName<Args, Result>,
      body: Uint8Array,
      args: Args,
      signal?: AbortSignal,
    ) {
      signal?.throwIfAborted();
      if (isClosed) throw new UnreadDocument('CLOSED', 'Munim is about to stop.');
      if (body.byteLength > limits.maxBytes)
        throw new UnreadDocument('TOO_LARGE', `The document is too large: it has ${body.byteLength} bytes.`);
      // A copy, which is handed over whole: the caller keeps what it has, and may change it while this one waits.
      const asked: DocumentToRead = {
        parser: parser.name,
        body: new Uint8Array(body),
        // A parser without arguments has none.
        args: JSON.stringify(args ?? null),
        maxAnswer: limits.maxAnswer,
      };
      const json = await queue.run<string>({
        ask: (post) => post(asked, [asked.body.buffer as ArrayBuffer]),
        take: outcomeOf,
        signal,
      });
      return JSON.parse(json) as Result;
    },
    async close() {
      isClosed = true;
      await queue.close();
    },
  };
}

function outcomeOf(answer: DocumentRead): { result: string } | { error: Error } {
  if ('json' in answer) return { result: answer.json };
  if ('malformed' in answer) return { error: new MalformedDocument(answer.malformed) };
  return { error: new UnreadDocument('TOO_LARGE', `The document is too large: ${answer.too_large}.`) };
}

function unread({ reason, message }: ThreadEnded, { deadlineMs }: ParsingLimits): UnreadDocument {
  switch (reason) {
    case 'OUT_OF_MEMORY':
      return new UnreadDocument('TOO_LARGE', 'The document needs more memory than Munim allows.');
    case 'TOO_SLOW': {
      const seconds = Math.round(deadlineMs / 1000);
      return new UnreadDocument('TOO_SLOW', `Reading the document took longer than ${seconds} seconds.`);
    }
    case 'CLOSED':
      return new UnreadDocument('CLOSED', 'Munim is about to stop.');
    case 'FAILED':
      return new UnreadDocument('THREAD_ENDED', `The document could not be read: ${message}.`);
  }
}
