/** The thread in which PDFs are read; pdf-reader.ts starts it and tells it what to read. */
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../../platform/worker-thread.ts';
import { boundByteArrays, encloseThread } from './enclosure.ts';
import { PdfFault } from './pdf-fault.ts';
import { PDF_LIMITS } from './pdf-limits.ts';
import type { PdfAnswer, PdfToRead } from './pdf-messages.ts';
import { readPages } from './read-pages.ts';

function serve(port: NonNullable<typeof parentPort>): void {
  lowerThreadPriority({ isAwaited: true });
  encloseThread();
  const allocations = boundByteArrays(PDF_LIMITS.unpackedBytes);
  const answer = (one: PdfAnswer): void =>
    port.postMessage(one, 'page' in one ? [one.page.places.buffer as ArrayBuffer] : []);
  const read = async (asked: PdfToRead): Promise<void> => {
    allocations.refused = 0;
    try {
      for await (const page of readPages(asked, () => allocations.refused > 0)) answer({ page });
      answer({ isDone: true });
    } catch (error) {
      const { reason, message } =
        error instanceof PdfFault
          ? error
          : new PdfFault('UNREADABLE', 'This PDF is damaged or incomplete, so its text cannot be read.');
      answer({ fault: reason, message });
    }
  };
  port.on('message', (asked: PdfToRead) => void read(asked));
}

if (parentPort !== null) serve(parentPort);
