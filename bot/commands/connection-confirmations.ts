import type {
  BrokerName,
  ConnectionChange,
  ConnectionRole,
  ConnectionView,
} from '../../core/brokers/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import type { Call, Confirmation } from '../command.ts';
import { closeQuestion, signature } from '../callback-queries.ts';
import { askedLines, ROLE_WORDS } from '../text/connections.ts';
import { bold, lines, plain } from '../text/lines.ts';
import {
  LOGIN_DIALOGUE,
  PORTFOLIO_CHOICE,
  syncAnswer,
  syncButton,
  nextStepButtons,
  TRADE_NAME_CHOICE,
  tradeNameButtons,
} from './connection-sync.ts';

/** A connection as it was asked for; its credentials are in the draft. */
interface Draft {
  broker: BrokerName;
  label: string;
  role: ConnectionRole;
  draft: string;
}

/** One change of a connection: a new value, or one that is in the draft. */
interface Change {
  id: string;
  label: string;
  what: string;
  value?: string;
  draft?: string;
}

const signed = (call: Call) => `${signature(call).replace(/^b/, 'B')}.`;
const GONE = 'Your entries have expired. Send the command again.';

const cancelButton = (say: string) =>
  button('✗ Cancel', { do: 'confirm', name: 'forget_draft', payload: { say } });

/** Shows what was entered, secrets by name alone, with the buttons that connect or drop it. */
export async function confirmConnection(call: Call, draft: Draft): Promise<ChatReply> {
  const { core, place, who } = call;
  const asked = call.world.brokers().find(({ broker }) => broker === draft.broker);
  const values = await core.chat.drafts.values(who.userId, place, draft.draft);
  if (values === null || asked === undefined) return { text: plain(GONE) };
  const entered = asked.fields.map(({ name, label, secret }) => {
    const value = values[name];
    return `${label}: ${value === undefined ? 'skipped' : secret ? 'entered' : value}`;
  });
  return {
    text: lines(
      bold(`Connect ${asked.title}?`),
      `Name: ${draft.label}`,
      `It ${ROLE_WORDS[draft.role]}.`,
      ...entered,
      draft.role === 'TRADING' ? null : `It then syncs automatically, ${asked.rhythm}.`,
    ),
    buttons: [
      [
        button('✓ Connect', { do: 'confirm', name: 'add_connection', payload: { ...draft } }),
        cancelButton('Nothing was connected.'),
      ],
    ],
  };
}

const addConnection: Confirmation = {
  name: 'add_connection',
  async run(call, payload) {
    const { broker, label, role, draft } = payload as unknown as Draft;
    const { core, place, who } = call;
    const credentials = await core.chat.drafts.values(who.userId, place, draft);
    if (credentials === null) return { text: plain(GONE) };
    let view: ConnectionView;
    try {
      view = await core.connections.create(who.userId, { broker, label, role, credentials }, call.actor);
    } catch (error) {
      const fields = refusedFields(error);
      if (fields.length === 0) {
        await core.chat.drafts.forget(who.userId, place);
        throw error;
      }
      const args = { broker, label, role, draft, fields: fields.join(',') };
      return {
        text: lines(bold('Something is not right yet'), detailOf(error), 'Nothing was connected.'),
        buttons: [
          [
            button('Enter it again', { do: 'enter', dialogue: 'add_connection', args }),
            cancelButton('Nothing was connected.'),
          ],
        ],
      };
    }
    await core.chat.drafts.forget(who.userId, place);
    return firstSteps(call, view, lines(bold(`Connected ${view.label}`), signed(call)));
  },
};

/** The first login where the person has to do it, else the first sync. */
function firstSteps(call: Call, view: ConnectionView, before: ChatReply['text']): ChatReply {
  const asked = call.world.brokers().find(({ broker }) => broker === view.broker);
  if (asked?.needs_login === true && view.login_url !== null) {
    return {
      text: lines(before, 'Log in at the broker to start syncing.'),
      buttons: [nextStepButtons(view)],
      enter: { dialogue: LOGIN_DIALOGUE, args: { id: view.id } },
    };
  }
  return view.role === 'TRADING' ? { text: before } : syncAnswer(call, view, before);
}

