import { MalformedDocument } from '../../parsing/malformed.ts';
import type { Observation } from '../../port/index.ts';
import { XBRL_ELEMENTS } from './elements.ts';
import type { Column } from './figures.ts';

/** What the top of a statement may be called here, and its bottom. */
const TOP = ['revenue', 'total_income', 'interest_earned'];
const BOTTOM = ['net_income', 'net_income_owners'];
/** Names under which lenders, and forms of before Ind AS, state what they owe. */
const DEBT = /Borrowings|DebtSecurities|SubordinatedLiabilities|Deposits/;
const BORROWINGS = ['borrowings_current', 'borrowings_noncurrent'];
/** Names of elements in a note, and their longest. */
const MOST_NAMES = 3;
const LONGEST_NAME = 80;

/**
 * What a filing states under names that nobody here knows, such as in the forms of lenders or of companies without Ind AS. What
 * is known by its name is read, and nothing else is taken for it: the gaps are told.
 * @throws MalformedDocument where none of its figures has a known name.
 */
export function unknownFormNotes(columns: readonly Column[], observations: readonly Observation[]): string[] {
  const whole = columns.filter(({ axes }) => axes.length === 0);
  const figures = whole.flatMap(({ start, facts }) =>
    facts.filter(({ unit }) => unit !== null).map(({ name }) => ({ name, isFlow: start !== null })),
  );
  const strange = figures.filter(({ name }) => !Object.hasOwn(XBRL_ELEMENTS, name));
  if (figures.length > 0 && strange.length === figures.length)
    throw new MalformedDocument(
      `it is in an unknown form, so Munim reads none of its ${figures.length} figures, such as ${named(strange)}`,
    );
  const has = (metrics: readonly string[]) => observations.some(({ metric }) => metrics.includes(metric));
  const notes: string[] = [];
  const flows = strange.filter(({ isFlow }) => isFlow);
  if (has(BOTTOM) && !has(TOP) && flows.length > 0)
    notes.push(
      `It states a profit but no revenue under a name that Munim knows, so revenue is unknown (it has ${named(flows)}).`,
    );
  if (has(TOP) && !has(BOTTOM) && flows.length > 0)
    notes.push(
      `It states revenue but no profit under a name that Munim knows, so profit is unknown (it has ${named(flows)}).`,
    );
  const debt = strange.filter(({ name, isFlow }) => !isFlow && DEBT.test(name));
  if (debt.length > 0 && !BORROWINGS.every((metric) => has([metric])))
    notes.push(`It states debt as ${named(debt)}, which Munim does not read, so total debt is unknown.`);
  return notes;
}

function named(figures: readonly { name: string }[]): string {
  const names = [...new Set(figures.map(({ name }) => name.slice(0, LONGEST_NAME)))];
  return names.slice(0, MOST_NAMES).join(', ');
}
