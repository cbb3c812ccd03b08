import { dayInWords } from '../../platform/index.ts';
import type { ExtinguishedShare } from './register-table.ts';

/** The end of a share that NSE no longer lists, in one or two sentences. */
export function fateInWords({ symbol, last_traded, last_close, ...rest }: ExtinguishedShare): string {
  const close = last_close === null ? '' : ` at ₹${last_close}`;
  return `${symbol} last traded on NSE on ${dayInWords(last_traded)}${close}. ${outcome(rest)}${caution(rest)}`;
}

function outcome({ fate, received }: Pick<ExtinguishedShare, 'fate' | 'received'>): string {
  const [to = '', into = '', from = ''] = received?.split(' ') ?? [];
  switch (fate) {
    case 'MERGED':
      return `It merged into ${into}: ${to} for ${from}.`;
    case 'CONSOLIDATED':
      return `Its shares were consolidated: ${to} for ${from}.`;
    case 'BOUGHT_OUT':
      return `It was delisted by an offer of ₹${received ?? ''} for a share.`;
    case 'EXTINGUISHED':
      return 'Its shares were extinguished, and their holders got nothing.';
    case 'WORTHLESS':
      return 'Its holders have received nothing so far.';
    case 'LIQUIDATION':
      return 'The company is in liquidation, and its holders have received nothing so far.';
    case 'SUSPENDED':
      return 'Trading in it is suspended.';
    case 'RELISTED':
      return `It was listed again as ${received ?? 'another share'}, in a ratio that is unknown.`;
    case 'LISTED_ELSEWHERE':
      return 'It is still listed on another exchange.';
    case 'UNKNOWN':
      return 'What its holders received is unknown.';
  }
}

function caution({ fate, evidence }: Pick<ExtinguishedShare, 'fate' | 'evidence'>): string {
  if (fate === 'UNKNOWN' || evidence === 'CONFIRMED') return '';
  return evidence === 'RECALLED'
    ? ' No public source confirms this, so check it.'
    : evidence === 'SINGLE'
      ? ' Only one source reports this.'
      : ' This was derived from ISINs, so check it.';
}
