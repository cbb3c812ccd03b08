import path from 'node:path';
import * as yup from 'yup';
import { LLM_VARIABLES } from './config-llm.ts';
import { foreignNames, LLM_CLI_ENV_ALLOW, LLM_CLI_VARIABLES } from './config-llm-cli.ts';
import { BACKUP_VARIABLES } from './config-backups.ts';
import { ASSISTANT_VARIABLES } from './config-assistant.ts';
import { OPTIONS_VARIABLES } from './config-options.ts';
import { POLICY_VARIABLES } from './config-policies.ts';
import { RESEARCH_SOURCE_VARIABLES } from './config-research-sources.ts';
import { RESEARCH_VARIABLES } from './config-research.ts';
import { SOURCE_VARIABLES } from './config-sources.ts';
import {
  flag,
  hosts,
  oneOf,
  optional,
  points,
  positive,
  secretKey,
  text,
  timeOfDay,
  Unfit,
  url,
  whole,
} from './config-values.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One line of the configuration: what the variable means, what is allowed, and what holds without it. */
interface Variable<T> {
  summary: string;
  allowed: string;
  fallback: string;
  parse: (text: string, environment: Environment) => T;
}

const SECRET_KEY =
  '32 bytes as 64 hexadecimal digits or base64, a phrase of at least 24 characters, or empty';

