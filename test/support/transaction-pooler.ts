import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';

const LENGTH_BYTES = 4;
/** AuthenticationOk, then ReadyForQuery outside of a transaction. */
const LET_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** Statements whose effect stays on the server connection, but not for the client's next transaction. */
const OUTLASTS =
  /(?:^|; *)(?:set (?!local|constraints|transaction)|listen |prepare )|pg_(?:try_)?advisory_(?:lock|unlock)|create temp table (?!.*on commit drop)/is;

interface Message {
  /** Empty for the first message of a client, which has no type. */
  type: string;
  bytes: Buffer;
}

/** Cuts a stream of bytes into messages of the Postgres protocol. */
function cutter(isStart: boolean): (bytes: Buffer) => Message[] {
  let rest = Buffer.alloc(0);
  let head = isStart ? 0 : 1;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const found: Message[] = [];
    while (rest.length >= head + LENGTH_BYTES) {
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) break;
      found.push({ type: rest.toString('latin1', 0, head), bytes: rest.subarray(0, length) });
      rest = rest.subarray(length);
      head = 1;
    }
    return found;
  };
}

/** A logged-in server connection without pg's reader. */
async function login(connectionString: string): Promise<Socket> {
  const client = new pg.Client({ connectionString, application_name: 'munim' });
  client.on('error', () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return stream;
}

/** Chooses the connection of a transaction by the text of its first message, the place of the last one and the login. */
type PlaceOf = (begin: string, last: number, user: string) => number;

/**
 * A pooler in transaction mode, as bad as pgbouncer may be: every client has two server connections and takes the other one
 * for each transaction. So settings, prepared statements and locks of a session are lost after their transaction. With
 * `placeOf` it is a router in front of several databases.
 */
export function createTransactionPooler(placeOf: PlaceOf = (_begin, last) => 1 - last) {
  /** Addresses behind it by the user who logs in. */
  const logins = new Map<string, readonly string[]>();
  const sockets = new Set<Socket>();
  const outlasting: string[] = [];
  let swaps = 0;
  let server: Server | null = null;

  async function serve(near: Socket, user: string, next: (take: (messages: Message[]) => void) => void) {
    const backends = await Promise.all((logins.get(user) ?? []).map(login));
    let current = 1;
    let isBetween = true;
    /** Messages without ReadyForQuery from the server. */
    let unanswered = 0;
    for (const far of backends) {
      sockets.add(far);
      const cut = cutter(false);
      far.on('data', (bytes: Buffer) => {
        for (const { type, bytes: message } of cut(bytes)) {
          near.write(message);
          if (type !== 'Z') continue;
          unanswered -= 1;
          if (unanswered > 0 || message.at(-1) !== 0x49) continue;
          swaps += 1;
          isBetween = true;
        }
      });
      far.on('error', () => undefined);
      far.on('close', () => near.destroy());
    }
    near.on('close', () => {
      for (const far of backends) far.destroy();
    });
    near.write(LET_IN);
    next((messages) => {
      for (const { type, bytes } of messages) {
        if (type === 'Q' || type === 'S') unanswered += 1;
        const text = type === 'Q' || type === 'P' ? bytes.toString('utf8', 1 + LENGTH_BYTES) : '';
        const isNamed = type === 'P' && !text.startsWith('\0');
        if (isNamed || OUTLASTS.test(text.replace(/^\0/, '')))
          outlasting.push(text.replaceAll('\0', ' ').trim());
        if (type === 'X') near.end();
        else {
          if (isBetween) current = placeOf(text, current, user);
          isBetween = false;
          backends[current]?.write(bytes);
        }
      }
    });
  }

  const carry = (near: Socket): void => {
    sockets.add(near);
    const cut = cutter(true);
    const early: Message[] = [];
    let take = (messages: Message[]): void => void early.push(...messages);
    near.on('error', () => undefined);
    near.on('data', (bytes: Buffer) => {
      const messages = cut(bytes);
      const [first] = messages;
      if (first?.type !== '') return take(messages);
      const words = first.bytes.toString('utf8', 2 * LENGTH_BYTES).split('\0');
      serve(near, words[words.indexOf('user') + 1] ?? '', (given) => {
        take = given;
        take(early.splice(0));
      }).catch(() => near.destroy());
    });
  };

  return {
    /**
     * @param urls of one login: the server's, or those of several databases
     * @returns the address that replaces the first.
     */
    async through(...urls: [string, ...string[]]): Promise<string> {
      server ??= await new Promise<Server>((resolve) => {
        const opened = createServer(carry).listen(0, '127.0.0.1', () => resolve(opened));
      });
      const pooled = new URL(urls[0]);
      logins.set(decodeURIComponent(pooled.username), urls.length === 1 ? [urls[0], urls[0]] : urls);
      pooled.port = String((server.address() as AddressInfo).port);
      return pooled.href;
    },
    /** Number of times a client got its other connection. */
    swaps: () => swaps,
    /** Statements with an effect beyond their transaction. */
    outlasting: (): readonly string[] => outlasting,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
    },
  };
}
