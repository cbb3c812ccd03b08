/** Reports that are compared: read, held back by the gate, and made such that nobody can tell whose they are. */
export { gateDefects } from './gate.ts';
export { InputError } from './input-error.ts';
export { readJsonFile } from './json-file.ts';
export { blind, type JudgedFact, type JudgedReport } from './judged-report.ts';
export { type GivenReport, readReportFile } from './report-file.ts';
