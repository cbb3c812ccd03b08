import { createHash } from 'node:crypto';
import type { CloseJump } from '../../market/index.ts';
import { dayInWords } from '../../platform/index.ts';
import type { Candidate } from './candidate.ts';
import type { Assessment } from './assess.ts';
import { actionWords, smallestTerms } from './action-terms.ts';
import type { ActionSuggestion } from './view.ts';

/** An id short enough to type, made of what the action is. */
export function suggestionId(
  of: Pick<Candidate, 'portfolio_id' | 'symbol' | 'kind' | 'ex_date' | 'into_symbol'>,
): string {
  const what = [of.portfolio_id, of.symbol, of.kind, of.ex_date, of.into_symbol ?? ''].join('\0');
  return `a${createHash('sha256').update(what).digest('hex').slice(0, 10)}`;
}

export function toActionSuggestion(
  candidate: Candidate,
  assessed: Assessment,
  fractionPrice: number | null,
): ActionSuggestion {
  const { portfolio, symbol, currency, kind, ex_date, into_symbol, source, announced, needs } = candidate;
  const isKnown = candidate.new_shares !== null || kind === 'RENAME';
  const made = {
    id: suggestionId(candidate),
    portfolio,
    symbol,
    currency,
    kind,
    ex_date,
    new_shares: numberOf(candidate.new_shares),
    old_shares: numberOf(candidate.old_shares),
    into_symbol,
    cost_pct: numberOf(candidate.cost_pct),
    fraction_price: fractionPrice,
    source,
    announced,
    state:
      needs !== null
        ? 'NEEDS_TERMS'
        : assessed.is_contained || assessed.is_delivered || assessed.is_ambiguous
          ? 'CONTAINED'
          : 'OPEN',
    units_before: assessed.units_before,
    units_after: isKnown ? assessed.units_after : null,
    fraction: isKnown ? assessed.fraction : null,
    title: actionWords(candidate),
    is_undone: candidate.is_undone,
  } as const;
  const lacking =
    made.kind === 'MERGER' ? `in addition to the ${symbol} shares` : 'without their cost and purchase dates';
  const delivered = ` Your ledger already has free ${into_symbol ?? ''} shares ${lacking}. Delete the free shares, then apply this.`;
  if (assessed.is_delivered) return { ...made, sentence: `${whatHappens(made)}${delivered}` };
  if (assessed.is_ambiguous) return { ...made, sentence: `${whatHappens(made)}${AMBIGUOUS}` };
  const sentence =
    candidate.jump !== null
      ? jumpWords(made, candidate.jump)
      : source === 'FILE'
        ? ownTrades(made, candidate)
        : sentenceOf(made);
  return { ...made, sentence: `${sentence}${cautionOf(candidate)}` };
}

const AMBIGUOUS =
  ' Your ledger has free shares that may be the split or the bonus of that day. If they are part of the bonus, delete them and apply both. Otherwise apply both as they are.';

/** How far the register can be trusted, where that is not beyond doubt. */
function cautionOf({ evidence, source, jump }: Candidate): string {
  if (jump !== null) return '';
  const kind =
    source === 'REGISTER_TOTAL'
      ? ' The source does not say if it was a split or a bonus, so choose the kind.'
      : '';
  switch (evidence) {
    case 'SINGLE':
      return ` Only one source reports it.${kind}`;
    case 'DERIVED':
      return ` It was derived from prices, not from a notice.${kind}`;
    case 'RECALLED':
      return ' No public source confirms the ratio. Check it, then enter the terms.';
    default:
      return kind;
  }
}

/** What the closes show, and what it suggests. */
function jumpWords(
  of: Omit<ActionSuggestion, 'sentence'>,
  { after, on, price_before, price_after }: CloseJump,
) {
  return `The close of ${of.symbol} went from ${count(price_before)} on ${dayInWords(after)} to ${count(price_after)} on ${dayInWords(on)}, and no known action explains it. This fits a ${of.title}: ${shares(of)} would become ${count(of.units_after ?? 0)}${cashWords(of)}. Check it, then enter the terms, or choose Not mine.`;
}

/** What the person's own trades show, and what it suggests. */
function ownTrades(
  of: Omit<ActionSuggestion, 'sentence'>,
  { isin_change, needs }: Pick<Candidate, 'isin_change' | 'needs'>,
): string {
  const { symbol, into_symbol: into } = of;
  if (of.kind === 'RENAME' || isin_change === null)
    return `Your trades have ${symbol} until ${dayInWords(of.ex_date)} and ${into} later, with one company’s ISIN. As a rename, the ${shares(of)} and history of ${symbol} would move to ${into}. Check it before you apply it.`;
  const { from_isin, to_isin, after, price_before, price_after } = isin_change;
  const seen = `The ISIN of ${symbol} changes in your trades from ${from_isin} to ${to_isin}, and its price from ${count(price_before)} on ${dayInWords(after)} to ${count(price_after)} on ${dayInWords(of.ex_date)}`;
  return needs === null
    ? `${seen}. This fits a ${of.title}: ${shares(of)} would become ${count(of.units_after ?? 0)}${cashWords(of)}. Check it before you apply it.`
    : `${seen}. Several ratios would fit. Enter the ratio to apply it to your ${shares(of)}, or choose Not mine.`;
}

