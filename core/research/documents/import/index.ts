export { NoFolder } from './evidence-folder.ts';
export { EVIDENCE_IMPORT_HELP, evidenceImportWords, importEvidence } from './import-command.ts';
