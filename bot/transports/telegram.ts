import { type Bot, GrammyError } from 'grammy';
import type { Clock, ExclusiveWork, Log } from '../../core/platform/index.ts';
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
      allowed_updates: ['message', 'callback_query'],
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

/** Reads a file that a person sent. The address carries the bot token, so it is never put into a message or the log. */
export async function readTelegramFile(
  ctx: ChatContext,
  fileId: string,
  apiRoot: string,
  token: string,
): Promise<Buffer> {
  const file = await ctx.api.getFile(fileId);
  if (file.file_path === undefined) throw new Error('the file is no longer available');
  const response = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`, {
    signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the file could not be fetched: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
