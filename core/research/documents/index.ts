export { documentKey, isServedBy, keyText, withoutSecrets } from './document-key.ts';
export {
  createDocumentStore,
  type DocumentStore,
  LARGEST_DOCUMENT,
  PRUNING_RULE,
  type StoreLimits,
} from './document-store.ts';
export { createDocuments, type DocumentService, type DocumentTerms, type IssuerSites } from './documents.ts';
export {
  createEvidenceImport,
  EVIDENCE_IMPORT_HELP,
  evidenceImportWords,
  type ImportedDocument,
  type ImportedFile,
  importEvidence,
  NoFolder,
} from './import/index.ts';
export { readRobots, type Robots } from './robots.ts';
export type { TransportParts } from './transport.ts';
