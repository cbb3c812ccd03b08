import type { Slots } from '../slots.ts';
import type { WordTable } from './row.ts';

const connection = (slots: Slots) => [slots.entity('connection') ?? slots.onlyConnection];

/** Brokers that are connected, and the chat itself. */
export const CHAT_WORDS: WordTable = {
  list_connections: [
    {
      phrases: `
        connection | broker connect | broker connected | which broker | linked broker |
        {connection} connected | {connection} connection | connection status | sync status | last sync |
        brokers | linked accounts | connected accounts`,
      args: (slots) => [slots.entity('connection')],
    },
  ],
  sync_connection: [
    {
      phrases: `
        sync | sync now | sync {connection} | sync broker | refresh holding | sync holding |
        refresh {connection} | refresh {connection} holding | update holdings | fetch holdings |
        import broker`,
      args: connection,
    },
  ],
  add_connection: [
    {
      phrases: `
        =connect my broker | =connect broker | =connect a broker | =link a broker | =link my broker |
        add broker | =connect account | =connect my account | =connect demat | =link a demat account |
        =connect a demat account | =connect my demat account | add connection | new connection |
        =link zerodha | =connect zerodha | =connect groww | =connect dhan | =connect upstox |
        =link groww`,
    },
  ],
  edit_connection: [
    {
      phrases: `
        edit connection | change connection | change credentials | change api key | edit {connection} |
        rename connection | change broker password`,
      args: connection,
    },
  ],
  delete_connection: [
    {
      phrases: `
        remove connection | disconnect | disconnect broker | disconnect {connection} | remove broker |
        remove {connection} | unlink broker`,
      args: connection,
    },
  ],
  start: [
    {
      phrases: 'linked chats | link chat | =who is linked | which chats linked | link telegram',
      args: () => ['links'],
    },
  ],
  help: [
    {
      phrases: `
        help | commands | all commands | =what can you do | =what can i ask | =how does this work |
        =what do you do | =how do i use this | =what else can you do | list commands | guide |
        instructions | manual | tutorial | how to use`,
    },
  ],
  parts: [
    {
      phrases: `
        parts | parts of munim | which parts | hide parts | show parts | change parts | =what is switched on`,
    },
  ],
  notifications: [
    {
      phrases: `
        notifications | notification settings | notices | which notifications | change notifications |
        =what do you send me | =what is sent to me | mute notifications`,
    },
  ],
  format: [
    {
      phrases: `
        compact | compact reply | compact format | compact mode | less text | less detail | short reply |
        short answers | shorter`,
      args: () => ['compact'],
    },
    {
      phrases: `
        detailed | detailed reply | detailed format | more detail | more text | detailed mode |
        longer answers | long reply`,
      args: () => ['detailed'],
    },
  ],
  clear: [
    {
      phrases: `
        clear | clear chat | clear message | delete message | delete your messages | clear history |
        clean chat | remove messages`,
    },
  ],
  ask: [{ phrases: '=ask the assistant | =talk to the assistant' }],
  cancel: [{ phrases: 'cancel | never mind | nevermind | forget it | abort | =stop it' }],
};
