import { OutsideError } from '../../platform/index.ts';
import { DocumentNotKept, NotAllowedByRobots } from './document.ts';
import { MalformedDocument } from './malformed.ts';
import type { EvidenceProviderName } from './packet.ts';
import type { SourceFailure } from './provider.ts';

/**
 * What a provider tells of a source that failed it.
 * @throws the error itself where it is a fault of ours or the run was stopped.
 */
export function sourceFailure(provider: EvidenceProviderName, error: unknown): SourceFailure {
  if (error instanceof DocumentNotKept) {
    const kind = error.switchedOff === null ? 'NOT_KEPT' : 'SWITCHED_OFF';
    return { provider, kind, message: error.message };
  }
  if (error instanceof MalformedDocument) return { provider, kind: 'malformed', message: error.message };
  if (error instanceof NotAllowedByRobots) return { provider, kind: 'NOT_ALLOWED', message: error.message };
  if (error instanceof OutsideError) return { provider, kind: error.kind, message: error.message };
  throw error;
}
