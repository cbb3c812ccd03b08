/** The inside of the thread of backtests: keeps the last panels, and calculates one backtest after the other. */
import { parentPort } from 'node:worker_threads';
import type { PricePanel } from '../panel/index.ts';
import { calculateRun } from './calculate.ts';
import { resultBlocks } from './result-blocks.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/** A panel of 500 shares and ten years has 10 MB. */
const MOST_PANEL_BYTES = 256 * 1024 * 1024;
const MOST_PANELS = 8;

function serve(port: NonNullable<typeof parentPort>): void {
  const panels = new Map<string, PricePanel>();

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
    const panel = panels.get(request.key);
    if (panel === undefined) return { isMissing: true };
    keep(request.key, panel);
    const result = calculateRun({ ...request.question, panel }, (progress) =>
      port.postMessage({ progress } satisfies ThreadReply),
    );
    const { revision, survivorship, benchmark } = panel;
    const { metrics, validation, findings } = result;
    return {
      result: {
        data_revision: revision,
        survivorship,
        benchmark: benchmark === null ? null : { code: benchmark.code, name: benchmark.name },
        metrics,
        validation,
        findings,
        blocks: resultBlocks(result, panel.securities),
      },
    };
  }

  port.on('message', (request: ThreadRequest) => {
    try {
      const reply = answer(request);
      const bodies =
        'result' in reply ? reply.result.blocks.map(({ body }) => body.buffer as ArrayBuffer) : [];
      port.postMessage(reply, bodies);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ error: text } satisfies ThreadReply);
    }
  });
}

if (parentPort !== null) serve(parentPort);
