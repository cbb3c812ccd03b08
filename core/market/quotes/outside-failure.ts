import { OutsideError, type OutsideErrorKind } from '../../platform/index.ts';
import type { QuoteFailure } from './quote.ts';

const FAILURES: Record<OutsideErrorKind, QuoteFailure> = {
  timeout: 'PROVIDER_TIMEOUT',
  network: 'PROVIDER_UNREACHABLE',
  rate_limited: 'PROVIDER_RATE_LIMITED',
  http: 'PROVIDER_ERROR',
  content_type: 'PROVIDER_MALFORMED',
  too_large: 'PROVIDER_MALFORMED',
  malformed: 'PROVIDER_MALFORMED',
};

/** What an instrument is told when its provider failed. @throws whatever is no fault of the outside. */
export function outsideFailure(error: unknown): QuoteFailure {
  if (error instanceof OutsideError) return FAILURES[error.kind];
  throw error;
}
