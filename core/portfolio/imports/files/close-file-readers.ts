import { closeOldExcelReader } from '../../../platform/index.ts';
import { closePdfReader } from './pdf/index.ts';
import { closeStatementReader } from './statement-queue.ts';

/** Ends the threads that read files; each starts again with the next file. */
export async function closeFileReaders(): Promise<void> {
  await Promise.all([closePdfReader(), closeOldExcelReader(), closeStatementReader()]);
}
