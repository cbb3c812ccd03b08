import { decimal } from '../../../platform/index.ts';
import { danglingIds } from '../../checks/index.ts';
import { type Defect, isSealed, type Publication } from '../../publication/index.ts';
import { dataText } from '../../prompts/index.ts';
import type { GivenReport } from './report-file.ts';

/**
 * What keeps a report from being judged at all (research/States and transitions rules 9): numbers that are not finite, ids that
 * lead nowhere, a quality check that failed, blocking defects of its own, a payload that is not what was sealed. A report of
 * the first version has neither ids nor a check nor a seal.
 */
export function gateDefects(given: GivenReport): Defect[] {
  // A report's own words may have characters that no database takes.
  return defectsOf(given).map(({ code, path, message }) =>
    defect(dataText(code, LONGEST_PATH), dataText(path, LONGEST_PATH), dataText(message, LONGEST_MESSAGE)),
  );
}

const LONGEST_PATH = 200;
const LONGEST_MESSAGE = 500;

function defectsOf({ stored, nonFinite }: GivenReport): Defect[] {
  const infinite = nonFinite.map((path) =>
    defect('NON_FINITE_NUMBER', path, 'The report has a number that is not finite.'),
  );
  if (stored.version === '1.0') return infinite;
  const { publication } = stored;
  return [
    ...infinite,
    ...unreadableValues(publication),
    ...danglingIds(publication),
    ...failedCheck(publication),
    // What stood in for a number that is not finite was never sealed.
    ...(nonFinite.length > 0 || isSealed(publication)
      ? []
      : [
          defect(
            'WRONG_PAYLOAD_HASH',
            'payload_hash',
            'The report was changed after it was sealed: its hash does not match.',
          ),
        ]),
  ];
}

const defect = (code: string, path: string, message: string): Defect => ({ code, path, message });

/** Figures are decimal text, which can say NaN, Infinity or N/A. */
function unreadableValues({ facts, conflicts }: Publication): Defect[] {
  const wrong = (path: string, values: readonly (string | null)[]) =>
    values.some((value) => value !== null && !isFiniteText(value))
      ? [defect('NON_FINITE_NUMBER', path, 'The report has a figure that is not a finite number.')]
      : [];
  return [
    ...facts.flatMap(({ fact_id, value, value_high }) => wrong(`facts.${fact_id}`, [value, value_high])),
    ...conflicts.flatMap(({ fact_id, candidates }) =>
      candidates.flatMap(({ value, value_high }) => wrong(`conflicts.${fact_id}`, [value, value_high])),
    ),
  ];
}

function isFiniteText(value: string): boolean {
  try {
    return decimal(value).isFinite();
  } catch {
    return false;
  }
}

function failedCheck({ qa: { status, blocking_defects } }: Publication): Defect[] {
  if (blocking_defects.length > 0) return [...blocking_defects];
  return status === 'FAIL' ? [defect('QA_FAILED', 'qa.status', 'The report failed its quality check.')] : [];
}
