export { camsKfintechCas, mfCentralCas } from './cas.ts';
export { isOfDepository, isSummaryOfCas, textOf } from './marks.ts';
