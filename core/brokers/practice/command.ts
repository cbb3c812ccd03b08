import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../../platform/index.ts';
import { PracticeAccount, type PracticeState } from './account.ts';
import { FAULT_NAMES, FaultDice, FAULTS } from './faults.ts';
import { practicePrices, PriceFileFault } from './prices.ts';
import { createPracticeBroker, type PracticeNote } from './server.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

/** What the command's own help says beyond its usage. */
export const PRACTICE_HELP: readonly string[] = [
  '',
  '  --port 4600      Port on this machine (0: any free one).',
  '  --cash 1000000   Rupees that the account begins with.',
  '  --prices FILE    Lines of symbol,price or symbol,price,isin. A market order is filled at this price, a limit order',
  '                   at its limit. A share that is not in the file has a made-up price. Dhan needs the file, because',
  '                   its orders name a share by a number, and only shares in the file have one.',
  '  --state FILE     Keeps the account in this file, so that it survives a restart.',
  '  --faults 0.1     The part of orders that meet a fault, from 0 to 1 (default 0); reads meet a fifth as many.',
  '  --seed 1         Chooses the faults: the same seed gives the same ones.',
  '',
  '  Faults: ',
  ...FAULT_NAMES.map((name) => `    ${name.padEnd(22)} ${FAULTS[name].what}`),
];

type Say = (text: string) => void;

/** Runs the practice broker until it is stopped. @returns what the process exits with. */
export async function runPracticeBroker(args: string[], say: Say, complain: Say): Promise<number> {
  const words = wordsOf(args);
  if (typeof words === 'string') {
    complain(words);
    return WRONG_USE;
  }
  const { cash, port, prices, rate, seed, stateFile } = words;
  try {
    const state = stateFile === undefined ? null : readState(stateFile);
    const account = new PracticeAccount({
      clock: systemClock,
      prices: practicePrices(prices === undefined ? '' : readFileSync(prices, 'utf8')),
      cash,
      state,
    });
    const broker = createPracticeBroker({
      account,
      clock: systemClock,
      dice: new FaultDice(rate, seed),
      note: (note) => say(lineOf(note)),
      failed: (error) => complain(faultText(error, port)),
      ...(stateFile === undefined ? {} : { save: () => writeState(stateFile, account.state) }),
    });
    await broker.listen(port);
    const stopped = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    say(welcome(broker.url, account.state, rate));
    await stopped;
    await broker.close();
    say(summaryOf(account.state));
    return DONE;
  } catch (error) {
    complain(faultText(error, port));
    return error instanceof PriceFileFault ? WRONG_USE : FAILED;
  }
}

interface Words {
  port: number;
  cash: string;
  prices: string | undefined;
  stateFile: string | undefined;
  rate: number;
  seed: number;
}

/** What was asked for, or what is wrong with it. */
function wordsOf(args: string[]): Words | string {
  let values: Record<string, string | undefined>;
  try {
    const text = { type: 'string' } as const;
    ({ values } = parseArgs({
      args,
      options: { port: text, cash: text, prices: text, state: text, faults: text, seed: text },
    }) as { values: Record<string, string | undefined> });
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\nSee npm run practice-broker -- --help`;
  }
  const { port = '4600', cash = '1000000', prices, state: stateFile, faults = '0', seed = '1' } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return '--port must be a number from 0 to 65535.';
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(cash)) return '--cash must be an amount in rupees, such as 1000000.';
  if (!/^(0?\.\d+|0|1|1\.0+|0\.\d+)$/.test(faults))
    return '--faults must be a part from 0 to 1, such as 0.1.';
  if (!/^\d{1,9}$/.test(seed)) return '--seed must be a whole number.';
  return { port: Number(port), cash, prices, stateFile, rate: Number(faults), seed: Number(seed) };
}

function readState(file: string): PracticeState | null {
  if (!existsSync(file)) return null;
  const state = JSON.parse(readFileSync(file, 'utf8')) as Partial<PracticeState>;
  const { cash, next, orders, fills, requests } = state;
  if (
    typeof cash !== 'string' ||
    typeof next !== 'number' ||
    !Array.isArray(orders) ||
    !Array.isArray(fills) ||
    !Array.isArray(requests)
  )
    throw new Error(`${file} is not the state of a practice broker. Give --state another file.`);
  return { cash, next, orders, fills, requests };
}

/** Whole or not at all: the broker may be killed at any moment. */
function writeState(file: string, state: PracticeState): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function welcome(url: string, state: PracticeState, rate: number): string {
  return [
    `The practice broker is ready on ${url}: no market, no real money, ₹${Number(state.cash).toLocaleString('en-IN')} of play money.`,
    rate === 0
      ? 'No order meets a fault.'
      : `About ${Math.round(rate * 1000) / 10} % of the orders meet a fault.`,
    '',
    'Start Munim with these settings, in a DATA_DIR of its own:',
    `  ZERODHA_BASE_URL=${url}`,
    `  DHAN_BASE_URL=${url}`,
    '',
    'Then connect to it as to a real broker:',
    '  1. /add_connection zerodha with the role TRADING: client ID AB1234, API key practicekey, API secret practicesecret',
    '     (any others work too).',
    '  2. When Munim asks you to log in, ignore its link and type any word, such as practice.',
    '  For Dhan (it needs --prices): client ID 1100000001, access token practice-access-token.',
    '',
    'Stop it with Ctrl+C.',
  ].join('\n');
}

function lineOf({ broker, order, made, fault }: PracticeNote): string {
  const price = order.limit_price === null ? 'at the market' : `at ${order.limit_price}`;
  const what = made.length === 0 ? 'not placed' : made.map(({ id, state }) => `${id} ${state}`).join(', ');
  const why = fault === null ? '' : ` (${fault}: ${FAULTS[fault].what})`;
  return `${broker} ${order.side} ${order.quantity} ${order.symbol} ${price}, tag ${order.tag ?? 'none'}: ${what}${why}`;
}

function summaryOf({ requests, orders, fills, cash }: PracticeState): string {
  const tags = requests.map(({ tag }) => tag).filter((tag) => tag !== null);
  const twice = tags.length - new Set(tags).size;
  return `${requests.length} order requests, ${orders.length} orders, ${fills.length} fills, ₹${cash} left. Sent more than once: ${twice}.`;
}

function faultText(error: unknown, port: number): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Give --port another one, or 0 for any free one.`;
  return error instanceof Error ? error.message : String(error);
}
