import type { TradingProcess } from './trading-processes.ts';
import type { ToldBrokers } from './told-brokers.ts';
import type { Kill } from './trial.ts';

/** Has a process killed when the time comes. */
export function aimAt({ brokers }: { brokers: ToldBrokers }, process: TradingProcess, kill: Kill): void {
  if (kill.at === 'step') process.aim({ step: kill.step, time: kill.time, signal: 'SIGKILL' });
  else if (kill.at === 'moment') setTimeout(() => process.kill(), kill.ms).unref();
  else
    brokers.dice.tell = (step) => {
      if (step === kill.step) process.kill();
    };
}
