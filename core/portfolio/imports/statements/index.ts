export { STATEMENTS, statementOf } from './statements.ts';
export {
  type Sheet,
  type StatementFiles,
  type StatementFormat,
  type StatementFormatOf,
  type StatementKind,
  type StatementReading,
  StatementRefusal,
  type TextRun,
} from './statement.ts';
export { unreadStatement } from './unread-statements.ts';
