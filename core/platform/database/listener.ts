import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { HeldConnection } from './held-connection.ts';
import type { Log } from '../log.ts';

/** Messages other processes announce through Postgres. `lost` and `restored` tell that some may have been missed. */
export interface Listener {
  /** Calls `handle` for every message on the channel; answers a function that stops it. */
  on(channel: string, handle: (payload: Record<string, unknown>) => void): () => void;
  /** Calls `handle` whenever the connection was lost: what depends on seeing every message must be read again. */
  onGap(handle: () => void): () => void;
  /** True while messages arrive. */
  readonly connected: boolean;
  start(): Promise<void>;
  close(): void;
}

const RETRY_MS = 1000;
/** The channels of this product; LISTEN is issued for all of them at once. */
const CHANNELS = [
  'portfolio_changed',
  'session_ended',
  'parts_changed',
  'sample_changed',
  'notification',
  'chat_in',
  'chat_out',
  'deliveries_due',
  'import_progress',
  'refresh_progress',
  'market_catch_up',
  'calendar_changed',
  'research_due',
  'research_cancelled',
  'research_progress',
  'ai_research_due',
  'ai_research_cancelled',
] as const;

/** Listens on the connection that the process holds, and again after Postgres was unreachable or silent. */
export function createListener(held: Pick<HeldConnection, 'session'>, log: Log): Listener {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  let client: pg.Client | null = null;
  let stopHearing = (): void => undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let connected = false;

  /** Calls all who listen: one that fails keeps it from none of the others, and the connection from coming back. */
  const tell = (channel: string, ...told: unknown[]): void => {
    for (const handle of events.listeners(channel))
      try {
        handle(...told);
      } catch (error) {
        log.error({ err: error, channel }, 'a message on a channel could not be handled');
      }
  };

  const hear = ({ channel, payload }: pg.Notification): void => {
    try {
      tell(channel, JSON.parse(payload ?? '{}'));
    } catch (error) {
      log.warn({ err: error, channel }, 'a message on a channel could not be read');
    }
  };

  const connect = async (): Promise<void> => {
    const { client: next, ended } = await held.session();
    next.on('notification', hear);
    stopHearing = () => next.off('notification', hear);
    try {
      await next.query(CHANNELS.map((channel) => `listen ${channel}`).join(';'));
    } catch (error) {
      stopHearing();
      throw error;
    }
    if (closed) return stopHearing();
    client = next;
    connected = true;
    void ended.then(() => {
      if (client !== next) return;
      client = null;
      connected = false;
      tell('gap');
      again();
    });
    // Whatever was announced before LISTEN took hold was not heard.
    tell('gap');
  };
  const again = (): void => {
    if (closed) return;
    timer = setTimeout(() => void connect().catch(again), RETRY_MS);
    timer.unref();
  };

  return {
    on(channel, handle) {
      events.on(channel, handle);
      return () => events.off(channel, handle);
    },
    onGap(handle) {
      events.on('gap', handle);
      return () => events.off('gap', handle);
    },
    get connected() {
      return connected;
    },
    start: connect,
    close() {
      closed = true;
      clearTimeout(timer);
      stopHearing();
      client = null;
      connected = false;
    },
  };
}
