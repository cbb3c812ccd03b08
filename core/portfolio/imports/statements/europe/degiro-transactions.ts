import { Decimal, toScale } from '../../../../platform/index.ts';
import type { NumberedRow, RawRow } from '../../rows/index.ts';
import type { Sheet, StatementFormatOf } from '../statement.ts';
import { amountIn, isBlank } from '../table.ts';
import { markOf, plain, type Unit, unitOf } from '../amounts.ts';
import { markCut } from '../cut-short.ts';
import { LEFT_OUT } from '../left-out.ts';
import { isContract } from './degiro-words.ts';
import { pairSides, type Side } from './degiro-pairs.ts';
import { type Places, placesIn } from './degiro-table.ts';

/** English, Dutch, German, Italian, Spanish, French, Portuguese. */
const WORDS = {
  date: /^(?:date|datum|data|fecha)$/,
  time: /^(?:time|tijd|uhrzeit|ora|hora|heure)$/,
  name: /^(?:product|produkt|prodotto|producto|produit|produto)$/,
  isin: /^(?:isin|codiceisin|códigoisin|codeisin)$/,
  quantity: /^(?:quantity|aantal|anzahl|quantità|número|quantité|quantidade)$/,
  price: /^(?:price|koers|kurs|quotazione|precio|cours|preço|preços)$/,
  local: /^(?:localvalue|lokalewaarde|wertinlokalwährung|valorelocale|valorlocal|montantdevises)/,
  value: /^(?:value|waarde|wert|valore|valor|montant)(?:[a-z]{3})?$/,
  rate: /^(?:exchangerate|wisselkoers|wechselkurs|tassodicambio|tipodecambio|tauxdechange|taxadecâmbio)$/,
  auto_fx: /^autofx/,
  fee: /^(?:transactionandor|transactioncosts|transactiekosten|transaktionsgebühren|transaktions|costiditransazione|costesdetransacción|fraisdetransaction|custosdetransação)/,
  total: /^(?:total|totaal|gesamt|totale|montanttotal)/,
  order:
    /^(?:order|ordre)id$|^id(?:de|dela|del|da)?(?:ordine|orden|ordre|ordem)$|^(?:identyfikator|id)zlecenia$/,
};
type Word = keyof typeof WORDS;
const REQUIRED: Word[] = [
  'date',
  'time',
  'name',
  'isin',
  'quantity',
  'price',
  'local',
  'value',
  'rate',
  'fee',
  'total',
];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** DEGIRO's transactions: one row a fill. Charges are in the account's currency, prices in the share's. */
export const degiroTransactions: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'degiro-transactions',
  title: 'DEGIRO transactions',
  broker: 'DEGIRO',
  symbolsByIsin: 'all',
  notation: { date_order: 'dmy', decimal_mark: '.' },
  currency: null,
  detect: ({ sheets: [sheet] }) => sheet !== undefined && placesIn(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const { rows, renamed } =
      sheet === undefined ? { rows: [], renamed: new Map<string, string>() } : rowsOf(sheet);
    return { type: 'transactions', rows, totals: [], notes: [...renamed].map(renamedNote) };
  },
};

/** What to say of shares that got a new ISIN. */
export function renamedNote([from, to]: readonly [string, string]): string {
  return `A share with the ISIN ${from} got the new ISIN ${to}: its earlier rows are imported under the new one.`;
}

function rowsOf(sheet: Sheet): { rows: NumberedRow[]; renamed: Map<string, string> } {
  const found = placesIn(sheet, WORDS, REQUIRED);
  if (found === null) return { rows: [], renamed: new Map() };
  const { header, places, keys } = found;
  const data = sheet.rows.map((record, at) => ({ record, row: at + 1 })).slice(header + 1);
  const isEnglish = keys.includes('quantity');
  const mark = markOf(
    data.flatMap(({ record }) => [record[places.price ?? -1] ?? '', record[places.total ?? -1] ?? '']),
    isEnglish ? '.' : ',',
  );
  // In the account's currency are charges: it is in the head, "Value EUR", or in the column after it.
  const named =
    /([a-z]{3})$/.exec(keys[places.total ?? -1]?.replace(WORDS.total, '') ?? '')?.[1]?.toUpperCase() ?? '';
  const sides: Side[] = [];
  const fills = new Map<string, number>();
  const rows = data
    .filter(({ record }) => !isBlank(record))
    .map(({ record, row }) => {
      const entry = new Fill(record, places, mark, named).read(fills);
      const side: Side | null = entry.side === null ? null : { row, raw: entry.raw, ...entry.side };
      if (side !== null) sides.push(side);
      return { row, raw: entry.raw, side };
    });
  const renamed = pairSides(sides);
  const read = rows.map(({ row, raw, side }) => ({ row, raw: withNewIsin(side?.raw ?? raw, renamed) }));
  markCut(read, sheet.rows, header);
  return { rows: read, renamed };
}

