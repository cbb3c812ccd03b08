export {
  type AfterBatch,
  type BeforeBatch,
  createIngest,
  type Ingest,
  type Ingested,
  ingestedView,
  ingestInput,
  MOST_RECORDS,
  recordKindsView,
  takingRecords,
  type TakeRecords,
} from './ingest.ts';
export { hasOtherRecords } from './other-records.ts';
export { parseRecord, type Rejection } from './parse-record.ts';
export { INGEST_HELP, ingestFile, type IngestWords, ingestWords } from './ingest-command.ts';
export { createRecordParser, type RecordParser } from './record-parser.ts';
export { followFile, LONGEST_LINE, type RecordLine, recordLines } from './record-lines.ts';
export {
  createIngestTokens,
  type IngestTokens,
  newTokenView,
  type NewTokenView as NewIngestTokenView,
  tokenInput,
  tokenList,
  tokenView,
  type TokenView as IngestTokenView,
} from './tokens.ts';
