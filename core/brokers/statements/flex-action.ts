import { Decimal, toScale } from '../../platform/index.ts';
import type { FlexEntry, FlexTrade } from './flex-entry.ts';
import {
  type FlexFields,
  type FlexTime,
  flexTime,
  instrumentOf,
  excludedCategory,
  nameOf,
} from './flex-fields.ts';
import { finished } from './flex-trade.ts';

/** What the broker's letters mean. Only the first four can be a split. */
const KINDS = new Map([
  ['FS', 'A forward split'],
  ['FI', 'A forward split'],
  ['RS', 'A reverse split'],
  ['SD', 'A stock dividend'],
  ['SO', 'A spin-off'],
  ['TC', 'A merger'],
  ['IC', 'An issue change'],
  ['TO', 'A tender offer'],
  ['TI', 'A tender issue'],
  ['RI', 'A rights issue'],
  ['SR', 'A rights exercise'],
  ['DI', 'Rights to a dividend'],
  ['DW', 'A worthless share that was delisted'],
  ['CD', 'A cash dividend, already counted from the cash transactions'],
  ['HI', 'A choice dividend'],
  ['HD', 'A choice dividend'],
]);
const SPLITS = new Set(['FS', 'FI', 'RS']);

// The ratio as these descriptions have it; nothing else in a description is taken for one.
const SPLIT = /\bSPLIT\s+(\d+(?:\.\d+)?)\s+FOR\s+(\d+(?:\.\d+)?)\b/i;
const STOCK_DIVIDEND = /\bSTOCK DIVIDEND\s+(?:[A-Z0-9]{6,12}\s+)?(\d+(?:\.\d+)?)\s+FOR\s+(\d+(?:\.\d+)?)\b/i;
/** The exchanges close before: what is booked later counts from the next session. */
const EVENING = 16;

interface Held {
  row: number;
  what: string;
  trade: FlexTrade;
  /** The side that goes: shares taken out, mostly under a symbol with `.OLD`. */
  leaves: boolean;
}

/**
 * Corporate actions: a split whose ratio its description tells becomes a SPLIT row, everything else is left to a
 * person. A split that changes the security's number has two rows, one out and one in, and counts once; so they are
 * kept until the document ends.
 */
export class FlexActions {
  readonly #splits = new Map<string, Held[]>();
  held = 0;

  add(fields: FlexFields, at: { account: string; row: number }): FlexEntry | null {
    const what = nameOf('Corporate action', fields, 'transactionID', 'actionID');
    const here = { row: at.row, what };
    const skipped = excludedCategory(fields);
    if (skipped !== null) return { kind: 'left_out', of: 'trade', ...here, ...skipped };
    const type = fields.text('type').toUpperCase();
    const description = fields.text('actionDescription', 'description');
    const ratio = ratioOf(type, description);
    if (ratio === null) return { kind: 'left_out', of: 'trade', ...here, ...byHand(type, description) };

    const currency = fields.currency();
    const instrument = instrumentOf(fields, currency);
    const date = effectiveDay(fields);
    if (date === null) fields.problem('date', 'is missing. Add reportDate to the Flex query.');
    const quantity = fields.number('quantity', ['quantity']);
    const symbol = instrument.symbol.replace(/\.OLD$/, '');
    const leaves = symbol !== instrument.symbol || quantity?.isNegative() === true;
    const trade: FlexTrade = {
      account: at.account,
      symbol,
      isin: instrument.isin,
      security_id: instrument.security_id,
      type: 'SPLIT',
      date: date ?? '',
      quantity: ratio.toFixed(),
      price: '0',
      fee_tax: '0',
      currency,
      asset_class: instrument.asset_class,
      execution_id: '',
      executed_at: null,
      note: description.slice(0, 200) || null,
    };
    // Both rows of one split have this id, whichever of them a query shows; it splits once a day at most.
    trade.execution_id = `IBKR:SPLIT:${symbol || instrument.isin || instrument.security_id}:${date ?? ''}`;
    if (fields.problems.length > 0) return finished(fields, trade, here);
    const key = `${at.account}\n${trade.execution_id}\n${trade.quantity}`;
    const sides = this.#splits.get(key) ?? [];
    sides.push({ ...here, trade, leaves });
    this.#splits.set(key, sides);
    this.held += 1;
    return null;
  }

  /** Everything kept, in the order of the document, and nothing is kept any longer. */
  flush(): FlexEntry[] {
    const entries: FlexEntry[] = [];
    for (const sides of this.#splits.values()) {
      const counts = sides.find(({ leaves }) => !leaves) ?? sides[0];
      if (counts === undefined) continue;
      for (const side of sides) {
        const { row, what, trade } = side;
        const message = `The other side of ${counts.what} (row ${counts.row}), already counted.`;
        entries.push(
          side === counts
            ? { kind: 'trade', row, what, trade }
            : { kind: 'left_out', of: 'trade', row, what, reason: 'SUMMARY', message },
        );
      }
    }
    this.#splits.clear();
    this.held = 0;
    return entries;
  }
}

/** New shares per old share; null where it cannot be read, or is none that this kind can have. */
function ratioOf(type: string, description: string): Decimal | null {
  const isDividend = type === 'SD';
  if (type !== '' && !isDividend && !SPLITS.has(type)) return null;
  const found = (isDividend ? STOCK_DIVIDEND : SPLIT).exec(description);
  if (found === null) return null;
  const [top, bottom] = [new Decimal(found[1] ?? 0), new Decimal(found[2] ?? 0)];
  if (!top.gt(0) || !bottom.gt(0)) return null;
  const ratio = toScale((isDividend ? top.plus(bottom) : top).div(bottom));
  const fits = type === 'RS' ? ratio.lt(1) : type === '' ? !ratio.eq(1) : ratio.gt(1);
  return fits && ratio.gt(0) ? ratio : null;
}

/** Words of actions in reports that have no letters for them. */
const NAMED =
  /merge|acqui|spin|tender|rights?\b|delist|worthless|split|dividend|exchange|name change|cusip|isin|issue|redempt|liquidat|bankrupt|conver|matur|bonus|subscri/i;

function byHand(
  type: string,
  description: string,
): { reason: 'CORPORATE_ACTION' | 'UNKNOWN_KIND'; message: string } {
  const kind =
    KINDS.get(type) ?? (type === '' ? 'A corporate action' : `A corporate action (${type.slice(0, 8)})`);
  const told = description === '' ? '' : ` ("${description.slice(0, 160)}")`;
  const why =
    SPLITS.has(type) || type === 'SD'
      ? 'its ratio cannot be read from the description'
      : 'only splits and stock dividends can be read';
  const isKnown = type === '' ? NAMED.test(description) : KINDS.has(type);
  return {
    reason: isKnown ? 'CORPORATE_ACTION' : 'UNKNOWN_KIND',
    message: `${kind}${told}: ${why}. Enter its effect manually.`,
  };
}

/**
 * The first day on which the new number of shares is traded. Actions are booked in the evening before, and reported
 * under the day they count for.
 */
function effectiveDay(fields: FlexFields): string | null {
  const reported = flexTime(fields.text('reportDate'));
  if (reported !== null) return reported.day;
  const booked = flexTime(fields.text('dateTime'));
  return booked === null ? null : dayAfterEvening(booked);
}

function dayAfterEvening({ day, hour }: FlexTime): string {
  if (hour === null || hour < EVENING) return day;
  const at = new Date(`${day}T00:00:00Z`);
  do at.setUTCDate(at.getUTCDate() + 1);
  while (at.getUTCDay() === 0 || at.getUTCDay() === 6);
  return at.toISOString().slice(0, 10);
}
