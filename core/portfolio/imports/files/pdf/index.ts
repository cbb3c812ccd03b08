export { readPdf, closePdfReader } from './pdf-text.ts';
export { PdfFault, type PdfFaultReason } from './pdf-fault.ts';
