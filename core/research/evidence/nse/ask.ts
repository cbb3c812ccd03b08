import { OutsideError } from '../../../platform/index.ts';
import {
  DocumentNotKept,
  type Documents,
  type DocumentSource,
  type EvidenceDocument,
  type EvidenceProviderName,
  type SourceFailure,
} from '../../port/index.ts';

const LIST_BYTES = 16 * 1024 * 1024;
/** Lists are asked for anew after an hour; a filing never changes. */
const LIST_FRESH_MS = 3_600_000;

/** What a source answered, or why it did not. */
type Answer = { document: EvidenceDocument; failure: null } | { document: null; failure: SourceFailure };

export interface Asking {
  provider: EvidenceProviderName;
  documents: Documents;
  signal: AbortSignal | undefined;
}

/** A list of an exchange. @throws the reason of the signal. */
export function askList(asking: Asking, source: DocumentSource, path: string): Promise<Answer> {
  return ask(asking, { source, path, accept: /json/i, maxBytes: LIST_BYTES, freshForMs: LIST_FRESH_MS });
}

/** One document, or what failed. */
export async function ask(
  { provider, documents, signal }: Asking,
  request: Parameters<Documents['get']>[0],
): Promise<Answer> {
  signal?.throwIfAborted();
  try {
    return { document: await documents.get(request, signal), failure: null };
  } catch (error) {
    if (error instanceof DocumentNotKept) return notKept(provider, error.message);
    if (error instanceof OutsideError)
      return { document: null, failure: { provider, kind: error.kind, message: error.message } };
    throw error;
  }
}

function notKept(provider: EvidenceProviderName, message: string): Answer {
  return { document: null, failure: { provider, kind: 'NOT_KEPT', message } };
}

/** JSON of a body; null where it is none. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
