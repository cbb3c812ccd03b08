import { type Context, redactText } from '../../platform/index.ts';

/** A message between processes holds 8,000 bytes, and text may take three bytes a character. */
const MOST_CHARS = 1500;

interface ProgressFrame {
  run_id: string;
  /** `run` for the whole of it. */
  stage: string;
  event: 'started' | 'token' | 'done' | 'failed';
  /** Nothing secret. */
  text: string;
}

/** Tells how a run goes, to the sockets of its person alone. It never throws and changes nothing. */
export type PublishProgress = (userId: string, frame: ProgressFrame) => void;

/** Progress to the live sockets of a person in every process, in the order it is told (research/Worker behaviour 3). */
export function createPublisher({
  database,
  log,
}: Pick<Context, 'database' | 'log'>): PublishProgress & { sent(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  const publish = (userId: string, frame: ProgressFrame): void => {
    const payload = { user_id: userId, ...frame, text: redactText(frame.text).slice(0, MOST_CHARS) };
    last = last.then(
      async () =>
        await database.systemPool
          .query("select pg_notify('research_progress', $1)", [JSON.stringify(payload)])
          .catch((error: unknown) => log.debug({ err: error }, 'the progress of research is not told')),
    );
  };
  return Object.assign(publish, { sent: async () => void (await last) });
}
