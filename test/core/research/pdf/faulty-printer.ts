/** A printing thread that does what the symbol of a report says. */
import { parentPort, threadId } from 'node:worker_threads';
import type { PrintedReport } from '../../../../core/research/pdf/index.ts';
import type { PrintAnswer, PrintTask } from '../../../../core/research/pdf/report-thread.ts';

const port = parentPort;
const answer = (told: PrintAnswer): void => port?.postMessage(told);
const printed = (words: string): void => answer({ pdf: new Uint8Array(Buffer.from(words)) });

port?.on('message', ({ json }: PrintTask) => {
  const { symbol } = JSON.parse(json) as PrintedReport;
  if (symbol === 'throw') answer({ error: 'a font is missing' });
  else if (symbol === 'crash') process.exit(3);
  else if (symbol === 'which') printed(String(threadId));
  else if (symbol === 'hang') for (;;);
  else if (symbol === 'hog') {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, nr) => nr + kept.length));
  } else printed(symbol);
});
