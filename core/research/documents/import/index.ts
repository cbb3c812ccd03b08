export { createEvidenceImport, type ImportedDocument, type ImportedFile } from './evidence-import.ts';
export { NoFolder } from './evidence-folder.ts';
export { EVIDENCE_IMPORT_HELP, evidenceImportWords, importEvidence } from './import-command.ts';
