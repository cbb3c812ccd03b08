import { type Bot, GrammyError } from 'grammy';
import { type Clock, type ExclusiveWork, type Log, Problem } from '../../core/platform/index.ts';
import type { CommandMenus } from '../command-menu.ts';
import type { ChatContext } from '../context.ts';
import type { ChatQueues } from '../chat-queues.ts';

const DOWNLOAD_TIMEOUT_MS = 60_000;
const LONGEST_BACKOFF_MS = 60_000;

interface PollingOptions {
  bot: Bot<ChatContext>;
  log: Log;
  clock: Clock;
  menus: CommandMenus;
  onName?: (username: string) => Promise<void>;
  turns: Pick<ChatQueues, 'resume'>;
  /** Seconds the server may hold an empty poll. */
  timeout?: number;
  /** First pause after a conflict or a failed start; doubles up to a minute. */
  backoffMs?: number;
}

/**
 * Long polling: one update after the other is handed to its chat's turn. Another poller on the same token (409) or an unreachable server is
 * waited out with growing pauses; a refused token ends it, since no waiting mends that.
 */
export function pollTelegram({
  bot,
  log,
  clock,
  menus,
  onName,
  turns,
  timeout = 30,
  backoffMs = 1000,
}: PollingOptions): ExclusiveWork {
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let stopping = false;
  let polling: Promise<void> | null = null;
  const pause = async (ms: number): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([over, stopped]);
    clearTimeout(timer);
  };

  const started = async (): Promise<void> => {
    await menus
      .start()
      .catch((error: unknown) => log.warn({ err: error }, 'the command menus were not published'));
    await onName?.(bot.botInfo.username).catch((error: unknown) =>
      log.warn({ err: error }, 'the name of the bot could not be stored'),
    );
    log.info({ bot: bot.botInfo.username }, 'Telegram polling has started');
  };

  /** Polls until it is stopped or fails. The first call asks for the bot's own name, which start() would do for ever. */
  const poll = async (): Promise<void> => {
    if (!bot.isInited()) {
      const me = await Promise.race([bot.api.getMe(), stopped]);
      if (me === undefined) return;
      bot.botInfo = me;
    }
    if (stopping) return;
    await turns.resume(bot);
    if (stopping) return;
    polling = bot.start({
      timeout,
      allowed_updates: ['message', 'edited_message', 'callback_query'],
      onStart: () => void started(),
    });
    await polling;
  };

  return {
    async run() {
      let wait = backoffMs;
      while (!stopping) {
        const begun = clock.now().getTime();
        try {
          await poll();
        } catch (error) {
          const code = error instanceof GrammyError ? error.error_code : 0;
          if (stopping) return;
          if (code === 401 || code === 404) {
            log.error('Telegram rejected the bot token. Correct PORTFOLIO_CHAT_BOT_TOKEN and restart.');
            return await stopped;
          }
          if (clock.now().getTime() - begun > LONGEST_BACKOFF_MS) wait = backoffMs;
          const why = code === 409 ? 'another program polls with the same bot token' : 'polling failed';
          log.warn({ err: error, wait_ms: wait }, why);
          await pause(wait);
          wait = Math.min(wait * 2, LONGEST_BACKOFF_MS);
        }
      }
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      menus.stop();
      stop();
      if (polling === null) return;
      // stop() resolves while a handler still runs: the promise of start() is what tells that all is done.
      await bot.stop().catch(() => undefined);
      await polling.catch(() => undefined);
    },
  };
}

/**
 * Reads a file that a person sent. The address carries the bot token, so it is never put into a message or the log.
 * @throws Problem 410 FILE_GONE for a file that Telegram no longer has, 502 FILE_NOT_DELIVERED where it does not send it
 */
export async function readTelegramFile(
  ctx: ChatContext,
  fileId: string,
  apiRoot: string,
  token: string,
): Promise<Buffer> {
  const path = await filePath(ctx, fileId);
  const response = await fetch(`${apiRoot}/file/bot${token}/${path}`, {
    signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
  }).catch(() => null);
  if (response?.status === 404 || response?.status === 410) throw fileGone();
  const bytes = response?.ok === true ? await response.arrayBuffer().catch(() => null) : null;
  if (bytes === null)
    throw new Problem(
      502,
      'FILE_NOT_DELIVERED',
      'Telegram did not deliver this file. Send it again in a moment.',
    );
  return Buffer.from(bytes);
}

const fileGone = (): Problem =>
  new Problem(410, 'FILE_GONE', 'Telegram no longer has this file. Send it again.');

/** Where Telegram keeps a file. */
async function filePath(ctx: ChatContext, fileId: string): Promise<string> {
  try {
    const { file_path: path } = await ctx.api.getFile(fileId);
    if (path !== undefined) return path;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    if (error.description.includes('too big'))
      throw new Problem(
        413,
        'FILE_TOO_LARGE',
        'Telegram gives me files of at most 20 MB. Import it on the dashboard.',
      );
  }
  throw fileGone();
}
