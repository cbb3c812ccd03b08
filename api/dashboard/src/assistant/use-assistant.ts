import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api/endpoints.ts';
import { failed } from '../components/toast.tsx';

/** A question whose answer is on its way, or that got none. */
interface Asking {
  question: string;
  /** What of the answer is there so far. */
  text: string;
  error: Error | null;
}

const KEY = ['assistant', 'history'];

/** Asks one question at a time; what was asked before is read from the server. */
export function useAssistant(isOpen: boolean) {
  const client = useQueryClient();
  const history = useQuery({ queryKey: KEY, queryFn: api.assistant.history, enabled: isOpen });
  const [asking, setAsking] = useState<Asking | null>(null);
  const call = useRef<AbortController | null>(null);

  // A closed panel, or another page of the browser, ends the call.
  const stop = useCallback(() => call.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const ask = useCallback(
    async (question: string, page: string): Promise<void> => {
      call.current?.abort();
      const own = new AbortController();
      call.current = own;
      setAsking({ question, text: '', error: null });
      const change = (next: Partial<Asking>): void => {
        if (call.current === own) setAsking((before) => (before === null ? null : { ...before, ...next }));
      };
      let text = '';
      try {
        await api.assistant.ask(
          { question, page },
          (piece) => {
            text += piece;
            change({ text });
          },
          own.signal,
        );
        await client.invalidateQueries({ queryKey: KEY });
        if (call.current === own) setAsking(null);
      } catch (error) {
        if (own.signal.aborted) {
          if (call.current === own) setAsking(null);
          // The server hears of it a moment later.
          window.setTimeout(() => void client.invalidateQueries({ queryKey: KEY }), 300);
        } else change({ error: error as Error });
      } finally {
        if (call.current === own) call.current = null;
      }
    },
    [client],
  );

  const erase = useCallback(() => {
    api.assistant.erase().then(
      () => {
        setAsking(null);
        return client.invalidateQueries({ queryKey: KEY });
      },
      (error: unknown) => failed(error, 'Could not erase the history'),
    );
  }, [client]);

  return { history, asking, ask, stop, erase };
}
