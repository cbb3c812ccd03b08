import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { CLOSE, createHub } from '../../api/live-hub.ts';

const MEGABYTE = 1024 * 1024;

/** A peer that takes nothing of what it is sent. */
class Deaf extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  closedWith: number | null = null;
  send(text: string): void {
    this.bufferedAmount += text.length;
  }
  close(code: number): void {
    this.readyState = 2;
    this.closedWith = code;
  }
  terminate(): void {
    this.readyState = 3;
  }
}

describe('api/live-hub', () => {
  it('Live socket: one that talks without end and does not listen is answered up to a megabyte, then closed with 1013', () => {
    const peer = new Deaf();
    const hub = createHub({ opened: () => undefined, sent: () => undefined });
    const frame = { type: 'error', code: 'RATE_LIMITED', detail: 'x'.repeat(1000) };
    for (let said = 0; said < 10_000; said += 1) hub.reply(peer as unknown as WebSocket, frame);
    assert.equal(peer.closedWith, 1013);
    assert.ok(peer.bufferedAmount > MEGABYTE && peer.bufferedAmount < 1.1 * MEGABYTE);
  });

  it('Live socket: all sockets of a person who is shut out end, and frames that wait on them are known to be late', () => {
    const [own, shown, other] = [new Deaf(), new Deaf(), new Deaf()];
    const hub = createHub({ opened: () => undefined, sent: () => undefined });
    const person = { login: 'a', name: 'A', sessionId: 's', expiresAt: new Date() };
    const add = (peer: Deaf, principal: object) =>
      hub.add(peer as unknown as WebSocket, { ...person, userId: '7', ...principal }, 'token');
    add(own, {});
    add(shown, { userId: '9', sampleOf: '7' });
    add(other, { userId: '8' });
    hub.endPerson('7', CLOSE.sessionEnded, 'session ended');
    assert.deepEqual(
      [own, shown, other].map((peer) => [peer.closedWith, hub.isEnded(peer as unknown as WebSocket)]),
      [
        [4401, true],
        [4401, true],
        [null, false],
      ],
    );
  });
});
