import { flag, optional, Unfit, url } from './config-values.ts';

/** Settings of the Telegram bot. */
export const TELEGRAM_VARIABLES = {
  PORTFOLIO_CHAT_ENABLED: {
    summary: 'Start the Telegram bot',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  PORTFOLIO_CHAT_BOT_TOKEN: {
    summary: 'Telegram bot token from @BotFather; enables commands and the menu',
    allowed: 'digits, a colon and the secret part, or empty',
    fallback: '',
    parse: botToken,
  },
  TELEGRAM_BOT_TOKEN: {
    summary:
      'Bot that sends notifications if PORTFOLIO_CHAT_BOT_TOKEN is empty; another program may use the same bot',
    details:
      'Since the bot may belong to another program, Munim then reads no commands and publishes no menu.',
    allowed: 'digits, a colon and the secret part, or empty',
    fallback: '',
    parse: botToken,
  },
  PORTFOLIO_CHAT_CHAT_ID: {
    summary: 'Telegram chat for reports; linked to the owner at start',
    details: 'A chat that you take out of the settings loses that link at the next start.',
    allowed: 'a chat id such as 123456789 or -1001234567890, or empty',
    fallback: '',
    parse: chatId,
  },
  TELEGRAM_CHAT_ID: {
    summary: 'Used if PORTFOLIO_CHAT_CHAT_ID is empty',
    allowed: 'a chat id, or empty',
    fallback: '',
    parse: chatId,
  },
  PORTFOLIO_CHAT_OPEN: {
    summary: 'Let any chat act as the owner. Dangerous: leave it off',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  TELEGRAM_API_ROOT: {
    summary: 'Address of the Telegram Bot API; change it for a self-hosted Bot API server',
    allowed: 'http://… or https://…',
    fallback: 'https://api.telegram.org',
    parse: (value: string) => url('http:', 'https:')(value) ?? 'https://api.telegram.org',
  },
} as const;

function botToken(value: string): string | null {
  if (value !== '' && !/^\d+:[\w-]{10,}$/.test(value)) throw new Unfit('not a bot token');
  return optional(value);
}

function chatId(value: string): string | null {
  if (value !== '' && !/^-?\d{1,20}$/.test(value)) throw new Unfit('not a chat id');
  return optional(value);
}
