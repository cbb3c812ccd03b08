/** How one call to the loopback Bot API goes wrong. */
export type FaultKind =
  /** 429 with `retry_after` seconds. */
  | { kind: 'flood'; retryAfter: number }
  /** A 500 from the server, nothing done. */
  | { kind: 'server_error' }
  /** A 400 in the words of the server, nothing done. */
  | { kind: 'refused'; description: string }
  /** The person has blocked the bot. */
  | { kind: 'blocked' }
  /** The connection is cut before the call is looked at. */
  | { kind: 'drop' }
  /** The call is carried out, then the connection is cut: the caller cannot know. */
  | { kind: 'accept_then_drop' }
  /** The call is carried out; its answer waits for this. */
  | { kind: 'accept_then_wait'; until: Promise<void> }
  /** Nothing is ever answered. */
  | { kind: 'hang' };

interface Planned {
  method: string;
  fault: FaultKind;
  left: number;
  chatId: number | null;
}

/** The faults still to come, taken in the order in which they were planned. */
export class BotApiFaults {
  #planned: Planned[] = [];

  /** The next `times` calls of `method` ('*' for any but getUpdates), of any chat or of this one, fail in this way. */
  plan(method: string, fault: FaultKind, times = 1, chatId: number | null = null): void {
    this.#planned.push({ method, fault, left: times, chatId });
  }

  /** Takes the fault that this call meets, or null. */
  take(method: string, chatId: number): FaultKind | null {
    const index = this.#planned.findIndex(
      (planned) =>
        (planned.chatId === null || planned.chatId === chatId) &&
        (planned.method === method || (planned.method === '*' && method !== 'getUpdates')),
    );
    const planned = this.#planned[index];
    if (planned === undefined) return null;
    planned.left -= 1;
    if (planned.left <= 0) this.#planned.splice(index, 1);
    return planned.fault;
  }

  /** Forgets everything that was still to come. */
  clear(): void {
    this.#planned = [];
  }

  get pending(): number {
    return this.#planned.reduce((sum, planned) => sum + planned.left, 0);
  }
}
