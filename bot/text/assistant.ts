import type { FormattedString } from '@grammyjs/parse-mode';
import type { AnswerView, InsightView } from '../../core/assistant/index.ts';
import { bold, code, inline, italic, type Line, lines, plain } from './lines.ts';
import { count } from './numbers.ts';
import { moment } from './times.ts';

/** Of an answer that is still on its way: what fits into one message. */
const LONGEST_SHOWN = 3_500;

/**
 * What a chat would turn into something to tap: addresses, commands, names, tags. Within code it stays text: an answer may
 * only lead somewhere by the buttons and sources under it.
 */
export const TAPPED =
  /(?:https?|tg|ftp):\/\/\S+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?\b|(?<![\w/])[/@#$][a-z_]\w*/gi;
const MARK = ' ⚠';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** An answer as plain text, with a mark behind each figure that is not in the records. */
export function shielded(text: string, unverified: readonly string[] = []): FormattedString {
  const figures = unverified.map((figure) => `(?<![\\d.,])${escaped(figure)}(?![\\d]|[.,]\\d)`);
  const pattern = new RegExp([...figures, TAPPED.source].join('|'), 'gi');
  const parts: (FormattedString | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    parts.push(text.slice(at, match.index));
    parts.push(unverified.includes(found) ? `${found}${MARK}` : code(found));
    at = match.index + found.length;
  }
  return inline(...parts, text.slice(at));
}

/** An answer that is still on its way. */
export const growing = (text: string): FormattedString =>
  shielded(`${text.slice(0, LONGEST_SHOWN).trimEnd()} …`);

/** What an answer took: model, tokens, notional dollars; what is unknown is said to be. */
function costOf(usage: AnswerView['usage']): string {
  const { model, input_tokens, output_tokens, cost_usd } = usage;
  const tokens =
    input_tokens === null || output_tokens === null
      ? 'tokens unknown'
      : count(input_tokens + output_tokens, 'token');
  const cost =
    cost_usd === null ? 'cost unknown' : cost_usd === 0 ? 'no list price' : `$${cost_usd.toFixed(4)}`;
  return `${model}, ${tokens}, ${cost}`;
}

/** What could not be verified, and where the figures come from. */
function notes({ unverified, sources }: Pick<AnswerView, 'unverified' | 'sources'>): Line[] {
  const named = sources.map(({ title, command }) => (command === null ? title : `${title} (${command})`));
  return [
    unverified.length > 0 && plain(`⚠ Not found in your records: ${unverified.join('; ')}.`),
    named.length > 0 && plain(`Sources: ${named.join(', ')}`),
  ];
}

/** A whole answer with its sources, what could not be verified, and what it took. */
export function answerText(view: AnswerView): FormattedString {
  const { answer, unverified, degraded, usage } = view;
  const more: Line[] = [degraded !== null && plain(degraded), italic(costOf(usage))];
  return lines(shielded(answer, unverified), '', ...notes(view), ...more);
}

/** The paragraph on a portfolio with its sources, its moment and what it took; or why there is none. */
export function insightText(view: InsightView): FormattedString {
  const { text, reason, unverified, usage, calculated_at } = view;
  if (text === null) return plain(reason ?? 'There is nothing to say yet.');
  const took = usage === null ? '' : ` · ${costOf(usage)}`;
  const written = italic(`Written ${moment(new Date(calculated_at))}${took}`);
  return lines(bold('In words'), shielded(text, unverified), '', ...notes(view), written);
}
