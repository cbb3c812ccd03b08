import type { FormattedString } from '@grammyjs/parse-mode';
import { AFTER_TAX, AT_LATEST_RATES } from '../../charts/basis-words.ts';
import { coverageText } from '../../charts/coverage-text.ts';
import { type HoldingView, undecidedMessage } from '../../core/portfolio/index.ts';
import type { HoldingReport } from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { because, change, money, percent, quantity, share, unknown } from './numbers.ts';
import { day, moment } from './times.ts';

/** One symbol as a card: what it is worth, what it earned, and since when. */
export function holdingCard(view: HoldingReport, format: 'compact' | 'detailed'): FormattedString {
  return lines(bold(titleOf(view)), ...(view.is_held ? heldLines(view, format) : soldLines(view)));
}

const titleOf = ({ symbol, name }: HoldingReport): string =>
  name === null || name === symbol ? symbol : `${symbol} · ${name}`;

/** The gains of a card go by one cost method, so that they add up: the oldest lots first where there are lots. */
function costOf({ cost_methods: { fifo, average } }: HoldingReport) {
  const isFifo = fifo.realised_gain !== null;
  return { cost: isFifo ? fifo : average, isFifo };
}

const points = (value: number | null): string => (value === null ? '' : ` (${percent(value)})`);

function heldLines(view: HoldingReport, format: 'compact' | 'detailed'): Line[] {
  const { currency, reasons } = view;
  const why = (figure: keyof typeof reasons) => because(reasons[figure]);
  const weight = view.weight_pct === null ? '' : `, ${share(view.weight_pct)} of everything`;
  const { cost, isFifo } = costOf(view);
  const main: Line[] = [
    `Value ${money(view.value, currency, why('value'))}${weight}`,
    `Gain ${change(cost.unrealised_gain, currency, why('unrealised_gain'))}${points(cost.unrealised_gain_pct)}`,
    dayLine(view),
    xirrLine(view),
    cost.cost_per_unit === null
      ? `${quantity(view.quantity)}, cost ${unknown(why('average_cost'))}`
      : `${quantity(view.quantity)} at ${money(cost.cost_per_unit, currency)} ${isFifo ? 'a unit, oldest lots first' : 'on average'}`,
    ...settlementLines(view.settlements),
  ];
  if (format === 'compact') return [...main, undecidedMessage(view.warnings)];
  return [
    kindLine(view),
    ...main,
    priceLine(view),
    view.holding_since === null ? null : `Held since ${day(view.holding_since)}`,
    view.next_payment === null ? null : nextLine(view.next_payment),
    ...earnedLines(view),
    ...placeLines(view.holdings),
    ...view.holdings.map(bondLine),
    betaLine(view.holdings[0]),
    ...view.warnings.map(({ message }) => message),
  ];
}

/** Units in transit, pledged or blocked; no line if all are delivered and free. */
function settlementLines(settlements: HoldingReport['settlements']): Line[] {
  return settlements
    .filter(({ quantity: held, sellable }) => held !== sellable)
    .map(({ portfolio, summary }) => (settlements.length === 1 ? summary : `${portfolio}: ${summary}`));
}

/** The change of its session, of the part that has a price of it where that is not all. */
function dayLine({
  day_change_label: label,
  day_change,
  day_change_pct,
  partial,
  currency,
  reasons,
}: HoldingReport) {
  const part = partial.day_change;
  if (part === undefined)
    return `${label} ${change(day_change, currency, because(reasons.day_change))}${points(day_change_pct)}`;
  return `${label} ${change(part.figure, currency)}${points(partial.day_change_pct?.figure ?? null)}, ${coverageText(part)}`;
}

