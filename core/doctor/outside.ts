import { outwardRequest, OutsideError } from '../platform/http/index.ts';
import { type Config, telegramSide } from '../platform/index.ts';
import type { Answers, Check } from './check.ts';
import { found, type Found, off, ok, unknown } from './finding.ts';

/** Systems that Munim reads from, and the setting that has the address of each. */
const SOURCES = [
  ['Yahoo', 'YAHOO_BASE_URL'],
  ['AMFI', 'AMFI_BASE_URL'],
  ['mfapi', 'MFAPI_BASE_URL'],
  ['NSE archive', 'NSE_ARCHIVE_BASE_URL'],
  ['NSE website', 'NSE_SITE_BASE_URL'],
  ['NYSE website', 'NYSE_BASE_URL'],
  ['Zerodha', 'ZERODHA_BASE_URL'],
  ['Dhan', 'DHAN_BASE_URL'],
  ['Interactive Brokers', 'IBKR_FLEX_BASE_URL'],
  ['Web backend', 'WEB_SYNC_BASE_URL'],
  ['News', 'NEWS_RSS_BASE_URL'],
  ['SEC data', 'SEC_DATA_BASE_URL'],
  ['SEC archive', 'SEC_ARCHIVE_BASE_URL'],
  ['BSE', 'BSE_BASE_URL'],
] as const satisfies readonly (readonly [string, keyof Config])[];

const LONGEST_MS = 3_000;

/** Asks the address of each source for anything. Whatever it answers, it is there; no key or token is sent. */
export async function askSources(config: Config, now: () => Date, signal: AbortSignal): Promise<Answers> {
  return new Map(
    await Promise.all(
      SOURCES.map(async ([name, setting]) => {
        const address = config[setting];
        if (address === null) return [name, null] as const;
        const { failure, date } = await asked(name, new URL(address), signal);
        const theirs = date === null || Number.isNaN(Date.parse(date)) ? null : new Date(date);
        return [name, { address: new URL(address).host, setting, failure, theirs, ours: now() }] as const;
      }),
    ),
  );
}

async function asked(system: string, url: URL, signal: AbortSignal) {
  try {
    const { date } = await outwardRequest(url, {
      system,
      headers: { accept: '*/*' },
      maxBytes: 1024,
      isCutToSize: true,
      timeoutMs: LONGEST_MS,
      signal,
      allowInward: true,
    });
    return { failure: null, date };
  } catch (error) {
    return {
      failure: error instanceof OutsideError ? error.message : `${system} could not be reached.`,
      date: null,
    };
  }
}

/** A check of each source. */
export const sourceChecks: readonly (readonly [name: string, check: Check])[] = SOURCES.map(([name]) => [
  name,
  async ({ outside }) => {
    const answer = (await outside()).get(name) ?? null;
    if (answer === null) return off('Switched off in the settings.');
    const { address, setting, failure } = answer;
    return failure === null
      ? ok(`${address} answers.`)
      : found(
          'WARNING',
          failure,
          `Check the network of this machine and ${setting}; ${setting}=off stops using it. Munim tries again by itself.`,
        );
  },
]);

/** Seconds by which this machine's clock may be off before codes, tokens and days go wrong. */
const MOST_SECONDS = 30;

/** This machine's clock against those of the outside sources: the middle one of them, so that one wrong clock does not count. */
export const clock: Check = async ({ outside }) => {
  const offsets = [...(await outside()).values()]
    .flatMap((one) =>
      one === null || one.theirs === null ? [] : [(one.ours.getTime() - one.theirs.getTime()) / 1000],
    )
    .sort((a, b) => a - b);
  const middle = offsets[Math.floor(offsets.length / 2)];
  if (middle === undefined) return unknown('No outside source told the time, so the clock was not compared.');
  const seconds = Math.round(Math.abs(middle));
  return seconds <= MOST_SECONDS
    ? ok(
        `The clock agrees with ${offsets.length === 1 ? 'one outside source' : `${offsets.length} outside sources`}.`,
      )
    : found(
        'FAILED',
        `The clock is ${seconds.toLocaleString('en-IN')} seconds ${middle > 0 ? 'ahead of' : 'behind'} the outside sources.`,
        'Set the clock by the network (timedatectl set-ntp true). With a wrong clock, sign-in codes and days are wrong.',
      );
};

/** The Telegram bot: Telegram must accept its token, which appears nowhere. */
export const telegram: Check = async ({ config }): Promise<Found> => {
  const side = telegramSide(config);
  if (side === null) return off('No bot is set up.');
  const url = new URL(`${config.TELEGRAM_API_ROOT}/bot${side.token}/getMe`);
  const advice = 'Check the network of this machine and TELEGRAM_API_ROOT.';
  try {
    const { status, body } = await outwardRequest(url, {
      system: 'Telegram',
      headers: {},
      maxBytes: 16 * 1024,
      timeoutMs: LONGEST_MS,
      allowInward: true,
    });
    if (status === 401 || status === 404)
      return found(
        'FAILED',
        'Telegram does not know the token of the bot.',
        'Copy the token from @BotFather again.',
      );
    if (status !== 200) return found('WARNING', `Telegram answered with status ${status}.`, advice);
    const name = /"username":\s*"(\w{1,64})"/.exec(body.toString('utf8'))?.[1];
    return ok(name === undefined ? 'The bot answers.' : `The bot @${name} answers.`);
  } catch (error) {
    return found(
      'WARNING',
      error instanceof OutsideError ? error.message : 'Telegram could not be reached.',
      advice,
    );
  }
};
