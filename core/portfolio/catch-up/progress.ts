import type { CatchUpStep, CatchUpStepView, StepState } from './view.ts';

/** Frames are told no more often than this. */
const EVERY_MS = 250;

/** What a step says of itself while it runs. */
export interface StepProgress {
  count(done: number, total: number): void;
}

/** How a step ended, in words for the person; OFF where nobody can be asked. */
export interface StepOutcome {
  state: Extract<StepState, 'DONE' | 'FAILED' | 'OFF'>;
  result: string;
}

/**
 * Keeps the steps of one catch-up, and tells how far they are: at once when one begins or ends, else four times a second.
 * @param tell hears the steps; `isMilestone` where they are worth keeping. What it throws is let go.
 */
export function createStepProgress(
  steps: CatchUpStepView[],
  tell: (steps: readonly CatchUpStepView[], isMilestone: boolean) => Promise<void>,
) {
  let timer: NodeJS.Timeout | undefined;
  let isMilestone = false;
  // One after the other: connections of a pool overtake each other.
  let turn: Promise<void> = Promise.resolve();
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const told = structuredClone(steps);
    const kept = isMilestone;
    isMilestone = false;
    turn = turn.then(() => tell(told, kept)).catch(() => undefined);
  };
  const change = (step: CatchUpStep, change: Partial<CatchUpStepView>): void => {
    const known = steps.find((one) => one.step === step);
    if (known !== undefined) Object.assign(known, change);
  };

  return {
    steps: steps as readonly CatchUpStepView[],

    /** Does a step's work between its beginning and its end; a failure is an outcome, not thrown. */
    async run(
      step: CatchUpStep,
      work: (progress: StepProgress) => Promise<StepOutcome>,
      failed: (error: unknown) => StepOutcome,
    ): Promise<StepOutcome> {
      change(step, { state: 'RUNNING' });
      isMilestone = true;
      send();
      const outcome = await work({
        count(done, total) {
          change(step, { done, total });
          timer ??= setTimeout(send, EVERY_MS);
        },
      }).catch(failed);
      change(step, outcome);
      isMilestone = true;
      send();
      return outcome;
    },

    /** Waits until everything is told. */
    async told(): Promise<void> {
      clearTimeout(timer);
      await turn;
    },
  };
}

export type StepProgressKeeper = ReturnType<typeof createStepProgress>;
