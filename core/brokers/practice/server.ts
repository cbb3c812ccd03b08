import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../platform/index.ts';
import type { NewOrder, PracticeAccount } from './account.ts';
import type { PracticeOrder } from './practice-order.ts';
import { dhanWire } from './dhan-wire.ts';
import { FaultDice, FAULTS, type FaultyAnswer, type PlannedFault, type ReadFault } from './faults.ts';
import { kiteWire } from './kite-wire.ts';
import type { Asked, Reply, Wire } from './wire.ts';

const MOST_BYTES = 100_000;

/** What happened to an order request, for whoever watches. */
export interface PracticeNote {
  broker: Wire['broker'];
  order: NewOrder;
  made: readonly PracticeOrder[];
  fault: PlannedFault['name'] | null;
}

export interface PracticeBroker {
  readonly account: PracticeAccount;
  readonly dice: FaultDice;
  readonly url: string;
  /** Paths of every request, in the order of their coming. */
  readonly log: readonly string[];
  listen(port: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * A broker without a market, in Kite Connect's and DhanHQ's own forms on one port of this machine: one account for whoever
 * comes, with any key. It keeps a record of every order request, and fails as brokers do when it is told to.
 */
export function createPracticeBroker(parts: {
  account: PracticeAccount;
  clock: Clock;
  dice?: FaultDice;
  /** Called after every change, before it is answered. */
  save?: () => void;
  note?: (note: PracticeNote) => void;
  /** Told what went wrong here, such as a state that cannot be saved; the request then has no answer. */
  failed?: (error: unknown) => void;
}): PracticeBroker {
  const { account, clock, dice = new FaultDice(), failed, note, save = () => undefined } = parts;
  const wires = { zerodha: kiteWire, dhan: dhanWire(account.prices) };
  const log: string[] = [];
  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      failed?.(error);
      request.socket.destroy();
    });
  });
  // Whoever asks closes what is idle.
  server.keepAliveTimeout = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://practice');
    const asked: Asked = { method: request.method ?? 'GET', url, headers: request.headers, body: '' };
    for await (const part of request) {
      asked.body += String(part);
      if (asked.body.length > MOST_BYTES) return void request.socket.destroy();
    }
    log.push(`${asked.method} ${url.pathname}`);
    const wire = url.pathname.startsWith('/v2/') ? wires.dhan : wires.zerodha;
    if (wire.isOrder(asked)) return order(wire, asked, request, response);
    const fault = dice.forRead(url.pathname);
    const isPublic = url.pathname === '/session/token' || url.pathname.startsWith('/v2/instrument/');
    const reply = isPublic || isLive(wire, asked) ? wire.answer(asked, account) : wire.sessionEnded();
    save();
    send(request, response, fault === null ? reply : faulty(wire, reply, fault), answerOf(fault));
  }

  function isLive(wire: Wire, asked: Asked): boolean {
    const token = wire.token(asked);
    return token !== null && !dice.ended.has(token);
  }

  function order(wire: Wire, asked: Asked, request: IncomingMessage, response: ServerResponse): void {
    const planned = dice.forOrder();
    const fault = planned === null ? null : FAULTS[planned.name];
    const token = wire.token(asked);
    if (fault?.answer === 'session ended' && token !== null) dice.ended.add(token);
    const parsed = wire.parse(asked);
    const wanted = 'order' in parsed ? parsed.order : null;
    const made: PracticeOrder[] = [];
    let reply: Reply;
    if (!isLive(wire, asked)) reply = wire.sessionEnded();
    else if ('refusal' in parsed) reply = parsed.refusal;
    else if (account.unlisted.has(parsed.order.symbol)) reply = wire.unknownShare();
    else {
      const shortage = account.shortage(parsed.order);
      if (fault?.answer === 'funds short')
        reply = wire.refusedFor({ kind: 'FUNDS', needed: '100000.00', available: '0.00' });
      else if (shortage !== null) reply = wire.refusedFor(shortage);
      else {
        if (fault?.isPlaced !== false) made.push(...place(parsed.order, planned));
        reply = replyTo(wire, made, fault?.answer ?? 'right');
      }
    }
    account.state.requests.push({
      at: clock.now().toISOString(),
      broker: wire.broker,
      tag: wanted?.tag ?? null,
      body: asked.body,
      fault: planned?.name ?? null,
      order_ids: made.map(({ id }) => id),
    });
    save();
    if (wanted !== null) note?.({ broker: wire.broker, order: wanted, made, fault: planned?.name ?? null });
    send(request, response, reply, fault?.answer ?? 'right');
  }

  function place(wanted: NewOrder, planned: PlannedFault | null): PracticeOrder[] {
    const fault = planned === null ? null : FAULTS[planned.name];
    const hidden = {
      reads: planned?.hiddenReads ?? fault?.hiddenReads ?? 0,
      ...(planned?.hiddenMs === undefined ? {} : { ms: planned.hiddenMs }),
    };
    if (fault?.answer !== 'sliced') return [account.place(wanted, fault?.course, hidden)];
    const part = Math.floor(wanted.quantity / 3);
    return [Math.max(1, part), part]
      .filter((quantity) => quantity > 0)
      .map((quantity) => account.place({ ...wanted, quantity }, fault.course, hidden));
  }

  function replyTo(wire: Wire, made: readonly PracticeOrder[], answer: FaultyAnswer): Reply {
    switch (answer) {
      case 'timed out':
        return wire.timedOut();
      case 'too many':
        return wire.tooMany();
      case 'server error':
        return wire.serverError();
      case 'session ended':
        return wire.sessionEnded();
      case 'sliced':
        return wire.sliced(made);
      default: {
        const [first] = made;
        return first === undefined ? wire.serverError() : wire.accepted(first);
      }
    }
  }

  return {
    account,
    dice,
    log,
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async listen(port) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', resolve);
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function faulty(wire: Wire, reply: Reply, fault: ReadFault): Reply {
  if (fault === 'server_error') return wire.serverError();
  return fault === 'too_many_requests' ? wire.tooMany() : reply;
}

/** How a look goes wrong. */
function answerOf(fault: ReadFault | null): FaultyAnswer {
  switch (fault) {
    case 'dropped':
      return 'none';
    case 'hang':
    case 'cut':
    case 'garbage':
      return fault;
    default:
      return 'right';
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, type }: Reply,
  answer: FaultyAnswer,
): void {
  switch (answer) {
    case 'none':
      request.socket.destroy();
      return;
    case 'hang':
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"status":"success","data":{"order":');
      return;
    default: {
      const bytes = Buffer.from(type === undefined ? JSON.stringify(body) : String(body));
      response.writeHead(status, {
        'content-type': type ?? 'application/json',
        'content-length': String(bytes.length),
      });
      if (answer === 'cut')
        response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
      else response.end(bytes);
    }
  }
}
