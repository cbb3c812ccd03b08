export { documentKey, isServedBy, keyText, withoutSecrets } from './document-key.ts';
export { createDocumentStore } from './document-store.ts';
export { createDocuments, type DocumentService, type DocumentTerms } from './documents.ts';
export { EVIDENCE_IMPORT_HELP, evidenceImportWords, importEvidence, NoFolder } from './import/index.ts';
export { readRobots } from './robots.ts';
