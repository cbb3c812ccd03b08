export { WorkbookFault } from './fault.ts';
export { WORKBOOK_LIMITS, type WorkbookLimits } from './limits.ts';
export type { SheetRow } from './sheet-rows.ts';
export { closeOldExcelReader, createOldExcelReader, openOldExcel } from './old-excel.ts';
export { openWorkbook, type Workbook } from './workbook.ts';
