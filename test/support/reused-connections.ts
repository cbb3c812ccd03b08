import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/*
 * A session of Postgres is dear while it is young: it learns every table, policy and trigger anew, about 25 ms of the
 * server's time by the end of an ordinary test. So the sessions of test databases outlive the client that opened them: what a
 * client ends is made as new (DISCARD ALL: settings, locks, LISTEN, temporary tables, plans) and is taken by the next client
 * that would have opened the same one, with the same database, role and settings at the start. Nothing else differs: the
 * socket and the server are real, and a session that is in a transaction, in a statement or broken is not kept.
 */

interface Connection extends EventEmitter {
  stream: Socket;
  _connecting: boolean;
  _ending: boolean;
  connect(port: number, host: string): void;
  startup(config: object): void;
  end(): void;
  attachListeners(stream: Socket): void;
}

/** What of pg's client is not in its types; the version of pg is pinned. */
interface Client extends pg.Client {
  connection: Connection & pg.Connection;
  processID: number;
  secretKey: number;
  readyForQuery: boolean;
  _connect(done: (error: Error | null) => void): void;
  getStartupConf(): Record<string, unknown>;
}

interface Session {
  socket: Socket;
  processID: number;
  secretKey: number;
}

/** Of the wire: the kind of the message that the server is ready; the client's last message. */
const READY = 0x5a;
const GOODBYE = Buffer.from([0x58, 0, 0, 0, 4]);
/** By database, then by how it was opened. */
const kept = new Map<string, Map<string, Session[]>>();

/** From now on the sessions with this database are kept. */
export function keepSessions(database: string): void {
  kept.set(database, new Map());
}

/** Process numbers of the sessions that wait to be used again. */
export function waitingSessions(database: string): number[] {
  return [...(kept.get(database)?.values() ?? [])].flat().map(({ processID }) => processID);
}

/** Ends the sessions that wait; those still in use end with their clients. */
export function endSessions(database: string): void {
  const waiting = [...(kept.get(database)?.values() ?? [])].flat();
  kept.delete(database);
  for (const { socket } of waiting) socket.end(GOODBYE);
}

const prototype = pg.Client.prototype as Client;
const connectAnew = Reflect.get(prototype, '_connect');

prototype._connect = function connect(this: Client, done) {
  const sessions = kept.get(this.database ?? '');
  if (sessions !== undefined) {
    const key = JSON.stringify([this.host, this.port, this.password, this.getStartupConf()]);
    const waiting = sessions.get(key) ?? [];
    sessions.set(key, waiting);
    const session = waiting.pop();
    if (session !== undefined) takeOver(this, session);
    keepAtTheEnd(this, waiting);
  }
  connectAnew.call(this, done);
};

/** Lets a client find the session as if it had opened it. */
function takeOver(client: Client, { socket, processID, secretKey }: Session): void {
  const { connection } = client;
  connection.stream.destroy();
  connection.stream = socket;
  connection.connect = () => {
    connection._connecting = true;
    socket.ref();
    ask(socket, ['reset application_name'], () => {
      if (socket.destroyed) {
        connection.emit('end');
        return;
      }
      socket.on('error', (error) => connection.emit('error', error));
      socket.on('close', () => connection.emit('end'));
      connection.attachListeners(socket);
      connection.emit('connect');
    });
  };
  connection.startup = () => {
    connection.emit('backendKeyData', { processID, secretKey });
    connection.emit('readyForQuery', { status: 'I' });
  };
}

function keepAtTheEnd(client: Client, waiting: Session[]): void {
  const { connection } = client;
  const end = connection.end.bind(connection);
  connection.end = () => {
    const socket = connection.stream;
    // A statement that failed has told so before the server is ready again.
    const isAtRest = client.readyForQuery && client.getTransactionStatus() === 'I';
    if (!isAtRest || !socket.writable || connection._ending) return end();
    connection._ending = true;
    ask(socket, ['discard all', "set application_name = 'waits'"], () => {
      if (kept.has(client.database ?? '') && !socket.destroyed) wait(socket, client, waiting);
      else socket.end(GOODBYE);
      connection.emit('end');
    });
  };
}

function wait(socket: Socket, { processID, secretKey }: Client, waiting: Session[]): void {
  const session: Session = { socket, processID, secretKey };
  socket.once('close', () => {
    const at = waiting.indexOf(session);
    if (at >= 0) waiting.splice(at, 1);
  });
  // The server says nothing to a session that waits, except that it is ended.
  socket.once('data', () => socket.destroy());
  socket.unref();
  waiting.push(session);
}

function forgetClient(socket: Socket): void {
  for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event);
  socket.on('error', () => undefined);
}

/** Statements that nobody wants the answer of; `done` comes after the last, or when the session is gone, without listeners. */
function ask(socket: Socket, statements: readonly string[], done: () => void): void {
  let answer = Buffer.alloc(0);
  let missing = statements.length;
  const end = () => {
    forgetClient(socket);
    done();
  };
  forgetClient(socket);
  socket.once('close', end);
  socket.on('data', (part: Buffer) => {
    answer = Buffer.concat([answer, part]);
    // A message is its kind, one byte, and its length without that.
    while (answer.length >= 5 && answer.length > answer.readInt32BE(1)) {
      if (answer[0] === READY) missing -= 1;
      answer = answer.subarray(answer.readInt32BE(1) + 1);
    }
    if (missing === 0) end();
  });
  for (const text of statements) {
    const length = Buffer.alloc(4);
    length.writeInt32BE(Buffer.byteLength(text) + 5);
    socket.write(Buffer.concat([Buffer.from('Q'), length, Buffer.from(`${text}\0`)]));
  }
}
