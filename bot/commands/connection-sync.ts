import type { ConnectionView, SyncCounts, SyncOutcome } from '../../core/brokers/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { button, type ChatReply, type Button } from '../chat-reply.ts';
import type { Call } from '../command.ts';
import { notSyncedLines, syncedLines } from '../text/connections.ts';
import { bold, lines } from '../text/lines.ts';

const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 3000;
/** Longest time that somebody else's sync is watched. */
const WATCH_MS = 120_000;

export const OTP_DIALOGUE = 'connection_otp';
export const LOGIN_DIALOGUE = 'connection_login';
/** The press that says which portfolio an account is. */
export const PORTFOLIO_CHOICE = 'connection_portfolio';
const PORTFOLIOS_OFFERED = 4;

/** Buttons for what a connection wants of its person, if it wants anything. */
export function nextStepButtons({ id, sync, login_url, portfolio_question }: ConnectionView): Button[] {
  if (sync.state === 'NEEDS_OTP')
    return [button('Enter the password', { do: 'enter', dialogue: OTP_DIALOGUE, args: { id } })];
  if (sync.state === 'NEEDS_PORTFOLIO') return portfolioButtons(id, portfolio_question);
  if (login_url !== null && (sync.state === 'NEEDS_LOGIN' || sync.state === 'PENDING'))
    return [loginButton({ id })];
  return [];
}

/** The answers to which portfolio an account is, the likeliest first. */
function portfolioButtons(id: string, question: ConnectionView['portfolio_question']): Button[] {
  if (question === null) return [];
  const answer = (label: string, portfolio_id: string | null) =>
    button(label, { do: 'confirm', name: PORTFOLIO_CHOICE, payload: { id, portfolio_id } });
  return [
    ...question.portfolios
      .slice(0, PORTFOLIOS_OFFERED)
      .map(({ id: portfolio, name }) => answer(`Use ${name}`, portfolio)),
    answer('Use a separate portfolio', null),
  ];
}

/** The press that says which share the trades of a name are of, or takes that back. */
export const TRADE_NAME_CHOICE = 'connection_trade_name';

/** The answers to the first open question about a name of trades, a line each. */
export function tradeNameButtons({ id, trade_names }: ConnectionView): Button[][] {
  const open = trade_names.find(({ symbol }) => symbol === null);
  if (open === undefined) return [];
  const { name, candidates } = open;
  return [...new Set([...candidates.slice(0, PORTFOLIOS_OFFERED), name])].map((symbol) => [
    button(symbol === name ? `${name} is a share of its own` : `${name} is ${symbol}`, {
      do: 'confirm',
      name: TRADE_NAME_CHOICE,
      payload: { id, name, symbol },
    }),
  ]);
}

/** Leads to the broker's own page. */
export const loginButton = ({ id }: Pick<ConnectionView, 'id'>, label = 'Log in'): Button =>
  button(label, { do: 'enter', dialogue: LOGIN_DIALOGUE, args: { id } });

export const syncButton = ({ id }: Pick<ConnectionView, 'id'>, label = '↻ Sync'): Button =>
  button(label, { do: 'run', command: 'sync_connection', args: [`#${id}`], fresh: true });

/** Syncs behind an answer that says so; the outcome takes its place. A one-time password is asked for at once. */
export function syncAnswer(
  call: Call,
  view: ConnectionView,
  before: ChatReply['text'] | null = null,
): ChatReply {
  const head = (words: string) => lines(before, before !== null && '', bold(words));
  return {
    text: head(`Syncing ${view.label} with ${view.broker_title}…`),
    async meanwhile(tell) {
      const begun = performance.now();
      let telling: Promise<void> = Promise.resolve();
      const timer = setInterval(() => {
        const seconds = Math.round((performance.now() - begun) / 1000);
        const words = `Syncing ${view.label} with ${view.broker_title}… ${seconds} s so far`;
        telling = telling.then(() => tell({ text: head(words) })).catch(() => undefined);
      }, TELL_EVERY_MS);
      try {
        const { connection, counts } = await syncOrWatch(call, view.id);
        return outcome(call, connection, counts, before);
      } finally {
        clearInterval(timer);
        await telling;
      }
    },
  };
}

function outcome(
  call: Call,
  view: ConnectionView,
  counts: SyncCounts | null,
  before: ChatReply['text'] | null,
): ChatReply {
  const now = call.core.clock.now();
  const isOk = counts !== null && view.sync.state === 'OK';
  const wanted = nextStepButtons(view);
  const again = isOk || wanted.length > 0 ? [] : [syncButton(view, '↻ Try again')];
  return {
    text: lines(
      before,
      before !== null && '',
      isOk ? syncedLines(view, counts, now) : notSyncedLines(view, now),
    ),
    buttons: [
      ...(view.sync.state === 'NEEDS_PORTFOLIO' ? wanted.map((one) => [one]) : [[...wanted, ...again]]),
      ...(isOk ? tradeNameButtons(view) : []),
    ],
    ...(view.sync.state === 'NEEDS_OTP' ? { enter: { dialogue: OTP_DIALOGUE, args: { id: view.id } } } : {}),
  };
}

/** Syncs, or waits for the sync that is under way already. */
async function syncOrWatch(call: Call, id: string): Promise<SyncOutcome> {
  const connections = call.core.connections;
  const { userId, login } = call.who;
  try {
    return await connections.sync(userId, id, { actor: `chat:${login}` });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'SYNC_RUNNING') throw error;
  }
  const begun = performance.now();
  for (;;) {
    const connection = await connections.get(userId, id);
    const { state, last_result } = connection.sync;
    if (state !== 'RUNNING' || performance.now() - begun > WATCH_MS)
      return { connection, counts: state === 'OK' ? last_result : null };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
