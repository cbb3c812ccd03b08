import { descriptionOf } from '../../core/chat/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { type ChatReply, button, pageOf, pager, refresh, rows } from '../chat-reply.ts';
import { amount, choice } from '../arguments.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { usage } from '../runner.ts';
import { bold, lines } from '../text/lines.ts';
import { alertMadeText, alertsText, noAlerts } from '../text/watchlist.ts';
import { alert as alertNumber, alertSubject, EVERYTHING } from '../watchlist-arguments.ts';
import { signed } from './signed.ts';

const ALERTS_A_PAGE = 10;
const KINDS = {
  above: 'PRICE_ABOVE',
  below: 'PRICE_BELOW',
  move: 'DAY_MOVE_PCT',
  drawdown: 'DRAWDOWN_PCT',
} as const;

const NO_PRICE = 'All portfolios together have no price. Use a drawdown alert for them.';

/** What is wrong with a drawdown, in words; null for nothing. */
async function drawdownError(call: Call, subject: string, level: number): Promise<string | null> {
  if (level >= 100) return 'The level must be below 100%.';
  if (subject === EVERYTHING) return null;
  const found = await call.core.portfolio.portfolios.findByName(call.who.userId, subject);
  return found === undefined || found === null
    ? `There is no portfolio named "${subject}". Drawdown alerts work on a portfolio or on everything.`
    : null;
}

/** How an alert looks like that was meant, with an example of its kind. */
const wrongAlert = (kind: keyof typeof KINDS, subject: string, wrong: string): ChatReply => {
  const isFall = kind === 'drawdown' || subject === EVERYTHING;
  return usage({ ...alert, examples: isFall ? alert.examples.slice(-1) : alert.examples }, wrong);
};

const alert: Command = command({
  ...descriptionOf('alert'),
  arguments: {
    subject: alertSubject(),
    kind: choice(['above', 'below', 'move', 'drawdown']),
    level: amount('level', { percent: true }),
  },
  async run(call, { subject, kind, level }): Promise<ChatReply> {
    const isEverything = subject === EVERYTHING;
    const wrong =
      kind === 'drawdown' ? await drawdownError(call, subject, level) : isEverything ? NO_PRICE : null;
    if (wrong !== null) return wrongAlert(kind, subject, wrong);
    const on = kind !== 'drawdown' ? { symbol: subject } : { portfolio: isEverything ? null : subject };
    const body = { kind: KINDS[kind], threshold: level, ...on };
    const made = await call.core.watchlist.alerts
      .create(call.who.userId, body, call.actor)
      .catch((error: unknown) => {
        if (error instanceof Problem && error.errors !== undefined) return error.errors;
        throw error;
      });
    if (Array.isArray(made)) return wrongAlert(kind, subject, made.map(({ message }) => message).join(' '));
    return {
      text: lines(alertMadeText(made, call.core.clock.now()), signed(call)),
      buttons: [[button('↶ Undo', { do: 'confirm', name: 'delete_alert', payload: { id: made.id } })]],
    };
  },
});

const alerts = command({
  ...descriptionOf('alerts'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const all = await call.core.watchlist.alerts.list(call.who.userId);
    if (all.length === 0) return { text: noAlerts() };
    const { shown, page, pages } = pageOf(all, call.page, ALERTS_A_PAGE);
    const remove = shown.map(({ id }) =>
      button(`Delete #${id}`, { do: 'run', command: 'delete_alert', args: [id], fresh: true }),
    );
    return {
      text: alertsText(shown, call.core.clock.now()),
      buttons: [
        ...rows(remove, 3),
        pager('alerts', [], { page, pages }),
        [refresh('alerts', [], page)],
      ].filter((row) => row.length > 0),
    };
  },
});

const deleteAlert = command({
  ...descriptionOf('delete_alert'),
  arguments: { number: alertNumber() },
  async run(call, { number: id }): Promise<ChatReply> {
    const { label } = await call.core.watchlist.alerts.get(call.who.userId, id);
    return {
      text: lines(bold(`Delete alert #${id}?`), label),
      buttons: [
        [
          button('✓ Delete', { do: 'confirm', name: 'delete_alert', payload: { id, undo: true } }),
          button('✗ Cancel', { do: 'dismiss', say: 'Alert kept.' }),
        ],
      ],
    };
  },
});

const confirmDelete: Confirmation = {
  name: 'delete_alert',
  async run(call, payload) {
    const id = String(payload['id']);
    const { label, kind, symbol, portfolio, threshold } = await call.core.watchlist.alerts.get(
      call.who.userId,
      id,
    );
    await call.core.watchlist.alerts.remove(call.who.userId, id, call.actor);
    const back = { kind, threshold, ...(symbol === null ? { portfolio } : { symbol }) };
    return {
      text: lines(bold(`Alert #${id} deleted`), label, signed(call)),
      buttons:
        payload['undo'] === true
          ? [[button('↶ Undo', { do: 'confirm', name: 'restore_alert', payload: back })]]
          : [],
    };
  },
};

const restoreAlert: Confirmation = {
  name: 'restore_alert',
  async run(call, payload) {
    const made = await call.core.watchlist.alerts.create(call.who.userId, payload, call.actor);
    return {
      text: lines(bold('Alert restored'), alertMadeText(made, call.core.clock.now()), signed(call)),
    };
  },
};

/** What to be told of (spec: Chat-messaging commands). */
export const alertCommands: readonly Command[] = [alert, alerts, deleteAlert];
export const alertConfirmations: readonly Confirmation[] = [confirmDelete, restoreAlert];
