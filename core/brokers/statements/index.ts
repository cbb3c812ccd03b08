export { stemOf as stemOfPayment } from './flex-cash.ts';
export { type FlexAdvice, flexCode } from './flex-codes.ts';
export { flexColumn, type FlexRecord, type FlexSection, flexSectionOf, readFlexRecords } from './flex-csv.ts';
export type { FlexAnswer, FlexEntry, FlexExclusion, FlexPosition, FlexTrade } from './flex-entry.ts';
export { looksLikeFlex, readFlex, readFlexAnswer } from './flex.ts';
export { StatementError, type StatementFault } from './statement-error.ts';
export { XML_LIMITS, type XmlLimits } from './xml.ts';
export { kiteSymbol } from './kite-symbol.ts';
