import type { TradingProcess } from './trading-processes.ts';
import type { ToldBrokers } from './told-brokers.ts';
import { atBroker, type Kill, killAt } from './trial.ts';

/** Whichever of several steps a process comes by, after it came by so many of them. */
export interface AnyOf {
  at: 'any';
  steps: ReadonlySet<string>;
  skip: number;
}

/**
 * Has a process killed when the time comes.
 * @returns what killed it; null as long as nothing has.
 */
export function aimAt(
  { brokers }: { brokers: ToldBrokers },
  process: TradingProcess,
  kill: Kill | AnyOf,
): () => Kill | null {
  let struck: Kill | null = null;
  const strike = (by: Kill) => {
    struck ??= by;
    process.kill();
  };
  const tell = (isMeant: (step: string) => boolean) => {
    brokers.dice.tell = (step) => {
      if (isMeant(step)) strike({ at: 'broker', step });
    };
  };
  switch (kill.at) {
    case 'step':
      process.aim({ steps: [kill.step], skip: kill.time - 1, signal: 'SIGKILL' });
      break;
    case 'moment':
      setTimeout(() => strike(kill), kill.ms).unref();
      break;
    case 'broker':
      tell((step) => step === kill.step);
      break;
    case 'any': {
      let left = kill.skip;
      tell((step) => kill.steps.has(step) && left-- <= 0);
      const own = [...kill.steps].filter((step) => !atBroker(step));
      process.aim({ steps: own, skip: kill.skip, signal: 'SIGKILL' });
    }
  }
  return () => struck ?? (process.died === null ? null : killAt(process.died.step, process.died.time));
}
