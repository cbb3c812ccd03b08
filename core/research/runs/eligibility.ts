import { dayInWords } from '../../platform/index.ts';
import type { Instrument, InstrumentClass } from '../../market/instruments/index.ts';
import type { RunMode } from '../port/index.ts';

/** Scrips with this prefix only hold a place at an exchange. */
const PLACEHOLDER = 'DUMMY';

/** Why a kind of instrument has no dossier, with what to do instead; null for shares. */
const REFUSED: Readonly<Record<InstrumentClass, string | null>> = {
  'Indian Equity': null,
  'US Equity': null,
  ETF: 'is an ETF. Research is about single companies: give the symbol of one of the shares that it holds.',
  'Mutual Fund':
    'is a mutual fund. Research is about single companies: give the symbol of one of the shares that it holds.',
  Bond: 'is a bond. Research is about listed shares: give the symbol of its issuer’s share, if it is listed.',
  Commodity:
    'is a commodity. Research is about listed shares: give the symbol of a company that produces it.',
  Unlisted: 'is not listed, so no exchange publishes the figures that research needs. Give a listed share.',
  Cash: 'is cash. Give the symbol of a listed share.',
  Index: 'is an index. Give the symbol of one of its shares.',
};

/**
 * Whether research may be about an instrument (research/Run creation rules 2): the route, the rotation and the chat ask this
 * one gate.
 * @param asked the mode, and the day of the evidence, YYYY-MM-DD.
 * @returns why not, as a sentence with what to do; null where it may.
 */
export function whyIneligible(
  { symbol, asset_class, delisted_on }: Pick<Instrument, 'symbol' | 'asset_class' | 'delisted_on'>,
  asked: { mode: RunMode; day: string },
): string | null {
  if (symbol.toUpperCase().startsWith(PLACEHOLDER))
    return `${symbol} is only a placeholder at the exchange, not the share of a company. Give the symbol of the company’s own share.`;
  const refused = REFUSED[asset_class];
  if (refused !== null) return `${symbol} ${refused}`;
  if (delisted_on === null || asked.day < delisted_on) return null;
  return `${symbol} has not been listed since ${dayInWords(delisted_on)}. Ask for mode HISTORICAL with a cutoff before that day.`;
}
