/** Prices are fetched when the page opens, and every five minutes for as long as somebody can see it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { useLive } from '../../api/live.tsx';
import { TODOS_KEY } from '../../api/todos.ts';
import type { PriceProgress } from '../../api/types.ts';
import { failed } from '../../components/toast.tsx';

const EVERY = 5 * 60_000;
/** Coming back to the page within this time asks for nothing: the server would answer the same. */
const PAUSE = 30_000;
/** A refresh of which nothing was heard for so long is over, one way or the other. */
const SILENCE = 60_000;

let askedAt = Number.NEGATIVE_INFINITY;

interface FreshPrices {
  /** How far a refresh is, in whatever window or process it was asked for; null while none runs. */
  progress: PriceProgress | null;
  /** Asks again for all prices, also for those of a moment ago. */
  refresh: () => void;
}

/**
 * Has the prices refreshed. What changed arrives as a live frame; what failed by itself shows in the freshness of the
 * figures and under data quality, so that nobody is disturbed about it.
 */
export function useFreshPrices(): FreshPrices {
  const { subscribe } = useLive();
  const [progress, setProgress] = useState<PriceProgress | null>(null);
  const client = useQueryClient();
  // A refresh that failed changes no figure, and is a task all the same.
  const readTodos = useCallback(() => client.invalidateQueries({ queryKey: TODOS_KEY }), [client]);

  useEffect(() => {
    const ask = (after: number) => {
      if (document.visibilityState !== 'visible' || performance.now() - askedAt < after) return;
      askedAt = performance.now();
      api.prices.refresh().then(readTodos, () => undefined);
    };
    const seen = () => ask(EVERY);
    ask(PAUSE);
    // More often than it asks, so that a page that was hidden catches up soon.
    const timer = setInterval(seen, PAUSE);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [readTodos]);

  useEffect(() => {
    let silence: number | undefined;
    const stop = subscribe((frame) => {
      if (frame.type !== 'refresh_progress') return;
      window.clearTimeout(silence);
      const { done, total, updated, failed: lost, finished } = frame as unknown as PriceProgress;
      setProgress(finished ? null : { done, total, updated, failed: lost, finished });
      if (!finished) silence = window.setTimeout(() => setProgress(null), SILENCE);
    });
    return () => {
      stop();
      window.clearTimeout(silence);
    };
  }, [subscribe]);

  const refresh = (): void => {
    askedAt = performance.now();
    api.prices
      .refresh(true)
      .then(readTodos, (error: unknown) => failed(error, 'Prices could not be refreshed'));
  };
  return { progress, refresh };
}
