import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/*
 * A new Postgres session is expensive: it loads the catalogue of every table, policy and trigger it uses, about 25 ms of
 * processor time by the end of an ordinary test. So the sessions of test databases are pooled. When a client ends, its
 * session is reset (DISCARD ALL: settings, locks, LISTEN, temporary tables, plans) and kept for the next client that asks for
 * the same database and role with the same start-up settings. The socket and the server are real. A session that is broken,
 * in a transaction or in the middle of a statement is closed as usual.
 */

interface Connection extends EventEmitter {
  stream: Socket;
  _connecting: boolean;
  _ending: boolean;
  connect(port: number | string, host?: string): void;
  startup(config: object): void;
  end(): void;
  attachListeners(stream: Socket): void;
}

/** Members of pg's client that its types leave out; the version of pg is pinned. */
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

/** Wire protocol: the type byte of ReadyForQuery, and the whole Terminate message. */
const READY = 0x5a;
const GOODBYE = Buffer.from([0x58, 0, 0, 0, 4]);
/** Idle sessions of a database, opened in one way, at the most: a database may be used until the end of its process. */
const MOST_WAITING = 4;
/** Idle sessions by database, then by how they were opened. */
const kept = new Map<string, Map<string, Session[]>>();

/** A server's port, and its socket in the file system: a query that goes that way takes a third less processor time. */
export interface Door {
  port: number;
  file: string;
}
let door: Door | null = null;

/**
 * Starts to keep the sessions of this database. @param through where a new session is opened instead of at that port; a wire
 * in between has a port of its own, and stays in between
 */
export function keepSessions(database: string, through: Door | null): void {
  kept.set(database, new Map());
  door = through;
}

/** Process ids of the idle sessions. */
export function waitingSessions(database: string): number[] {
  return [...(kept.get(database)?.values() ?? [])].flat().map(({ processID }) => processID);
}

/** Closes the idle sessions; those in use close with their clients. */
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
    else if (door !== null && this.host === '127.0.0.1' && this.port === door.port) goThrough(this, door);
    keepAtTheEnd(this, waiting);
  }
  connectAnew.call(this, done);
};

function goThrough({ connection }: Client, { file }: Door): void {
  const connect = connection.connect.bind(connection);
  connection.connect = () => connect(file);
}

/** Gives a client an idle session, as if the client had opened it. */
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
    // A failed statement reports its error before the server is ready again.
    const isAtRest = client.readyForQuery && client.getTransactionStatus() === 'I';
    if (!isAtRest || !socket.writable || connection._ending) return end();
    connection._ending = true;
    ask(socket, ['discard all', "set application_name = 'waits'"], () => {
      const isKept = kept.has(client.database ?? '') && waiting.length < MOST_WAITING;
      if (isKept && !socket.destroyed) wait(socket, client, waiting);
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
  // The server sends an idle session nothing, except that it is being closed.
  socket.once('data', () => socket.destroy());
  socket.unref();
  waiting.push(session);
}

function forgetClient(socket: Socket): void {
  for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event);
  socket.on('error', () => undefined);
}

/** Runs statements and ignores their results. Calls `done` after the last one, or when the session is lost. */
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
