import { conflict } from '../../platform/index.ts';
import type { ContributionModel } from './models.ts';
import { type ContributionState, type PersonsEvent, personsEvents } from './states.ts';

const STANDS: Readonly<Record<ContributionState, string>> = {
  SCHEDULED: 'is not due yet',
  FUNDING_DUE: 'is waiting for you to confirm its money',
  DEFERRED: 'was deferred',
  CONFIRMED: 'is confirmed and waiting to be applied',
  APPLIED: 'was already credited',
  SKIPPED: 'was skipped',
  CANCELLED: 'was cancelled',
  FAILED: 'could not be credited',
};
const VERBS: Readonly<Record<PersonsEvent, string>> = {
  confirm: 'confirm',
  apply: 'apply',
  defer: 'defer',
  skip: 'skip',
  cancel: 'cancel',
};

/** @throws 409 CONTRIBUTION_STATE where an instalment cannot be dealt with like that now. */
export function requireEvent(
  { mode, state }: Pick<ContributionModel, 'mode' | 'state'>,
  event: PersonsEvent,
): void {
  const possible = personsEvents(mode, state);
  if (possible.includes(event)) return;
  if (mode === 'PAPER' && event === 'confirm')
    throw conflict(
      'CONTRIBUTION_STATE',
      'On paper there is no money to confirm. Apply the instalment, or wait for its session.',
    );
  const words = possible.map((one) => VERBS[one]);
  const last = words.pop();
  const left =
    last === undefined
      ? 'It can no longer be changed.'
      : `You can ${words.length === 0 ? last : `${words.join(', ')} or ${last}`} it.`;
  throw conflict(
    'CONTRIBUTION_STATE',
    `This instalment ${STANDS[state]}, so it cannot be ${PAST[event]}. ${left}`,
  );
}

const PAST: Readonly<Record<PersonsEvent, string>> = {
  confirm: 'confirmed',
  apply: 'applied',
  defer: 'deferred',
  skip: 'skipped',
  cancel: 'cancelled',
};
