import { inFamily } from './command-description.ts';

export const CONNECTION_COMMANDS = inFamily('Connections', [
  {
    name: 'add_connection',
    usage: '/add_connection [broker]',
    summary: 'Connect a broker that syncs automatically',
    details:
      'I ask for what the broker needs, one item at a time, and delete every message that holds a secret. Credentials are stored encrypted. /cancel stops.',
    examples: ['/add_connection', '/add_connection zerodha'],
    changes: true,
  },
  {
    name: 'edit_connection',
    usage: '/edit_connection label',
    summary: 'Change the name, role or credentials of a connection',
    examples: ['/edit_connection "Zerodha main"'],
    changes: true,
  },
  {
    name: 'list_connections',
    usage: '/list_connections [label]',
    summary: 'Your connections, their state and what to do next',
    examples: ['/list_connections', '/list_connections "Zerodha main"'],
    changes: false,
  },
  {
    name: 'sync_connection',
    usage: '/sync_connection label',
    summary: 'Sync holdings and transactions from a broker now',
    details: 'Connections sync automatically. This syncs one now and shows the result.',
    examples: ['/sync_connection "Zerodha main"'],
    changes: true,
  },
  {
    name: 'delete_connection',
    usage: '/delete_connection label',
    summary: 'Delete a connection and its credentials; your records stay',
    examples: ['/delete_connection "Zerodha main"'],
    changes: true,
  },
]);
