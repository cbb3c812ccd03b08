/**
 * The inside of the thread of backtests: keeps the last panels, and calculates one backtest after the other. What it came to
 * stays here until it is asked for, piece by piece.
 */
import { parentPort } from 'node:worker_threads';
import type { PricePanel } from '../panel/index.ts';
import { calculateRun } from './calculate.ts';
import { resultRows } from './result-rows.ts';
import type { ResultRows, ThreadReply, ThreadRequest } from './thread-messages.ts';

/** A panel of 500 shares and ten years has 10 MB. */
const MOST_PANEL_BYTES = 256 * 1024 * 1024;
const MOST_PANELS = 8;

function serve(port: NonNullable<typeof parentPort>): void {
  const panels = new Map<string, PricePanel>();
  let rows: Iterator<ResultRows> | null = null;

  /** The one that was used longest ago goes first. */
  function keep(key: string, panel: PricePanel): void {
    panels.delete(key);
    panels.set(key, panel);
    let bytes = 0;
    for (const { closes } of panels.values()) bytes += closes.byteLength;
    for (const [oldest, { closes }] of panels) {
      if (oldest === key || (bytes <= MOST_PANEL_BYTES && panels.size <= MOST_PANELS)) return;
      panels.delete(oldest);
      bytes -= closes.byteLength;
    }
  }

  function answer(request: ThreadRequest): ThreadReply {
    if (request.kind === 'panel') {
      keep(request.key, request.panel);
      return { done: true };
    }
    if (request.kind === 'rows') {
      // Another thread than the one that calculated: nothing to ask for is not the same as no rows.
      if (rows === null) throw new Error('nothing was calculated here');
      const next = rows.next();
      return { next: next.done === true ? null : next.value };
    }
    rows = null;
    const panel = panels.get(request.key);
    if (panel === undefined) return { isMissing: true };
    keep(request.key, panel);
    const result = calculateRun({ ...request.question, panel }, (progress) =>
      port.postMessage({ progress } satisfies ThreadReply),
    );
    rows = resultRows(result, panel.securities, request.run);
    const { revision, survivorship, benchmark } = panel;
    const { metrics, validation, findings } = result;
    return {
      summary: {
        data_revision: revision,
        survivorship,
        benchmark: benchmark === null ? null : { code: benchmark.code, name: benchmark.name },
        metrics,
        validation,
        findings,
      },
    };
  }

  port.on('message', (request: ThreadRequest) => {
    let reply: ThreadReply;
    try {
      reply = answer(request);
    } catch (error) {
      reply = {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
    // Lines of rows are moved to the other thread instead of copied.
    const moved = 'next' in reply && reply.next !== null ? [reply.next.lines.buffer as ArrayBuffer] : [];
    port.postMessage(reply, moved);
  });
}

if (parentPort !== null) serve(parentPort);
