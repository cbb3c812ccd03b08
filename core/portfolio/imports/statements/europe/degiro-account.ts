import { Decimal, toScale } from '../../../../platform/index.ts';
import { type NumberedRow, notUnderstood, type RawRow } from '../../rows/index.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, isBlank } from '../table.ts';
import { markOf, unitOf } from '../amounts.ts';
import { markCut } from '../cut-short.ts';
import { pairSides, type Side } from './degiro-pairs.ts';
import { placesIn } from './degiro-table.ts';
import { fillId, renamedNote, withNewIsin } from './degiro-transactions.ts';
import { LEFT_OUT } from '../left-out.ts';
import {
  isCash,
  isContract,
  isDividend,
  isDividendTax,
  isFee,
  isSale,
  isSweep,
  TRADE,
} from './degiro-words.ts';

const WORDS = {
  date: /^(?:date|datum|data|fecha|dato)$/,
  time: /^(?:time|tijd|uhrzeit|ora|hora|heure|czas|godzina|tid)$/,
  value_date:
    /^(?:valuedate|valutadatum|datavalore|valuta|fechavalor|datedevaleur|datavalor|datawaluty|valørdato|valutadag)$/,
  name: /^(?:product|produkt|prodotto|producto|produit|produto)$/,
  isin: /^isin$/,
  text: /^(?:description|omschrijving|beschreibung|descrizione|descripción|descrição|opis|beskrivelse|beskrivning)$/,
  rate: /^(?:fx|borsa|kurs|tipo|taxa)$/,
  change:
    /^(?:change|mutatie|änderung|variazioni|variación|mouvements|mudança|zmiana|ændring|förändring|endring)$/,
  order:
    /^(?:order|ordre)id$|^id(?:de|dela|del|da)?(?:ordine|orden|ordre|ordem)$|^(?:identyfikator|id)zlecenia$/,
};
const REQUIRED = ['date', 'time', 'value_date', 'name', 'isin', 'text', 'change'] as const;
const LONGEST_TEXT = 300;

interface Line {
  row: number;
  date: string;
  time: string;
  name: string;
  isin: string;
  text: string;
  rate: Decimal | null;
  currency: string;
  amount: Decimal | null;
  order: string;
  raw: RawRow<'transactions'>;
}

/** DEGIRO's account statement: every movement of cash, in which trades are told in words, and charges apart. */
export const degiroAccount: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'degiro-account',
  title: 'DEGIRO account statement',
  broker: 'DEGIRO',
  symbolsByIsin: 'all',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: null,
  detect: ({ sheets: [sheet] }) => sheet !== undefined && placesIn(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const { lines, mark, header } =
      sheet === undefined ? { lines: [], mark: '.' as const, header: 0 } : linesOf(sheet);
    const sides: Side[] = [];
    const fills = new Map<string, number>();
    for (const line of lines) {
      const side = readTrade(line, mark, fills);
      if (side !== null) sides.push(side);
    }
    settleFees(lines);
    settleTaxes(lines);
    for (const line of lines) if (line.raw.fields.type === undefined) line.raw = otherOf(line);
    const renamed = pairSides(sides);
    const bySide = new Map(sides.map((side) => [side.row, side.raw]));
    const rows = lines.map(({ row, raw }): NumberedRow => ({
      row,
      raw: withNewIsin(bySide.get(row) ?? raw, renamed),
    }));
    if (sheet !== undefined) markCut(rows, sheet.rows, header);
    return { type: 'transactions', rows, totals: [], notes: [...renamed].map(renamedNote) };
  },
};

/** The movements of the statement. A long description goes on in the next records, which have nothing else. */
function linesOf(sheet: Sheet): { lines: Line[]; mark: '.' | ','; header: number } {
  const found = placesIn(sheet, WORDS, REQUIRED);
  if (found === null) return { lines: [], mark: '.', header: 0 };
  const { header, places, keys } = found;
  const at = (record: readonly string[], place: number | undefined) => (record[place ?? -1] ?? '').trim();
  const change = places.change ?? 0;
  const data = sheet.rows.map((record, index) => ({ record, row: index + 1 })).slice(header + 1);
  const mark = markOf(
    data.flatMap(({ record }) => [at(record, change + 1), at(record, change + 3), at(record, places.rate)]),
    keys.includes('description') ? '.' : ',',
  );
  const lines: Line[] = [];
  for (const { record, row } of data) {
    if (isBlank(record)) continue;
    const last = lines.at(-1);
    const text = at(record, places.text);
    if (at(record, places.date) === '' && last !== undefined) {
      last.text = `${last.text} ${text}`.trim().slice(0, LONGEST_TEXT);
      last.name = `${last.name} ${at(record, places.name)}`.trim().slice(0, LONGEST_TEXT);
      last.order += at(record, places.order);
      continue;
    }
    const unit = unitOf(at(record, change));
    lines.push({
      row,
      date: at(record, places.date),
      time: at(record, places.time),
      name: at(record, places.name),
      isin: at(record, places.isin),
      text: text.replace(/\s+/g, ' ').slice(0, LONGEST_TEXT),
      rate: amountIn(at(record, places.rate), mark),
      currency: unit.currency,
      amount: amountIn(at(record, change + 1), mark)?.div(unit.per) ?? null,
      order: at(record, places.order),
      raw: { fields: {} },
    });
  }
  return { lines, mark, header };
}

