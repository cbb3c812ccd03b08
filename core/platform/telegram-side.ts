import type { Config } from './config.ts';

/** What the Telegram side does: answers commands, or only sends notifications through a bot that another program polls. */
interface TelegramSide {
  mode: 'COMMANDS' | 'NOTIFICATIONS';
  /** A secret: it goes to the Bot API and nowhere else. */
  token: string;
}

/**
 * How Telegram is switched on; null where it is off. Without a bot of its own nothing is polled and no menu published:
 * the bot of TELEGRAM_BOT_TOKEN may belong to another program (spec: Chat-messaging commands and scheduler).
 */
export function telegramSide(config: Config): TelegramSide | null {
  const { PORTFOLIO_CHAT_ENABLED: isOn, PORTFOLIO_CHAT_BOT_TOKEN: own, TELEGRAM_BOT_TOKEN: shared } = config;
  if (!isOn) return null;
  if (own !== null) return { mode: 'COMMANDS', token: own };
  return shared === null ? null : { mode: 'NOTIFICATIONS', token: shared };
}
