import { openOldExcel } from '../../../platform/index.ts';
import type { ImportReading } from '../rows/index.ts';
import { looksLikeFlex } from '../../../brokers/statements/index.ts';
import { marketFileKind } from '../../../market/index.ts';
import { decodeText } from './decode.ts';
import { ImportRefusal } from './refusal.ts';
import { firstBytes } from './first-bytes.ts';
import { readFlexImport } from './flex-statement.ts';
import { findLayout } from './layout.ts';
import { DEFAULT_LIMITS, type ImportLimits } from './limits.ts';
import { readPdfFile } from './pdf-file.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import type { ReadOptions } from './read-options.ts';
import { readRows, type RowsRead } from './read-rows.ts';
import { TableReader } from './table.ts';
import { readTextStatement } from './text-statement.ts';
import { readWorkbook } from './workbook-file.ts';

// More than the longest cell may be, so that an open quote in the header shows.
const SAMPLE = 128 * 1024;

/**
 * Reads a file of holdings or transactions: CSV, a workbook, a Flex statement (XML), a PDF, or another statement. It understands
 * the file's encoding, delimiter and format, then hands out its rows in batches, so that memory does not grow with a table
 * (spec: csv/upload, Import and ledger rules).
 *
 * Throws ImportRefusal for a file that cannot be imported as a whole; the batches throw it too when a later part
 * breaks a limit, and then nothing of the file may be kept. The source is closed when reading ends early.
 */
export async function readImport(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ImportReading> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { kind, bytes } = await firstBytes(source);
  if (kind === 'zip') return await readWorkbook(bytes, options, limits);
  if (kind === 'old_excel') return await readWorkbook(bytes, options, limits, openOldExcel);
  if (kind === 'pdf') return await readPdfFile(bytes, options, limits);
  const text = decodeText(bytes, limits.bytes);
  try {
    return await readText(text, options, limits);
  } catch (error) {
    await text.return(undefined);
    throw error;
  }
}

async function readText(
  text: AsyncGenerator<string>,
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  let sample = '';
  let ended = false;
  while (sample.length < SAMPLE && !ended) {
    const next = await text.next();
    ended = next.done === true;
    if (!next.done) sample += next.value;
  }
  if (looksLikeFlex(sample)) return await readFlexImport(joined(sample, text), options, limits);
  if (options.type === 'auto') refuseMarketFile(sample.slice(0, SAMPLE));
  const statement = await readTextStatement(sample, ended ? null : text, options, limits);
  if (statement !== null) return statement;
  const layout = findLayout(sample.slice(0, SAMPLE), ended && sample.length <= SAMPLE, options.type, limits);
  await yieldToEventLoop();
  const rows = csvRows(sample, ended ? null : text, new TableReader(layout, limits));
  try {
    return await readRows(rows, layout, options);
  } catch (error) {
    await rows.return(undefined);
    throw error;
  }
}

async function* csvRows(
  sample: string,
  rest: AsyncGenerator<string> | null,
  table: TableReader,
): AsyncGenerator<RowsRead> {
  try {
    yield { rows: table.push(sample), characters: sample.length };
    for await (const chunk of rest ?? []) {
      await yieldToEventLoop();
      yield { rows: table.push(chunk), characters: chunk.length };
    }
    yield { rows: table.end(), characters: 0 };
  } finally {
    await rest?.return(undefined);
  }
}

async function* joined(sample: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield sample;
  yield* rest;
}

/** Prices are everybody's, and no person's trades or holdings. @throws ImportRefusal MARKET_DATA_FILE */
function refuseMarketFile(sample: string): void {
  if (marketFileKind(sample) === null) return;
  throw new ImportRefusal(
    'MARKET_DATA_FILE',
    'This file holds prices or a list of an exchange, not your trades or holdings. Import it as market data: on the Import ' +
      'page, in the chat, or with npm run import-prices or import-instruments.',
  );
}