function soldLines(view: HoldingReport): Line[] {
  const { closed_on: on, closed_by: by, currency, reasons } = view;
  const left =
    by === 'SELL'
      ? `You sold all of it on ${day(on)}.`
      : on === null
        ? 'It is not held now.'
        : `The last units left on ${day(on)} through a corporate action.`;
  return [
    kindLine(view),
    left,
    `Realised gain ${change(view.realised_gain, currency, because(reasons.realised_gain))}, ${AT_LATEST_RATES}`,
    dividendLine(view),
    xirrLine(view),
    ...view.warnings.map(({ message }) => message),
  ];
}

function kindLine({ asset_class, sector, isin }: HoldingReport): Line {
  const facts = [asset_class, sector, isin].filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts.join(', ');
}

function xirrLine({ xirr_pct, reasons }: HoldingReport): string {
  return xirr_pct === null
    ? `XIRR ${unknown(because(reasons.xirr_pct))}`
    : `XIRR ${percent(xirr_pct)} a year`;
}

/** When the price was read, and of which day it is where that is another one. */
function priceLine({
  price,
  currency,
  priced_at,
  price_note,
  day_change_label,
  reasons,
}: HoldingReport): string {
  const shown = `Price ${money(price, currency, because(reasons.price))}`;
  if (price === null || priced_at === null) return shown;
  if (price_note !== null) return `${shown} of ${price_note}`;
  return day_change_label === 'Today'
    ? `${shown}, ${moment(priced_at)}`
    : `${shown} of ${day_change_label}, updated ${moment(priced_at)}`;
}

function nextLine({ type, amount, currency, date }: NonNullable<HoldingReport['next_payment']>): string {
  const name = { DIVIDEND: 'dividend', DISTRIBUTION: 'distribution', COUPON: 'coupon' }[type];
  return amount === null
    ? `Next ${name} on ${day(date)}, amount unknown`
    : `Next ${name} ${money(amount, currency)} on ${day(date)}`;
}

const dividendLine = ({ dividends, currency }: HoldingReport): Line =>
  dividends === null || dividends === 0
    ? null
    : `Dividends ${AFTER_TAX} ${money(dividends, currency)}, ${AT_LATEST_RATES}`;

/** What was earned beside the gain of what is held; nothing where nothing was. */
function earnedLines(view: HoldingReport): Line[] {
  const { dividends, total_gain, currency } = view;
  const { realised_gain } = costOf(view).cost;
  const isMore = (realised_gain ?? 0) !== 0 || (dividends ?? 0) !== 0;
  return [
    realised_gain === null || realised_gain === 0
      ? null
      : `Realised gain ${change(realised_gain, currency)}, ${AT_LATEST_RATES}`,
    dividendLine(view),
    isMore && total_gain !== null ? `Total gain ${change(total_gain, currency)}` : null,
  ];
}

/** Where it is, where that is not one place alone, and whether the transactions explain it. */
function placeLines(holdings: readonly HoldingView[]): Line[] {
  return [
    holdings.length === 1
      ? `In ${holdings[0]?.portfolio ?? ''}`
      : `In ${holdings.map((one) => `${one.portfolio} (${quantity(one.quantity)})`).join(', ')}`,
    ...holdings
      .filter(({ reconciliation }) => reconciliation.status !== 'MATCHED')
      .map(({ portfolio, reconciliation }) =>
        holdings.length === 1
          ? `Ledger: ${reconciliation.reason}`
          : `Ledger in ${portfolio}: ${reconciliation.reason}`,
      ),
  ];
}

function bondLine({ maturity_date, coupon_rate }: HoldingView): Line {
  if (maturity_date === null) return null;
  return `Matures ${day(maturity_date)}, coupon ${coupon_rate === null ? unknown() : `${coupon_rate}%`}`;
}

/** How it moves with its index; nothing where nobody asked yet. */
function betaLine(holding: HoldingView | undefined): Line {
  if (holding === undefined) return null;
  const { beta, beta_as_of, beta_reason } = holding;
  if (beta === null) return beta_reason === null ? null : `Beta ${unknown(because(beta_reason))}`;
  return `Beta ${beta.toFixed(2)}${beta_as_of === null ? ', as entered' : `, up to ${day(beta_as_of)}`}`;
}