/** Shows a change with the buttons that make or drop it. */
export async function confirmChange(call: Call, change: Change): Promise<ChatReply> {
  const view = await call.core.connections.get(call.who.userId, change.id);
  const name = change.what.replace(/^credentials\./, '');
  const field = view.credentials.find((one) => one.name === name);
  const words =
    change.what === 'label'
      ? `New name: ${change.value}.`
      : change.what === 'role'
        ? `New role: ${change.value}. It ${ROLE_WORDS[change.value as ConnectionRole]}.`
        : `${field?.label ?? name} will be ${change.draft === undefined ? 'removed' : 'replaced by what you sent'}, and the connection signs in again.`;
  return {
    text: lines(bold(`Change ${view.label}?`), words),
    buttons: [
      [
        button('✓ Change', { do: 'confirm', name: 'edit_connection', payload: { ...change } }),
        cancelButton('Nothing was changed.'),
      ],
    ],
  };
}

const editConnection: Confirmation = {
  name: 'edit_connection',
  async run(call, payload) {
    const { id, what, value, draft } = payload as unknown as Change;
    const { core, place, who } = call;
    const wanted: ConnectionChange = {};
    if (what === 'label') wanted.label = value;
    else if (what === 'role') wanted.role = value as ConnectionRole;
    else {
      const name = what.replace(/^credentials\./, '');
      const given =
        draft === undefined ? value : (await core.chat.drafts.values(who.userId, place, draft))?.[name];
      if (given === undefined) return { text: plain(GONE) };
      wanted.credentials = { [name]: given };
    }
    let view: ConnectionView;
    try {
      view = await core.connections.update(who.userId, id, wanted, call.actor);
    } catch (error) {
      if (refusedFields(error).length === 0) throw error;
      const args = { id, what };
      return {
        text: lines(bold('Something is not right yet'), detailOf(error), 'Nothing was changed.'),
        buttons: [
          [
            button('Enter it again', { do: 'enter', dialogue: 'edit_connection', args }),
            cancelButton('Nothing was changed.'),
          ],
        ],
      };
    }
    await core.chat.drafts.forget(who.userId, place);
    const done = lines(bold(`Changed ${view.label}`), signed(call));
    if (wanted.credentials !== undefined) return firstSteps(call, view, done);
    return { text: done, buttons: view.role === 'TRADING' ? [] : [[syncButton(view)]] };
  },
};

/** Which portfolio an account is; the sync goes on at once. */
const choosePortfolio: Confirmation = {
  name: PORTFOLIO_CHOICE,
  async run(call, payload) {
    const { id, portfolio_id } = payload as { id: string; portfolio_id: string | null };
    const view = await call.core.connections.choosePortfolio(call.who.userId, id, portfolio_id, call.actor);
    const done = lines(bold(`${view.label} syncs into ${view.portfolio}`), signed(call));
    return syncAnswer(call, view, done);
  },
};

/** Which share the trades of a name are of; a second press takes it back. */
const answerTradeName: Confirmation = {
  name: TRADE_NAME_CHOICE,
  async run(call, payload) {
    const { id, name, symbol } = payload as { id: string; name: string; symbol: string | null };
    const view = await call.core.connections.answerTradeName(
      call.who.userId,
      id,
      { name, symbol },
      call.actor,
    );
    const undo = button('Undo', {
      do: 'confirm',
      name: TRADE_NAME_CHOICE,
      payload: { id, name, symbol: null },
    });
    return {
      text: lines(
        bold(symbol === null ? `Trades of ${name} wait again` : `Trades of ${name} are booked as ${symbol}`),
        ...askedLines(view),
        signed(call),
      ),
      buttons: [...(symbol === null ? [] : [[undo]]), ...tradeNameButtons(view)],
    };
  },
};

const deleteConnection: Confirmation = {
  name: 'delete_connection',
  async run(call, payload) {
    const { id, label, portfolio } = payload as { id: string; label: string; portfolio: string };
    await call.core.connections.remove(call.who.userId, id, call.actor);
    return {
      text: lines(
        bold(`Connection ${label} deleted`),
        `Its credentials are deleted. ${portfolio} is unchanged.`,
        signed(call),
      ),
    };
  },
};

const forgetDraft: Confirmation = {
  name: 'forget_draft',
  async run(call, payload) {
    await closeQuestion(call);
    await call.core.chat.drafts.forget(call.who.userId, call.place);
    return { text: plain(`${String(payload['say'])} ${signed(call)}`) };
  },
};

/** Names of the credentials that were refused; none when something else was. */
function refusedFields(error: unknown): string[] {
  if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') return [];
  return (error.errors ?? []).flatMap(({ field }) => /^credentials\.(\w+)$/.exec(field)?.[1] ?? []);
}

const detailOf = (error: unknown): string =>
  error instanceof Problem ? (error.errors ?? []).map(({ message }) => `It ${message}`).join(' ') : '';

export const connectionConfirmations: Confirmation[] = [
  addConnection,
  editConnection,
  choosePortfolio,
  answerTradeName,
  deleteConnection,
  forgetDraft,
];
