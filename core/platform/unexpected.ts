import type { Log } from './log.ts';

/** Where an error came up that no rule foresaw. `process`: in an event or a promise that nobody waits for. */
const UNEXPECTED_IN = ['request', 'stream', 'chat', 'job', 'process'] as const;
type UnexpectedIn = (typeof UNEXPECTED_IN)[number];

const counts = new Map<UnexpectedIn, number>(UNEXPECTED_IN.map((place) => [place, 0]));

/** Counts an unexpected error of one request, stream, chat update or job, which fails alone. The caller logs it. */
export function countUnexpected(place: UnexpectedIn): void {
  counts.set(place, (counts.get(place) ?? 0) + 1);
}

/** Unexpected errors of this process since its start, by place. */
export const unexpectedErrors = (): ReadonlyMap<UnexpectedIn, number> => counts;

/** Codes after which nothing in the process can be relied on. */
const FATAL: ReadonlySet<unknown> = new Set([
  'ENOMEM',
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_INTERNAL_ASSERTION',
]);
const NO_MEMORY = /Array buffer allocation failed/;

/**
 * The last guard of a process that serves many: an error that nobody caught is logged and counted, and the roles go on. Out of
 * memory, or with a fault of Node itself, the process ends with code 1, for whoever runs it to start it again. To be
 * installed once the start has succeeded: an error before that ends the process.
 * @returns removes it
 */
export function installLastGuard(
  log: Pick<Log, 'error' | 'fatal'>,
  exit: (code: number) => void = (code) => process.exit(code),
): () => void {
  // Rejections that nobody handles come this way too.
  const heard = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
    if (FATAL.has(code) || (error instanceof RangeError && NO_MEMORY.test(String(message)))) {
      log.fatal({ err: error, origin }, 'this process cannot go on');
      exit(1);
      return;
    }
    countUnexpected('process');
    log.error({ err: error, origin }, 'an error that nobody handled; the process goes on');
  };
  process.on('uncaughtException', heard);
  return () => process.off('uncaughtException', heard);
}
