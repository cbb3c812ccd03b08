import { parseFixed, type Amount, amountText, FIXED_ONE, fixedText } from '../../platform/fixed-point.ts';
import type { PanelAction } from '../panel/index.ts';
import type { PolicyMarket } from './market.ts';
import type { Position } from './position.ts';
import type { PolicyLedger } from './policy-ledger.ts';
import type { UniverseEventKind } from './result.ts';
import { fixedOfClose } from './scaled-close.ts';

/** Something that happened to a share that is held; money is rupees. */
export interface LedgerEvent {
  security: number;
  kind: UniverseEventKind;
  message: string;
  amount: Amount | null;
}

const KINDS: Partial<Record<PanelAction['kind'], UniverseEventKind>> = {
  SPLIT: 'SPLIT',
  BONUS: 'BONUS',
  CONSOLIDATION: 'CONSOLIDATION',
};

/** Corporate actions as people call them. */
export const ACTION_WORDS: Readonly<Record<PanelAction['kind'], string>> = {
  SPLIT: 'split',
  CONSOLIDATION: 'consolidation',
  BONUS: 'bonus',
  DIVIDEND: 'dividend',
  RIGHTS: 'rights issue',
  DEMERGER: 'demerger',
  SCHEME: 'scheme of arrangement',
  CAPITAL_REDUCTION: 'capital reduction',
};

/**
 * What takes effect on the morning of a session, on the shares that are held: splits, bonuses and consolidations change their
 * number, a dividend pays cash on its ex-date, and what has no terms (demergers, schemes, rights) is told and changes nothing,
 * so that a fall of the price by it stays visible. Dividends come first: they are paid on the shares of the day before.
 */
export function applyActions(market: PolicyMarket, ledger: PolicyLedger, at: number): LedgerEvent[] {
  const actions = market.actionsOn(at).filter(({ security }) => ledger.positions.has(security));
  if (actions.length === 0) return [];
  const inOrder = [...actions.filter(isDividend), ...actions.filter((one) => !isDividend(one))];
  return inOrder.flatMap((action): LedgerEvent[] => {
    const position = ledger.positions.get(action.security);
    if (position === undefined) return [];
    return [{ security: action.security, ...act(market, ledger, at, action, position) }];
  });
}

function isDividend({ kind }: PanelAction): boolean {
  return kind === 'DIVIDEND';
}

function act(
  market: PolicyMarket,
  ledger: PolicyLedger,
  at: number,
  { kind, new_shares, old_shares, amount, security }: PanelAction,
  position: Position,
): Omit<LedgerEvent, 'security'> {
  const before = shares(position.quantity);
  if (new_shares !== null && old_shares !== null) {
    const ratio = { numerator: parseFixed(new_shares), denominator: parseFixed(old_shares) };
    const price = market.close(security, at) ?? (position.price * ratio.denominator) / ratio.numerator;
    const paid =
      kind === 'BONUS'
        ? ledger.bonus(position, ratio, market.day(at), price)
        : ledger.rescale(position, ratio, market.day(at), price);
    const after = shares(position.quantity);
    const fraction = paid === 0n ? '' : ` The fraction was paid in cash: ₹${rupees(paid)}.`;
    const message = `${before} shares became ${after} (${Number(new_shares)} for ${Number(old_shares)}).${fraction}`;
    return { kind: KINDS[kind] ?? 'SPLIT', message, amount: paid === 0n ? null : paid };
  }
  if (kind === 'DIVIDEND' && amount !== null) {
    const paid = position.quantity * parseFixed(amount);
    ledger.dividend(paid);
    return {
      kind: 'DIVIDEND',
      message: `Dividend of ₹${Number(amount)} a share on ${before} shares.`,
      amount: paid,
    };
  }
  return {
    kind: 'UNQUANTIFIED_ACTION',
    message: `A ${ACTION_WORDS[kind]} without known terms. What it gave is missing from the value.`,
    amount: null,
  };
}

const shares = (quantity: bigint): string => fixedText(quantity - (quantity % FIXED_ONE));

/** To the paisa. */
const rupees = (amount: Amount): string => Number(amountText(amount)).toFixed(2);

/**
 * The price of 31 January 2018 and the splits since, for the tax on what was bought before. Bonus shares are lots of their
 * own: those bought before are as many as they were.
 */
export function pricesOf2018(market: PolicyMarket, dayIndex: number, at: () => number) {
  return (security: number) => {
    const close = market.panel.closes[security * market.panel.days.length + dayIndex];
    if (close === undefined || Number.isNaN(close)) return null;
    let splits = 1;
    for (const { day, factor, kind } of market.ratiosOf(security))
      if (kind !== 'BONUS' && dayIndex < day && day <= at()) splits *= factor;
    return { price: fixedOfClose(close), splits };
  };
}