/** Every variable Munim reads. `.env.example` lists the same names; a test keeps the two equal. */
export const VARIABLES = {
  HOST: {
    summary: 'Address the API and dashboard listen on',
    allowed: 'a host name or IP address',
    fallback: '127.0.0.1',
    parse: text(yup.string().matches(/^[A-Za-z0-9.:_-]+$/)),
  },
  PORT: {
    summary: 'Port the API and dashboard listen on; 0 picks a free one',
    allowed: 'a whole number from 0 to 65535',
    fallback: '8080',
    parse: whole(0, 65_535),
  },
  DATA_DIR: {
    summary: 'Folder for the embedded database, logs, backups and saved chat files',
    allowed: 'a folder path',
    fallback: '.data',
    parse: (value: string) => path.resolve(value),
  },
  CALENDAR_FILE: {
    summary: 'Your own exchange holidays and special sessions, in addition to the built-in calendar',
    allowed: 'path of a .csv or .json file, or empty',
    fallback: '',
    parse: (value: string) => {
      if (value !== '' && !/\.(csv|json)$/i.test(value)) throw new Unfit('neither .csv nor .json');
      return value === '' ? null : path.resolve(value);
    },
  },
  DATABASE_URL: {
    summary: 'A Postgres server (15 or newer) to use instead of the embedded one',
    allowed: 'postgres://user:password@host:port/database, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  DATABASE_APP_URL: {
    summary: 'Login of the restricted role, needed only if DATABASE_URL cannot create roles',
    allowed:
      'postgres://role:password@host:port/database of a role that owns nothing and has no BYPASSRLS, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  ...OPTIONS_VARIABLES,
  ...BACKUP_VARIABLES,
  LOG_LEVEL: {
    summary: 'How much is written to the log',
    allowed: 'trace, debug, info, warn, error or silent',
    fallback: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
  OWNER_LOGIN: {
    summary: 'Login name of the owner, created at the first start',
    allowed: '2 to 40 lower-case letters, digits, dots, dashes or underscores',
    fallback: 'owner',
    parse: text(yup.string().matches(/^[a-z0-9._-]{2,40}$/)),
  },
  PUBLIC_URL: {
    summary: 'Public address of the dashboard, if it is behind a proxy',
    allowed: 'http://… or https://…, or empty',
    fallback: '',
    parse: url('http:', 'https:'),
  },
  ALLOWED_HOSTS: {
    summary: 'Other host names for the dashboard, in addition to localhost, HOST and PUBLIC_URL',
    allowed: 'host names without port, separated by commas, such as munim.lan,nas.local, or empty',
    fallback: '',
    parse: hosts,
  },
  TRUST_PROXY: {
    summary: 'Trust X-Forwarded-For and X-Forwarded-Proto; only behind your own proxy',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  METRICS_TOKEN: {
    summary: 'Bearer token for /metrics; without it only this machine can read them',
    allowed: 'at least 16 characters, or empty',
    fallback: '',
    parse: (value: string) => {
      if (value !== '' && value.length < 16) throw new Unfit('too short');
      return optional(value);
    },
  },
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
    allowed: 'digits, a colon and the secret part, or empty',
    fallback: '',
    parse: botToken,
  },
  PORTFOLIO_CHAT_CHAT_ID: {
    summary: 'Telegram chat for reports; linked to the owner at start',
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
  ...SOURCE_VARIABLES,
  ...RESEARCH_SOURCE_VARIABLES,
  BROKER_SECRET_KEY: {
    summary:
      'Key that encrypts broker credentials and keys of model providers; without it, one is generated in DATA_DIR/broker.key',
    allowed: SECRET_KEY,
    fallback: '',
    parse: secretKey,
  },
  PORTFOLIO_SECRET_KEY: {
    summary: 'Used if BROKER_SECRET_KEY is empty',
    allowed: SECRET_KEY,
    fallback: '',
    parse: secretKey,
  },
  BROKER_SECRET_KEY_OLD: {
    summary: 'The previous key, until npm run rotate-broker-key has re-encrypted everything',
    allowed: SECRET_KEY,
    fallback: '',
    parse: secretKey,
  },
  PORTFOLIO_SECTOR_FETCH_TIME_IST: {
    summary: 'Daily time when missing names and sectors of holdings are filled in, Indian time',
    allowed: 'a time of day such as 18:45',
    fallback: '18:45',
    parse: timeOfDay,
  },
  PORTFOLIO_SECTOR_BOOT_DELAY_MIN: {
    summary: 'Minutes after a start until they are filled in once; 0 skips it',
    allowed: 'a whole number from 0 to 1440',
    fallback: '5',
    parse: whole(0, 1440),
  },
  PORTFOLIO_BENCHMARK_FETCH_TIME_IST: {
    summary: 'Daily time when index closes for comparisons are fetched, Indian time',
    allowed: 'a time of day such as 18:30',
    fallback: '18:30',
    parse: timeOfDay,
  },
  ...LLM_VARIABLES,
  ...ASSISTANT_VARIABLES,
  ...POLICY_VARIABLES,
  ...RESEARCH_VARIABLES,
  ...LLM_CLI_VARIABLES,
  LLM_CLI_ENV_ALLOW: {
    summary: 'The only environment variables that this program sees',
    allowed: 'names of variables that are not settings of Munim, separated by commas',
    fallback: LLM_CLI_ENV_ALLOW,
    parse: shownEnvironment,
  },
  PORTFOLIO_RISK_FREE_RATE_PCT: {
    summary: 'Risk-free rate for the Sharpe ratio, percent per year',
    allowed: 'a percentage from -100 to 100',
    fallback: '6.0',
    parse: points,
  },
  PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR: {
    summary: 'Trading days per year, used to annualise volatility',
    allowed: 'a whole number from 200 to 366',
    fallback: '252',
    parse: whole(200, 366),
  },
  PORTFOLIO_USD_TO_INR_REFERENCE_FX: {
    summary: 'Rupees per US dollar while no market rate is recorded',
    allowed: 'a positive number',
    fallback: '82.0',
    parse: positive,
  },
  PORTFOLIO_FUND_HOLDINGS_STALE_DAYS: {
    summary: 'Days after which entered fund holdings count as stale',
    allowed: 'a whole number from 1 to 3650',
    fallback: '7',
    parse: whole(1, 3650),
  },
  PORTFOLIO_OVERLAP_WARNING_THRESHOLD_PCT: {
    summary: 'Warn when one company inside your funds reaches this percent of a portfolio',
    allowed: 'a positive number',
    fallback: '5',
    parse: positive,
  },
} satisfies Record<string, Variable<unknown>>;

function botToken(value: string): string | null {
  if (value !== '' && !/^\d+:[\w-]{10,}$/.test(value)) throw new Unfit('not a bot token');
  return optional(value);
}

function chatId(value: string): string | null {
  if (value !== '' && !/^-?\d{1,20}$/.test(value)) throw new Unfit('not a chat id');
  return optional(value);
}

/** The named variables with their values, without those that are not set. */
function shownEnvironment(value: string, environment: Environment): Readonly<Record<string, string>> {
  const shown = foreignNames(value, (name) => Object.hasOwn(VARIABLES, name));
  return Object.fromEntries(
    shown.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

type Values = { [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]['parse']> };
/** The parsed configuration, frozen. Secrets in it are redacted by the log. */
export type Config = Readonly<Values>;

/** A wrong value in the environment. The message names the variable and what is allowed, never the value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration once. An absent variable takes its fallback.
 * @throws ConfigError listing every wrong variable with what is allowed.
 */
export function parseConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, variable] of Object.entries(VARIABLES) as [string, Variable<unknown>][]) {
    const given = environment[name]?.trim();
    try {
      values[name] = variable.parse(
        given === undefined || given === '' ? variable.fallback : given,
        environment,
      );
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      wrong.push(`${name} must be ${variable.allowed}.`);
    }
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return Object.freeze(values) as Config;
}
