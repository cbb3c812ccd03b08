import type { CloseJump } from '../../market/index.ts';
import { daysApart } from '../../platform/index.ts';
import type { Candidate } from './candidate.ts';
import { isRatioKind } from './action-terms.ts';
import { SAME_EVENT_DAYS, SCHEME_DAYS } from './decision-on.ts';
import { ratioOfChange } from './isin-changes.ts';

/** Source of a split that only a jump of the closes tells of. */
const CLOSES = 'CLOSES';

type Terms = Pick<Candidate, 'kind' | 'ex_date' | 'new_shares' | 'old_shares'>;

/** The split or consolidation that a jump of closes is near; null where it is near none, or near several. */
export function splitOfJump(jump: CloseJump, currency: string): Terms | null {
  const ratio = ratioOfChange({ ...jump, recorded: 1, held: 1, flows: [] }, 1, currency);
  if (ratio === null || ratio[0] === ratio[1]) return null;
  const [to, from] = ratio;
  return {
    kind: to < from ? 'CONSOLIDATION' : 'SPLIT',
    ex_date: jump.on,
    new_shares: String(to),
    old_shares: String(from),
  };
}

/** Splits that only the closes tell of: nothing that was announced, recorded in files or decided lies near the jump. */
export function splitsOfJumps(
  jumps: readonly CloseJump[],
  currency: string,
  known: readonly { kind: Candidate['kind']; ex_date: string }[],
): (Terms & Pick<Candidate, 'source' | 'needs' | 'evidence' | 'jump'>)[] {
  return jumps.flatMap((jump) => {
    const isExplained = known.some(({ kind, ex_date }) => {
      if (kind === 'RENAME') return false;
      const days = isRatioKind(kind) ? SAME_EVENT_DAYS : SCHEME_DAYS;
      const isBetween = jump.after < ex_date && ex_date <= jump.on;
      return isBetween || daysApart(ex_date, jump.on) <= days;
    });
    const split = isExplained ? null : splitOfJump(jump, currency);
    return split === null
      ? []
      : [{ ...split, source: CLOSES, needs: 'TERMS', evidence: 'DERIVED', jump } as const];
  });
}
