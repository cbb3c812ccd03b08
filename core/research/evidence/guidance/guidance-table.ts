import { priceDay } from '../../../market/actions/index.ts';
import { istDayEnd } from '../../../platform/index.ts';
import type { Observation } from '../../port/index.ts';
import { FIGURES, figuresOf, GUIDANCE_SUBJECTS } from './guidance-figures.ts';
import type { GuidanceContext } from './guidance-prose.ts';

const YEAR = /\b(?:fiscal(?: year)?|FY|CY) ?'?((?:20)?\d{2})\b/i;
const GIVEN = /\b(?:given|issued|as of|on) (\d{1,2} [A-Za-z]{3,9} \d{4})\b/i;
const WHOLE = new RegExp(`^${FIGURES}$`, 'i');

/**
 * Guidance in a table whose heading names the year, and the day on which each column was given. Each column is the company's word
 * of its day.
 * @param rows the cells of the table, its heading first.
 */
export function guidanceInTable(
  rows: readonly (readonly string[])[],
  context: GuidanceContext,
): Observation[] {
  const [heading = [], ...lines] = rows;
  if (!/\b(guidance|outlook)\b/i.test(heading.join(' '))) return [];
  return lines.flatMap((line) => {
    const label = line[0] ?? '';
    const subject = GUIDANCE_SUBJECTS.find(({ words }) => new RegExp(`^(?:${words})$`, 'i').test(label));
    if (subject === undefined) return [];
    return line.flatMap((cell, at): Observation[] => {
      const said = YEAR.exec(heading[at] ?? '')?.[1];
      if (at === 0 || said === undefined) return [];
      const span = context.spanOf(said.length === 2 ? Number(`20${said}`) : Number(said), null);
      const groups = WHOLE.exec(cell)?.groups;
      const figures = groups === undefined ? null : figuresOf(groups, subject.kind);
      if (span === null || figures === null) return [];
      const given = priceDay(GIVEN.exec(heading[at] ?? '')?.[1] ?? '');
      const { currency, filing } = context;
      return [
        {
          metric: subject.metric,
          scope: 'company',
          scope_detail: null,
          ...span,
          unit:
            subject.kind === 'PERCENT'
              ? 'pct'
              : subject.kind === 'PER_SHARE'
                ? `${currency}/share`
                : currency,
          ...figures,
          reason: null,
          decimals: null,
          published_at: given === null ? null : istDayEnd(given).toISOString(),
          filing,
          locator: `${label}, ${heading[at] ?? ''}`,
          share_basis: null,
        },
      ];
    });
  });
}
