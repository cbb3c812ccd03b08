export {
  type AfterBatch,
  type BeforeBatch,
  createIngest,
  type Ingest,
  ingestedView,
  ingestInput,
  MOST_RECORDS,
  recordKindsView,
  takingRecords,
  type TakeRecords,
} from './ingest.ts';
export { hasOtherRecords } from './other-records.ts';
export { INGEST_HELP, ingestFile, ingestWords } from './ingest-command.ts';
export { createRecordParser, type RecordParser } from './record-parser.ts';
export { followFile, LONGEST_LINE, type RecordLine, recordLines } from './record-lines.ts';
export {
  createIngestTokens,
  type IngestTokens,
  newTokenView,
  sessionOfIngest,
  type NewTokenView as NewIngestTokenView,
  tokenInput,
  tokenList,
  type TokenView as IngestTokenView,
  unknownIngestToken,
} from './tokens.ts';
