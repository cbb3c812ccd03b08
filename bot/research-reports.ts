import type { Core } from '../core/core.ts';
import { type Actor, Problem } from '../core/platform/index.ts';

/** What a chat can send; Telegram takes no larger document. */
const LARGEST_FILE = 50 * 1024 * 1024;

type Runs = Core['research']['runs'] & {
  pdf?: (userId: string, runId: string) => Promise<{ filename: string; bytes: Uint8Array }>;
};
interface Thesis {
  setBaseline(userId: string, runId: string, actor: Actor): Promise<unknown>;
}
type Research = Core['research'] & { thesis?: Thesis };

/**
 * The report of a run as a file. @throws a Problem that says what is wrong: 404 RUN_NOT_FOUND, 409 NO_REPORT, and whatever
 * kept it from being printed
 */
export async function reportFile(
  core: Core,
  userId: string,
  runId: string,
): Promise<{ name: string; bytes: Buffer }> {
  const runs: Runs = core.research.runs;
  const failed = (why: string) =>
    new Problem(422, 'PDF_FAILED', `${why} The card and the dashboard have the whole report.`);
  if (runs.pdf === undefined) throw failed('This version makes no PDF.');
  let made: { filename: string; bytes: Uint8Array };
  try {
    made = await runs.pdf(userId, runId);
  } catch (error) {
    if (error instanceof Problem) throw error;
    core.log.error({ err: error, run: runId }, 'a report of research could not be sent as a PDF');
    throw failed('The PDF could not be made; the log says why.');
  }
  const { filename, bytes } = made;
  if (bytes.byteLength === 0) throw failed('The PDF came out empty.');
  if (bytes.byteLength > LARGEST_FILE) throw failed('The PDF is too large for a chat.');
  return { name: filename, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Makes a run the baseline of its share. @throws 404 RUN_NOT_FOUND; 409 where it is not COMPLETED */
export async function pinBaseline(core: Core, userId: string, runId: string, actor: Actor): Promise<void> {
  const { thesis }: Research = core.research;
  if (thesis === undefined) throw new Problem(409, 'NO_BASELINES', 'This version keeps no baselines.');
  await thesis.setBaseline(userId, runId, actor);
}
