import { Problem } from '../../core/platform/index.ts';
import { KILLED, type Outcome } from './trading-processes.ts';

/**
 * Answers that contradict no other: what was to be sent again may have turned up before, which ends its plan. The judge finds
 * any other plan that expired.
 */
const UNDERSTOOD: readonly string[] = [KILLED, 'PLAN_DECIDED', 'PLAN_EXPIRED'];

/** What people were told of their answers to plans, while processes die. */
export class Answers {
  readonly approved = new Set<string>();
  readonly rejected = new Set<string>();
  /** Answers that contradict each other. */
  readonly wrong: string[] = [];

  note(planId: string, kind: 'approve' | 'reject', outcome: Outcome): void {
    const mine = kind === 'approve' ? this.approved : this.rejected;
    if (outcome === null) {
      if (mine.has(planId)) this.wrong.push(`plan ${planId} was answered twice`);
      mine.add(planId);
    } else if (!UNDERSTOOD.includes(outcome))
      this.wrong.push(`plan ${planId}: ${kind} was refused with ${outcome}`);
  }

  /** Approves a plan in this process. */
  async ask(planId: string, approve: () => Promise<unknown>): Promise<void> {
    try {
      await approve();
      this.note(planId, 'approve', null);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.note(planId, 'approve', error.code);
    }
  }
}
