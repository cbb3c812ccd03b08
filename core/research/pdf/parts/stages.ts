import { knownCost, unpricedTokens } from '../../publication/index.ts';
import type { Content } from '../content.ts';
import { ADVISORY } from '../furniture.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';
import { table } from '../type/table.ts';
import { UNPRINTABLE } from '../type/printable.ts';
import { countInWords, dollarsInWords, durationInWords, plain } from '../words.ts';

/** What all of it cost. Older reports have a 0 for what has no list price. */
function totalInWords({
  stages: all,
  cost_usd_total: total,
}: Pick<NonNullable<Content['publication']>, 'stages' | 'cost_usd_total'>): string {
  const unpriced = all.flatMap((one) => unpricedTokens(one) ?? []);
  const tokens = countInWords(unpriced.reduce((sum, one) => sum + one, 0));
  const known = all.flatMap((one) => (one.provider === null ? [] : (knownCost(one) ?? [])));
  const rest = known.reduce((sum, one) => sum + one, 0);
  if (unpriced.length > 0)
    return [
      `The total cost is unknown: ${tokens} tokens are from models without a list price.`,
      ...(rest > 0
        ? [`The rest cost ${dollarsInWords(rest)}, notional, at list prices. It is not an invoice.`]
        : []),
    ].join(' ');
  return total === null
    ? 'The total cost is unknown: not every call had a price.'
    : `Total cost ${dollarsInWords(total)}, notional, at list prices. It is not an invoice.`;
}

/** Who wrote it, and at what cost. */
export function stages(paper: Paper, { publication }: Content): void {
  if (publication === null) return;
  const { stages: all } = publication;
  paper.heading('Stages and cost');
  paper.paragraph(totalInWords(publication), STYLES.body);
  if (all.length === 0) return;
  table(
    paper,
    [
      { label: 'Stage', share: 3.2 },
      { label: 'Status', share: 1.7 },
      { label: 'Provider and model', share: 3.6 },
      { label: 'Tokens in', share: 1.4, align: 'right' },
      { label: 'Tokens out', share: 1.4, align: 'right' },
      { label: 'Cost', share: 1.3, align: 'right' },
      { label: 'Time', share: 1.3, align: 'right' },
    ],
    all.map((one) => {
      const isAsked = one.provider !== null;
      const or = <T>(value: T | null, words: (value: T) => string): string =>
        value === null ? (isAsked ? 'unknown' : '–') : words(value);
      return [
        [
          { text: plain(one.stage), style: STYLES.smallStrong },
          ...(one.detail === null ? [] : [{ text: one.detail, style: STYLES.note }]),
        ],
        plain(one.status),
        isAsked
          ? [
              { text: one.provider ?? '', style: STYLES.small },
              { text: one.model ?? 'model unknown', style: STYLES.note },
            ]
          : 'No model',
        or(one.input_tokens, countInWords),
        or(one.output_tokens, countInWords),
        unpricedTokens(one) === null ? or(one.cost_usd, dollarsInWords) : 'no list price',
        or(one.latency_ms, durationInWords),
      ];
    }),
  );
}

export function disclaimer(paper: Paper, { publication }: Content): void {
  paper.heading(ADVISORY);
  paper.paragraph(
    'Language models wrote this report from the evidence that it lists. It is advisory only: nothing in Munim buys, sells or changes a policy because of it. Check the figures against their sources before you decide, and ask a registered adviser where you need one.',
    STYLES.small,
  );
  if (publication === null)
    paper.paragraph(
      'This report is of the first version. It has no sections, claims, facts or sources to show.',
      STYLES.small,
    );
  if (paper.hasUnprintable)
    paper.paragraph(
      `${UNPRINTABLE} stands for characters that the fonts of this file do not have. The dashboard shows them.`,
      STYLES.small,
    );
}
