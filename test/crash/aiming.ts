import type { TradingProcess } from './trading-processes.ts';
import type { TradingWorld } from './trading-world.ts';
import type { Kill } from './trial.ts';

/** Has a process killed when the time comes. */
export function aimAt(world: TradingWorld, process: TradingProcess, kill: Kill): void {
  if (kill.at === 'step') process.aim({ step: kill.step, time: kill.time, signal: 'SIGKILL' });
  else if (kill.at === 'moment') setTimeout(() => process.kill(), kill.ms).unref();
  else
    world.brokers.dice.tell = (step) => {
      if (step === kill.step) process.kill();
    };
}
