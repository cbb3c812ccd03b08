import { type UndecidedAction, undecidedOn, undecidedReason } from '../../portfolio/index.ts';

interface OfSecurity {
  portfolio: string;
  symbol: string;
  undecided: readonly UndecidedAction[];
}

/** Actions of a security that bear on a figure of a day. */
export function undecidedAt(security: OfSecurity, day: string): UndecidedAction[] {
  return undecidedOn(security.undecided, security, day);
}

/** Why a figure of a day may still change; null where it is settled. */
export const provisional = (security: OfSecurity, day: string): string | null =>
  undecidedReason(undecidedAt(security, day));
