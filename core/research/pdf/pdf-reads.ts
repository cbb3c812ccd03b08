import { conflict, type Context, createCache, Problem } from '../../platform/index.ts';
import {
  findRun,
  payloadOf,
  readStored,
  reportHashOf,
  requireEnabled,
  type ResearchRunModel,
  type ResearchStatus,
  runIdOf,
  UNFINISHED,
} from '../runs/index.ts';
import { whyUnprintable } from './preflight.ts';
import type { PrintReport } from './printed-report.ts';

interface PrintedFile {
  /** Such as `TCS-ai-12.pdf`; letters, digits, points and hyphens alone. */
  filename: string;
  bytes: Uint8Array;
}

/** Files that are kept: whoever downloads one asks for it again soon, or never. */
const MOST_FILES = 32;
const MOST_BYTES = 32 * 2 ** 20;

/** Reports of runs as files. */
export function createPdfReads(
  { config, database }: Pick<Context, 'config' | 'database'>,
  { print }: { print: PrintReport },
) {
  const printed = createCache<Uint8Array>({
    most: MOST_FILES,
    mostSize: MOST_BYTES,
    sizeOf: ({ byteLength }) => byteLength,
  });

  async function printRun(userId: string, run: ResearchRunModel): Promise<Uint8Array> {
    const payload = await database.readAsUser(userId, (trx) => payloadOf(trx, run.id));
    // A large report is read in steps and printed in a thread, so that nobody else waits for it.
    const { stored, problem } = await readStored(payload);
    if (stored === null)
      throw conflict(
        'REPORT_NOT_PRINTABLE',
        problem === null
          ? 'The report no longer exists.'
          : 'The stored report cannot be read. Retry the run.',
      );
    const why = whyUnprintable(stored);
    if (why !== null) throw conflict('REPORT_NOT_PRINTABLE', why);
    try {
      return await print({
        run_id: runIdOf(run.id),
        symbol: run.symbol,
        company_name: run.subject.name,
        status: run.status,
        as_of: run.as_of?.toISOString() ?? null,
        required_pct: run.required_pct,
        stored,
      });
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'The report could not be printed. Try again.';
      throw new Problem(503, 'UNAVAILABLE', detail, { cause: error, retryAfter: 5 });
    }
  }

  return {
    /**
     * The report of a run as a PDF, whatever its status, once it has ended with one. Whoever asks for the same at once waits
     * for one printing.
     * @throws 404 RUN_NOT_FOUND, 409 AI_RESEARCH_OFF, 409 NO_REPORT, 409 REPORT_NOT_PRINTABLE where a required section is
     * missing or the payload is not whole, 503 UNAVAILABLE where printing fails
     */
    async pdf(userId: string, runId: string): Promise<PrintedFile> {
      requireEnabled(config);
      const { run, hash } = await database.readAsUser(userId, async (trx) => {
        const found = await findRun(trx, runId);
        return { run: found, hash: await reportHashOf(trx, found.id) };
      });
      if (UNFINISHED.includes(run.status) || hash === null) throw conflict('NO_REPORT', noReport(run.status));
      const bytes = await printed.read(
        run.id,
        `${hash} ${run.status} ${run.required_pct}`,
        async () => await printRun(userId, run),
      );
      return { filename: filenameOf(run.symbol, runIdOf(run.id)), bytes };
    },
  };
}

function noReport(status: ResearchStatus): string {
  if (UNFINISHED.includes(status)) return 'The run has not ended yet. Download its report once it has.';
  return 'The run ended without a report, so there is nothing to print. Retry it to get one.';
}

/** Of any symbol, a name that every system takes. */
export function filenameOf(symbol: string, runId: string): string {
  const safe = symbol
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 40);
  return `${safe === '' ? 'report' : safe}-${runId}.pdf`;
}
