/**
 * The inside of the calculating thread: takes what it is told and answers questions. All that it loads is pure calculation,
 * so that it starts in a moment: no database, no packages but the one for decimals.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { MOVEMENT_COLUMNS } from './ledger-movements.ts';
import { createCalculator } from './calculator.ts';
import type { CalculatorReply, Message } from './messages.ts';

function serve(port: NonNullable<typeof parentPort>): void {
  const calculator = createCalculator(Number(workerData));
  port.on('message', (message: Message) => {
    if (message.kind === 'feed') return calculator.feed(message);
    if (message.kind === 'forget') return calculator.forget(message.owner);
    const { id } = message;
    try {
      const figures = calculator.answer(message);
      if (figures === null) return port.postMessage({ id, isLost: true } satisfies CalculatorReply);
      const series = [
        ...Object.values(figures.daily),
        ...Object.values(figures.covered?.daily ?? {}),
        ...MOVEMENT_COLUMNS.map((name) => figures.movements[name]),
      ];
      const moved = series.map(({ buffer }) => buffer as ArrayBuffer);
      port.postMessage({ id, figures } satisfies CalculatorReply, moved);
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ id, error: reason } satisfies CalculatorReply);
    }
  });
}

if (parentPort !== null) serve(parentPort);
