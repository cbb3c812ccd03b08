/** The live socket: one connection for the page, re-opened with growing pauses, its frames handed to whoever asks. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { POLICIES_KEY } from './policies.ts';
import { useLeave } from './session.tsx';

export interface Frame {
  type: string;
  ts?: string;
  [key: string]: unknown;
}

export type LiveState = 'connecting' | 'open' | 'waiting';

interface Live {
  state: LiveState;
  /** Sends a frame; false when there is no connection to send it over. */
  send: (frame: Frame) => boolean;
  subscribe: (listener: (frame: Frame) => void) => () => void;
}

const LiveContext = createContext<Live | null>(null);

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
const PING_EVERY = 25_000;
/** The session ended: signed out, expired, or signed in elsewhere. */
const SESSION_ENDED = 4401;
/** Frames were missed, or the session shows other figures now. */
const READ_ANEW = 1012;

const addressOf = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/live`;

function frameOf(data: unknown): Frame | null {
  try {
    const parsed: unknown = JSON.parse(String(data));
    return typeof parsed === 'object' && parsed !== null && 'type' in parsed ? (parsed as Frame) : null;
  } catch {
    return null;
  }
}

/** Whether a topic is among those that a frame says changed; one that names none is about everything. */
const isAbout = ({ topics }: Frame, topic: string): boolean =>
  !Array.isArray(topics) || topics.includes(topic);

export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const leave = useLeave();
  const [state, setState] = useState<LiveState>('connecting');
  const socket = useRef<WebSocket | null>(null);
  const listeners = useRef(new Set<(frame: Frame) => void>());
  const leaveNow = useRef(leave);
  leaveNow.current = leave;

  useEffect(() => {
    let stopped = false;
    let failures = 0;
    let retry: number | undefined;
    let ping: number | undefined;

    const heard = (frame: Frame): void => {
      if (frame.type === 'portfolio_changed') {
        void client.invalidateQueries({ queryKey: ['portfolio'] });
        if (isAbout(frame, 'policies')) void client.invalidateQueries({ queryKey: [POLICIES_KEY] });
      }
      // what failed shows under data quality, where no figure changes
      if (frame.type === 'refresh_progress' && frame['finished'] === true)
        void client.invalidateQueries({ queryKey: ['portfolio', 'quality'] });
      if (frame.type === 'notification') void client.invalidateQueries({ queryKey: ['notifications'] });
      for (const listener of listeners.current) listener(frame);
    };

    const open = (): void => {
      if (stopped) return;
      setState('connecting');
      const opened = new WebSocket(addressOf());
      socket.current = opened;
      opened.onopen = () => {
        setState('open');
        // what happened while nobody listened is read again
        if (failures > 0) void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'me' });
        failures = 0;
        ping = window.setInterval(() => opened.send(JSON.stringify({ type: 'ping' })), PING_EVERY);
      };
      opened.onmessage = (event) => {
        const frame = frameOf(event.data);
        if (frame) heard(frame);
      };
      opened.onclose = (event) => {
        window.clearInterval(ping);
        if (stopped || socket.current !== opened) return;
        socket.current = null;
        if (event.code === SESSION_ENDED) {
          leaveNow.current();
          return;
        }
        setState('waiting');
        // a refused upgrade looks like a lost line: ask whether the session still stands
        if (failures === 1 || event.code === READ_ANEW) void client.invalidateQueries({ queryKey: ['me'] });
        const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + Math.random() / 2);
        failures += 1;
        retry = window.setTimeout(open, pause);
      };
    };

    const hurry = (): void => {
      if (socket.current || stopped) return;
      window.clearTimeout(retry);
      open();
    };
    window.addEventListener('online', hurry);
    open();
    return () => {
      stopped = true;
      window.removeEventListener('online', hurry);
      window.clearTimeout(retry);
      window.clearInterval(ping);
      socket.current?.close(1000);
      socket.current = null;
    };
  }, [client]);

  const live = useMemo<Live>(
    () => ({
      state,
      send(frame) {
        if (socket.current?.readyState !== WebSocket.OPEN) return false;
        socket.current.send(JSON.stringify(frame));
        return true;
      },
      subscribe(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [state],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive must be used inside LiveProvider');
  return live;
}
