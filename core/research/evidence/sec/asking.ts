import { MalformedDocument, type Parsing, type ParserName, UnreadDocument } from '../../parsing/index.ts';
import {
  type Acquired,
  type DocumentRequest,
  type Documents,
  type EvidenceDocument,
  type SourceFailure,
  sourceFailure,
} from '../../port/index.ts';

/** A document and what it says. */
export interface Got<Result> {
  document: EvidenceDocument;
  result: Result;
}

/** Gets a document and reads it. Null where that did not work: why is among the failures or the refusals. */
export type Asking = <Args, Result>(
  request: Omit<DocumentRequest, 'accept'>,
  parser: ParserName<Args, Result>,
  args: Args,
) => Promise<Got<Result> | null>;

const JSON_TYPE = /json/i;
/** The facts of the largest companies have some ten MB. */
const MAX_BYTES = 64 * 2 ** 20;

export function asking(
  parsing: Parsing,
  documents: Documents,
  found: Acquired,
  signal?: AbortSignal,
): Asking {
  return async (request, parser, args) => {
    try {
      const document = await documents.get({ maxBytes: MAX_BYTES, ...request, accept: JSON_TYPE }, signal);
      return { document, result: await parsing.read(parser, document.body, args, signal) };
    } catch (error) {
      // Who asked has gone.
      signal?.throwIfAborted();
      if (error instanceof MalformedDocument) {
        const source_id = `sec:${request.path}`;
        found.refused.push({ provider: 'sec', source_id, reason: 'MALFORMED', detail: error.message });
      } else found.failures.push(failureOf(error));
      return null;
    }
  };
}

const UNREAD = {
  TOO_LARGE: 'too_large',
  TOO_SLOW: 'timeout',
  THREAD_ENDED: 'malformed',
  CLOSED: 'timeout',
} as const;

/** What is told of a document that did not come or was not read. @throws as `sourceFailure`. */
export function failureOf(error: unknown): SourceFailure {
  if (error instanceof UnreadDocument)
    return { provider: 'sec', kind: UNREAD[error.reason], message: error.message };
  return sourceFailure('sec', error);
}
