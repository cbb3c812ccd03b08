import { backupFolder } from './backup/index.ts';
import { istTime } from './clock.ts';
import { type Config, VARIABLES } from './config.ts';
import { codeAddress } from './code-address.ts';
import { telegramSide } from './telegram-side.ts';

export interface BannerFacts {
  config: Config;
  roles: readonly string[];
  embedded: boolean;
  /** Where the dashboard is; null without the role api. */
  address: string | null;
  /** The code for the owner's first sign-in; null where they have signed in before. */
  firstCode: { code: string; expires_at: string } | null;
  /** Why the options workspace is away; null while it is there. */
  optionsProblem: string | null;
  /** Chats that lost their link at this start, because the settings name them no longer. */
  unlinkedChats: readonly string[];
}

/**
 * What `npm start` shows once everything is up: which chat runs, what is off and why, and at the end where the dashboard is
 * and how to sign in, so that it is read without scrolling.
 */
export function banner(facts: BannerFacts): string {
  const { config, roles, embedded, address } = facts;
  const out = ['', '  Munim is ready.', ''];
  const row = (label: string, text: string) => out.push(`  ${label.padEnd(12)}${text}`);
  row('Chat', chatLine(config, roles));
  for (const chat of facts.unlinkedChats)
    row('', `chat ${chat} is no longer in the settings, so it is not linked any more`);
  if (facts.optionsProblem !== null) row('Options', facts.optionsProblem);
  row('Database', embedded ? `embedded, in ${config.DATA_DIR}` : 'the server of DATABASE_URL');
  row('Backups', backupsLine(config, roles));
  row('Secrets', secretsLine(config));
  row('Roles', roles.join(', '));
  const off = switchedOff(config);
  if (off.length > 0) {
    out.push('', '  Switched off:');
    for (const line of off) out.push(`    ${line}`);
  }
  out.push('', '  Ctrl+C stops it.');
  if (address !== null) {
    out.push('');
    row('Dashboard', address);
    row('Sign in', `as "${config.OWNER_LOGIN}"${signInLine(facts)}`);
    if (facts.firstCode !== null) row('Enter it at', codeAddress(address, config.OWNER_LOGIN));
  }
  out.push('');
  return out.join('\n');
}

function signInLine({ firstCode }: BannerFacts): string {
  if (firstCode === null) return '; the code appears here when you request it, or run: npm run login-code';
  const until = istTime(new Date(firstCode.expires_at));
  return ` with the code ${firstCode.code} (works once, until ${until} IST; for another one: npm run login-code)`;
}

function backupsLine(config: Config, roles: readonly string[]): string {
  if (config.BACKUP_TIME_IST === null) return 'only manually, with: npm run backup (BACKUP_TIME_IST is off)';
  if (!roles.includes('jobs')) return 'made by another process (role jobs)';
  return `daily at ${config.BACKUP_TIME_IST} IST in ${backupFolder(config)}; the newest ${config.BACKUP_KEEP} are kept`;
}

function secretsLine(config: Config): string {
  const name = (['BROKER_SECRET_KEY', 'PORTFOLIO_SECRET_KEY'] as const).find((one) => config[one] !== null);
  return name === undefined
    ? `broker credentials are encrypted with ${config.DATA_DIR}/broker.key, created with the first connection; keep a copy`
    : `broker credentials are encrypted with ${name}`;
}

function chatLine(config: Config, roles: readonly string[]): string {
  if (!roles.includes('bot')) return 'runs in another process (role bot)';
  const local = 'in the dashboard, and in a terminal with: npm run chat';
  switch (telegramSide(config)?.mode) {
    case 'COMMANDS':
      return `on Telegram; also ${local}`;
    case 'NOTIFICATIONS':
      return `${local}; Telegram gets notifications only`;
    case undefined:
      return local;
  }
}

/** Every outside system with an address of its own, and what is missing while it is off. */
const OUTSIDE: Readonly<Record<Extract<keyof Config, `${string}_BASE_URL`>, string>> = {
  YAHOO_BASE_URL: 'Prices of shares and ETFs, exchange rates',
  AMFI_BASE_URL: 'NAVs of mutual funds',
  MFAPI_BASE_URL: 'Past NAVs of mutual funds',
  NSE_ARCHIVE_BASE_URL: 'Closes from NSE’s archive',
  NSE_SITE_BASE_URL: 'Announced dividends and exchange holidays from NSE',
  NYSE_BASE_URL: 'Holidays of American exchanges from NYSE',
  ZERODHA_BASE_URL: 'Connections to Zerodha',
  DHAN_BASE_URL: 'Connections to Dhan',
  IBKR_FLEX_BASE_URL: 'Connections to Interactive Brokers',
  WEB_SYNC_BASE_URL: 'Connections by web sync',
  NEWS_RSS_BASE_URL: 'Headlines (/stock_news)',
  SEC_DATA_BASE_URL: 'Figures from filings with SEC',
  SEC_ARCHIVE_BASE_URL: 'Documents filed with SEC',
  BSE_BASE_URL: 'Announcements from BSE',
  WEB_PUSH_BASE_URL: 'Notices to browsers',
  LLM_PROVIDERA_BASE_URL: 'Models of provider_a',
  LLM_PROVIDERB_BASE_URL: 'Models of provider_b',
  LLM_GATEWAY_BASE_URL: 'Models of the gateway',
};

function switchedOff(config: Config): string[] {
  const off: string[] = [];
  for (const [name, what] of Object.entries(OUTSIDE) as [keyof typeof OUTSIDE, string][])
    if (config[name] === null)
      off.push(
        `${what}: set ${name}${VARIABLES[name].fallback === 'off' ? '' : ', or remove it from the settings'}`,
      );
  const telegram = telegramSide(config);
  if (!config.PORTFOLIO_CHAT_ENABLED)
    off.push('Telegram: set PORTFOLIO_CHAT_ENABLED=1 and PORTFOLIO_CHAT_BOT_TOKEN');
  else if (telegram === null)
    off.push(
      'Telegram: set PORTFOLIO_CHAT_BOT_TOKEN (from @BotFather), or TELEGRAM_BOT_TOKEN for notifications only',
    );
  else if (telegram.mode === 'NOTIFICATIONS') {
    off.push('Telegram commands: set PORTFOLIO_CHAT_BOT_TOKEN (a separate bot from @BotFather)');
    if (config.PORTFOLIO_CHAT_CHAT_ID === null && config.TELEGRAM_CHAT_ID === null)
      off.push('Telegram notifications without linking: set PORTFOLIO_CHAT_CHAT_ID');
  }
  if (config.ALLOWED_HOSTS.length === 0) off.push('Dashboard under other host names: set ALLOWED_HOSTS');
  if (config.SEC_CONTACT === null && config.SEC_DATA_BASE_URL !== null)
    off.push('Filings with the SEC, for research: set SEC_CONTACT to your e-mail address');
  if (config.METRICS_TOKEN === null) off.push('Metrics from other machines: set METRICS_TOKEN');
  return off;
}
