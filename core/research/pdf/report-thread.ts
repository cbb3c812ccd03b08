/** The thread that prints reports of research; printing.ts starts it and tells it what to print. */
import { parentPort } from 'node:worker_threads';
import { printReport } from './print-report.ts';
import type { PrintedReport } from './printed-report.ts';
import { readFonts } from './type/font-files.ts';

export interface PrintTask {
  /** A PrintedReport. */
  json: string;
  payload_hash: string;
}

export type PrintAnswer = { pdf: Uint8Array } | { error: string };

/** The longest words of a failure that are passed on: they may repeat what the report says. */
const LONGEST_WORDS = 300;

function serve(port: NonNullable<typeof parentPort>): void {
  const fonts = readFonts();
  const answerTo = async ({ json, payload_hash }: PrintTask): Promise<PrintAnswer> => {
    try {
      return { pdf: await printReport(JSON.parse(json) as PrintedReport, payload_hash, fonts) };
    } catch (error) {
      return { error: (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_WORDS) };
    }
  };
  port.on('message', (task: PrintTask) => {
    void answerTo(task).then((answer) =>
      // The memory itself moves, instead of being copied once more.
      port.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer as ArrayBuffer] : []),
    );
  });
}

if (parentPort !== null) serve(parentPort);
