export { documentKey, isServedBy, keyText, withoutSecrets } from './document-key.ts';
export {
  createDocumentStore,
  type DocumentStore,
  LARGEST_DOCUMENT,
  PRUNING_RULE,
  type StoreLimits,
} from './document-store.ts';
export { createDocuments, type DocumentService, type DocumentTerms } from './documents.ts';
export type { TransportParts } from './transport.ts';
