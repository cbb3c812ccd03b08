import { descriptionOf } from '../../core/chat/index.ts';
import type { ConnectionView } from '../../core/brokers/index.ts';
import { button, pageOf, pager, type ChatReply, type Button } from '../chat-reply.ts';
import { optional } from '../arguments.ts';
import { broker, connection } from '../connection-arguments.ts';
import { command, type Call, type Command } from '../command.ts';
import { connectionCard, connectionLines } from '../text/connections.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { loginButton, syncAnswer, syncButton, nextStepButtons, tradeNameButtons } from './connection-sync.ts';

const CONNECTIONS_A_PAGE = 6;

/** Credentials of a person are nothing for a group, where everybody reads them before they are deleted. */
const PRIVATE_ONLY: ChatReply = {
  text: plain('This command asks for private details. Send it in a private chat with me.'),
};

const addConnection = command({
  ...descriptionOf('add_connection'),
  arguments: { broker: optional(broker()) },
  async run(call, { broker: chosen }) {
    if (call.place.isGroup) return PRIVATE_ONLY;
    const all = call.world.brokers();
    const off = all.filter(({ is_on }) => !is_on);
    const offLines = off.map((one) => `${one.title} is switched off on this server (${one.switched_on_by}).`);
    if (off.length === all.length)
      return { text: lines(bold('No broker is switched on for this server.'), ...offLines) };
    return {
      text: lines(bold('New connection'), 'I ask one question at a time. /cancel stops.', ...offLines),
      enter: { dialogue: 'add_connection', args: chosen === null ? {} : { broker: chosen } },
    };
  },
});

const editConnection = command({
  ...descriptionOf('edit_connection'),
  arguments: { label: connection() },
  async run(call, { label: id }) {
    if (call.place.isGroup) return PRIVATE_ONLY;
    const view = await call.core.connections.get(call.who.userId, id);
    const asked = call.world.brokers().find((one) => one.broker === view.broker);
    const change = (what: string, words: string) => [
      button(words, { do: 'enter', dialogue: 'edit_connection', args: { id, what } }),
    ];
    return {
      text: lines(connectionCard(view, call.core.clock.now()), '', bold('What do you want to change?')),
      buttons: [
        change('label', 'Name'),
        ...((asked?.roles.length ?? 0) > 1 ? [change('role', 'Role')] : []),
        ...(asked?.fields ?? []).map(({ name, label }) => change(`credentials.${name}`, label)),
      ],
    };
  },
});

const listConnections = command({
  ...descriptionOf('list_connections'),
  arguments: { label: optional(connection()) },
  async run(call, { label: id }) {
    const all = await call.core.connections.list(call.who.userId);
    const [only] = all;
    if (only === undefined)
      return {
        text: lines(bold('No broker is connected yet.'), 'Connect one with /add_connection.'),
      };
    const chosen = id === null ? (all.length === 1 ? only : undefined) : all.find((one) => one.id === id);
    return chosen === undefined ? overview(call, all) : card(call, chosen, all.length > 1);
  },
});

function overview(call: Call, all: readonly ConnectionView[]): ChatReply {
  const now = call.core.clock.now();
  const at = pageOf(all, call.page, CONNECTIONS_A_PAGE);
  return {
    text: lines(...at.shown.flatMap((view, index) => [index > 0 && '', connectionLines(view, now)])),
    buttons: [
      ...at.shown.map((view) => [
        button(view.label, { do: 'run', command: 'list_connections', args: [`#${view.id}`] }),
        ...(mayAct(call) ? nextStepButtons(view) : []),
      ]),
      pager('list_connections', [], at),
      [button('↻ Refresh', { do: 'run', command: 'list_connections', args: [], page: at.page })],
    ],
  };
}

function card(call: Call, view: ConnectionView, hasOthers: boolean): ChatReply {
  const run = (words: string, name: string): Button =>
    button(words, { do: 'run', command: name, args: [`#${view.id}`], fresh: true });
  const wanted = nextStepButtons(view);
  // A token that ends tonight may be renewed before it does.
  const login = view.login_url !== null && wanted.length === 0 ? [loginButton(view, 'Log in again')] : [];
  const acts = [
    // Names of portfolios are long: each has a line of its own.
    ...(view.sync.state === 'NEEDS_PORTFOLIO' ? wanted.map((one) => [one]) : [[...wanted, ...login]]),
    [
      ...(view.role === 'TRADING' ? [] : [syncButton(view)]),
      run('Edit', 'edit_connection'),
      run('Delete', 'delete_connection'),
    ],
  ];
  return {
    text: connectionCard(view, call.core.clock.now()),
    buttons: [
      ...(mayAct(call) ? [...tradeNameButtons(view), ...acts] : []),
      [
        button('↻ Refresh', { do: 'run', command: 'list_connections', args: [`#${view.id}`] }),
        ...(hasOthers ? [button('◀ All', { do: 'run', command: 'list_connections', args: [] })] : []),
      ],
    ],
  };
}

const mayAct = (call: Call) => call.who.role === 'owner';

const syncConnection = command({
  ...descriptionOf('sync_connection'),
  arguments: { label: connection() },
  async run(call, { label: id }) {
    const view = await call.core.connections.get(call.who.userId, id);
    if (view.role === 'TRADING')
      return {
        text: plain(
          `${view.label} is for orders only and does not sync. Change its role with /edit_connection.`,
        ),
      };
    return syncAnswer(call, view);
  },
});

const deleteConnection = command({
  ...descriptionOf('delete_connection'),
  arguments: { label: connection() },
  async run(call, { label: id }) {
    const view = await call.core.connections.get(call.who.userId, id);
    return {
      text: lines(
        bold(`Delete the connection ${view.label}?`),
        `It will no longer sync, and its credentials are deleted. The portfolio ${view.portfolio} keeps all its holdings and transactions.`,
        'To disable the key itself, revoke it at the broker too.',
      ),
      buttons: [
        [
          button('✓ Delete', {
            do: 'confirm',
            name: 'delete_connection',
            payload: { id, label: view.label, portfolio: view.portfolio },
          }),
          button('✗ Keep', { do: 'dismiss', say: `${view.label} kept.` }),
        ],
      ],
    };
  },
});

export const connectionCommands: Command[] = [
  addConnection,
  editConnection,
  listConnections,
  syncConnection,
  deleteConnection,
];
