/** Prices are fetched when the page opens, and every five minutes for as long as somebody can see it. */
import { useEffect, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { useLive } from '../../api/live.tsx';
import type { PriceProgress, PriceRefresh } from '../../api/types.ts';
import { failed } from '../../components/toast.tsx';

const EVERY = 5 * 60_000;
/** Coming back to the page within this time asks for nothing: the server would answer the same. */
const PAUSE = 30_000;
/** A refresh of which nothing was heard for so long is over, one way or the other. */
const SILENCE = 60_000;

let askedAt = Number.NEGATIVE_INFINITY;
let last: PriceRefresh | null = null;

interface FreshPrices {
  /** How far a refresh is, in whatever window or process it was asked for; null while none runs. */
  progress: PriceProgress | null;
  /** What the last refresh asked for here came to. */
  last: PriceRefresh | null;
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
  const [result, setResult] = useState(last);
  const keep = (view: PriceRefresh): void => {
    last = view;
    setResult(view);
  };

  useEffect(() => {
    const ask = (after: number) => {
      if (document.visibilityState !== 'visible' || performance.now() - askedAt < after) return;
      askedAt = performance.now();
      api.prices.refresh().then(keep, () => undefined);
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
  }, []);

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
    api.prices.refresh(true).then(keep, (error: unknown) => failed(error, 'Prices could not be refreshed'));
  };
  return { progress, last: result, refresh };
}