/** A row under the ISIN that its share has today. */
export function withNewIsin(
  raw: RawRow<'transactions'>,
  renamed: ReadonlyMap<string, string>,
): RawRow<'transactions'> {
  const first = raw.fields.isin ?? '';
  let isin = first;
  // It may have got several; codes that name each other in a circle end somewhere, too.
  for (let hops = 0; hops < Math.min(renamed.size, 10); hops++) isin = renamed.get(isin) ?? isin;
  return isin === first ? raw : { ...raw, fields: { ...raw.fields, isin } };
}

/** The id of a fill, the same in both of DEGIRO's files: an order has several, and two of them may be alike. */
export function fillId(
  order: string,
  units: Decimal,
  price: Decimal,
  fills: Map<string, number>,
): string | null {
  if (!UUID.test(order)) return null;
  const fill = `DEGIRO:${order}:${units.toFixed()}@${price.toFixed()}`;
  const nth = (fills.get(fill) ?? 0) + 1;
  fills.set(fill, nth);
  return `${fill}:${nth}`;
}

class Fill {
  private readonly record: readonly string[];
  private readonly places: Places<Word>;
  private readonly mark: '.' | ',';
  private readonly home: string;

  constructor(record: readonly string[], places: Places<Word>, mark: '.' | ',', home: string) {
    this.record = record;
    this.places = places;
    this.mark = mark;
    this.home = home;
  }

  read(fills: Map<string, number>): {
    raw: RawRow<'transactions'>;
    side: Omit<Side, 'row' | 'raw'> | null;
  } {
    const unit = unitOf(this.after('price') || this.after('local'));
    const units = this.number('quantity');
    const price = this.number('price')?.div(unit.per) ?? null;
    const [name, isin] = [this.text('name'), this.text('isin')];
    const fields: RawRow<'transactions'>['fields'] = {
      type: units?.isNegative() === true ? 'SELL' : 'BUY',
      symbol: name === '' ? isin : name,
      date: this.text('date'),
      executed_at: this.text('time'),
      quantity: units?.abs().toFixed() ?? this.text('quantity'),
      price: price === null ? this.text('price') : toScale(price).toFixed(),
      currency: unit.currency,
    };
    if (isin !== '') fields.isin = isin;
    const raw: RawRow<'transactions'> = { fields };
    if (isContract(name)) return { raw: { fields: {}, excluded: LEFT_OUT.derivative }, side: null };
    const local = this.number('local')?.div(unit.per) ?? null;
    const order = [this.text('order'), ...this.record.slice((this.places.total ?? 0) + 1)].find((cell) =>
      UUID.test(cell.trim()),
    );
    this.charge(raw, unit);
    if (units === null || price === null) return { raw, side: null };
    if (local !== null) raw.stated = { amount: plain(local.toFixed(), '.'), charges: 'apart' };
    const id = fillId(order?.trim() ?? '', units, price, fills);
    if (id !== null) fields.execution_id = id;
    const hasFee = this.number('fee')?.isZero() === false;
    if (order !== undefined || hasFee) return { raw, side: null };
    const moment = `${fields.date} ${fields.executed_at}`;
    return { raw, side: { name, isin, moment, units, amount: local } };
  }

  /** Charges are turned into the share's currency by the row's rate: foreign units for one of the account's. */
  private charge(raw: RawRow<'transactions'>, { currency, per }: Unit): void {
    const paid = ['auto_fx' as const, 'fee' as const].reduce(
      (sum, word) => sum.plus(this.number(word)?.abs() ?? 0),
      new Decimal(0),
    );
    if (paid.isZero()) return;
    const home = this.home || this.after('fee') || this.after('total');
    const rate = home === currency ? new Decimal(1) : (this.number('rate')?.div(per) ?? null);
    if (rate?.gt(0) === true) raw.fields.fee_tax = toScale(paid.times(rate)).toFixed();
    else
      raw.undecided = {
        field: 'fee_tax',
        message: `is not known: it is ${paid.toFixed()} ${home}, but the price is in ${currency}, and the file states no exchange rate. Enter it in ${currency}.`,
      };
  }

  private text(word: Word): string {
    return (this.record[this.places[word] ?? -1] ?? '').trim();
  }

  private number(word: Word): Decimal | null {
    return amountIn(this.text(word), this.mark);
  }

  /** The currency in the nameless column after an amount. */
  private after(word: Word): string {
    const at = this.places[word];
    const text = at === undefined ? '' : (this.record[at + 1] ?? '').trim();
    return /^[A-Za-z]{3}$/.test(text) ? text : '';
  }
}