function fieldsOf(line: Line, type: string, currency: string): RawRow<'transactions'>['fields'] {
  const fields: RawRow<'transactions'>['fields'] = {
    type,
    symbol: line.name || line.isin,
    date: line.date,
    currency,
  };
  if (line.isin !== '') fields.isin = line.isin;
  return fields;
}

/** A movement that is no trade and no dividend: cash by its words, else it waits with the money that it moved. */
function otherOf(line: Line): RawRow<'transactions'> {
  const { text, amount, raw } = line;
  if (typeof raw.excluded === 'string') return raw;
  if (text === '' && (amount === null || amount.isZero())) return { ...raw, excluded: LEFT_OUT.noEntry };
  if (isCash(text) || isFee(text)) return { ...raw, excluded: LEFT_OUT.cash(text) };
  const money = { quantity: '0', price: amount?.abs().toFixed() ?? '' };
  return notUnderstood(text, { ...fieldsOf(line, '', line.currency), ...money });
}

/** Reads a trade out of the words of a movement; the side of a corporate action where it is one. */
function readTrade(line: Line, mark: '.' | ',', fills: Map<string, number>): Side | null {
  const found = TRADE.exec(line.text);
  if (found === null) return null;
  const [, action, word, quantity, name = '', priceText, currency] = found;
  if (action !== undefined && isSweep(action)) {
    line.raw = { fields: {}, excluded: LEFT_OUT.sweep };
    return null;
  }
  if (isContract(line.name) || isContract(` ${name}`)) {
    line.raw = { fields: {}, excluded: LEFT_OUT.derivative };
    return null;
  }
  const unit = unitOf(currency as string);
  // "62" and "1.234" tell no decimal mark of their own.
  const units = amountIn(quantity as string, mark);
  const price = amountIn(priceText as string, mark)?.div(unit.per) ?? null;
  const isSold = isSale(word as string);
  const raw: RawRow<'transactions'> = {
    fields: {
      ...fieldsOf(line, isSold ? 'SELL' : 'BUY', unit.currency),
      executed_at: line.time,
      quantity: units?.toFixed() ?? (quantity as string),
      price: price === null ? (priceText as string) : toScale(price).toFixed(),
    },
  };
  line.raw = raw;
  if (line.amount !== null && line.currency === unit.currency)
    raw.stated = { amount: line.amount.toFixed(), charges: 'apart' };
  if (units === null || price === null) return null;
  const signed = isSold ? units.negated() : units;
  if (action !== undefined) {
    const { row, isin, date, time } = line;
    return {
      row,
      raw,
      name: line.name,
      isin,
      moment: `${date} ${time}`,
      units: signed,
      amount: units.times(price),
    };
  }
  const id = fillId(line.order, signed, price, fills);
  if (id !== null) raw.fields.execution_id = id;
  return null;
}

/** Puts the charges of an order on its first trade, in the currency of the trade, by the rate that the order was changed at. */
function settleFees(lines: readonly Line[]): void {
  const trades = new Map<string, Line>();
  const rates = new Map<string, Decimal>();
  for (const line of lines) {
    if (line.order === '') continue;
    const type = line.raw.fields.type;
    if ((type === 'BUY' || type === 'SELL') && !trades.has(line.order)) trades.set(line.order, line);
    if (line.rate?.gt(0) === true) rates.set(line.order, line.rate);
  }
  for (const line of lines) {
    if (line.raw.fields.type !== undefined || !isFee(line.text) || line.amount === null) continue;
    const fields = trades.get(line.order)?.raw.fields;
    if (fields === undefined) continue;
    const rate = line.currency === fields.currency ? new Decimal(1) : rates.get(line.order);
    if (rate === undefined) {
      line.raw.excluded = `A fee of ${line.amount.abs().toFixed(2)} ${line.currency} for a trade in ${fields.currency}, without an exchange rate. Add it to the trade manually.`;
      continue;
    }
    const fee = line.amount
      .negated()
      .times(rate)
      .plus(fields.fee_tax ?? 0);
    line.raw.excluded = 'A fee of a trade; it counts as its charge.';
    if (!fee.isNegative()) fields.fee_tax = toScale(fee).toFixed();
  }
}

/** A dividend and the tax on it are two movements of one day, share and currency. */
function settleTaxes(lines: readonly Line[]): void {
  const dividends = new Map<string, Line>();
  const keyOf = ({ date, isin, currency }: Line) => `${date}\n${isin}\n${currency}`;
  for (const line of lines) {
    if (!isDividend(line.text) || line.amount === null) continue;
    if (line.amount.isNegative()) {
      line.raw.excluded = 'A dividend that was reversed. Delete or reduce that dividend manually.';
      continue;
    }
    line.raw = {
      fields: { ...fieldsOf(line, 'DIVIDEND', line.currency), quantity: '0', price: line.amount.toFixed() },
    };
    if (!dividends.has(keyOf(line))) dividends.set(keyOf(line), line);
  }
  const sums = new Map<Line, Decimal>();
  for (const line of lines) {
    if (!isDividendTax(line.text) || line.amount === null) continue;
    const dividend = dividends.get(keyOf(line));
    line.raw.excluded = dividend === undefined ? LEFT_OUT.taxAlone : LEFT_OUT.taxOfDividend;
    if (dividend !== undefined) sums.set(dividend, (sums.get(dividend) ?? new Decimal(0)).minus(line.amount));
  }
  for (const [{ raw }, tax] of sums) if (tax.gt(0)) raw.fields.fee_tax = tax.toFixed();
}