/** A new symbol and a change of units of one morning. */
export function renamedSplitWords(of: Omit<ActionSuggestion, 'sentence'>, from: Candidate): string {
  const { symbol, into_symbol: into, state } = of;
  const change = from.isin_change;
  const seen =
    from.source === 'FILE' && change !== null
      ? `Your trades have ${symbol} with the ISIN ${change.from_isin} until ${dayInWords(change.after)} at ${count(change.price_before)}, and ${into} with ${change.to_isin} from ${dayInWords(change.on)} at ${count(change.price_after)}.`
      : `${symbol} has been called ${into} since ${dayInWords(of.ex_date)}, and its units changed on that day.`;
  const what =
    state === 'NEEDS_TERMS'
      ? `Several ratios would fit. Enter the ratio to move your ${shares(of)} to ${into}, or choose Not mine.`
      : `This fits a new symbol with a ${actionWords(from)}: ${shares(of)} would become ${count(of.units_after ?? 0)} ${into}${cashWords(of)}. Both are applied together.`;
  return `${seen} ${what}${cautionOf(from)}`;
}

const ASKED: Partial<Record<ActionSuggestion['kind'], string>> = {
  MERGER: 'which share you received, or in what ratio',
  DEMERGER: 'which share you received, in what ratio, or how much of the cost moves to it',
};

function sentenceOf(of: Omit<ActionSuggestion, 'sentence'>): string {
  if (of.state === 'NEEDS_TERMS' && of.new_shares === null) {
    const asked = ASKED[of.kind] ?? 'in what ratio';
    return `The exchange announced “${of.announced ?? of.title}” for ${of.symbol} on ${dayInWords(of.ex_date)}, when you held ${count(of.units_before)}. It does not say ${asked}. Enter the terms to apply it, or choose Not mine.`;
  }
  const told = whatHappens(of);
  if (of.state !== 'CONTAINED') return told;
  return `${told} Your holding already matches your transactions, so this may be included already. Check before you apply it.`;
}

function whatHappens(of: Omit<ActionSuggestion, 'sentence'>): string {
  const { symbol, into_symbol: into } = of;
  const [to, from] = smallestTerms(of.new_shares, of.old_shares).map(count);
  const on = dayInWords(of.ex_date);
  const [before, after] = [count(of.units_before), count(of.units_after ?? 0)];
  const cash = cashWords(of);
  switch (of.kind) {
    case 'SPLIT':
      return `${symbol} split ${to} for ${from} on ${on}: ${becomes(of)} ${after}${cash}.`;
    case 'CONSOLIDATION':
      return `${symbol} consolidated ${to} for ${from} on ${on}: ${becomes(of)} ${after}${cash}.`;
    case 'BONUS':
      return `${symbol} gave a ${of.title} on ${on}: ${becomes(of)} ${after}${cash}.`;
    case 'RENAME':
      return of.units_before === 0
        ? `${symbol} has been called ${into} since ${on}. Its transactions would move to ${into}.`
        : `${symbol} has been called ${into} since ${on}. Its ${shares(of)} and history would move to ${into}.`;
    case 'MERGER':
      return `${symbol} merged into ${into} on ${on}, ${to} for ${from}: ${before} ${symbol} become ${after} ${into}${cash}.`;
    case 'DEMERGER': {
      const cost =
        of.cost_pct === null
          ? `The cost split is unknown. Until you enter it, the cost of the ${into} shares is unknown`
          : `${count(of.cost_pct)}% of the cost of ${symbol} moves to them`;
      return `${symbol} demerged ${into} on ${on}, ${to} for ${from}: you got ${after} ${into} for ${before} ${symbol}${cash}. ${cost}.`;
    }
  }
}

function shares({ units_before }: Omit<ActionSuggestion, 'sentence'>): string {
  return `${count(units_before)} ${units_before === 1 ? 'share' : 'shares'}`;
}

const becomes = (of: Omit<ActionSuggestion, 'sentence'>): string =>
  `${shares(of)} ${of.units_before === 1 ? 'becomes' : 'become'}`;

function cashWords({ fraction, fraction_price, ex_date }: Omit<ActionSuggestion, 'sentence'>): string {
  if (fraction === null || fraction === 0) return '';
  const part = `, and ${count(fraction)} of a share is paid in cash`;
  return fraction_price === null
    ? `${part} (at its cost until you enter the amount)`
    : `${part} (at the close of ${dayInWords(ex_date)}, ${count(fraction_price)}, until you enter the amount)`;
}

const count = (units: number): string => units.toLocaleString('en-IN', { maximumFractionDigits: 6 });
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
