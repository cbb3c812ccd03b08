import type { Core } from '../core/assembly/index.ts';
import { Problem } from '../core/platform/index.ts';

/** What a chat can send; Telegram takes no larger document. */
const LARGEST_FILE = 50 * 1024 * 1024;

/**
 * The report of a run as a file. @throws 404 RUN_NOT_FOUND, 409 NO_REPORT, 409 REPORT_NOT_PRINTABLE, 503 where it could not be
 * printed, 422 PDF_NOT_SENT for what a chat does not take
 */
export async function reportFile(
  { research }: Pick<Core, 'research'>,
  userId: string,
  runId: string,
): Promise<{ name: string; bytes: Buffer }> {
  const { filename, bytes } = await research.runs.pdf(userId, runId);
  const why =
    bytes.byteLength === 0
      ? 'The PDF came out empty.'
      : bytes.byteLength > LARGEST_FILE
        ? 'The PDF is too large for a chat.'
        : null;
  if (why !== null) throw new Problem(422, 'PDF_NOT_SENT', `${why} The dashboard has the whole report.`);
  return { name: filename, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
