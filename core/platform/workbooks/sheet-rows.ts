import { columnOf, dayOfSerial, decimalOf, unescaped } from './cell-values.ts';
import { WorkbookFault } from './fault.ts';
import type { WorkbookLimits } from './limits.ts';
import type { MergedRange } from './merged-cells.ts';
import type { ElementHandler } from './xml-part.ts';

/** A row with a value in it: its number, from 1, and its cells from column A on. */
export interface SheetRow {
  number: number;
  cells: string[];
}

/** What the cells of a sheet need to be understood. */
export interface SheetContext {
  strings: readonly string[];
  /** By the number of a cell's style: whether it shows days. */
  dayStyles: readonly boolean[];
  isFrom1904: boolean;
  merged: readonly MergedRange[];
  limits: WorkbookLimits;
}

const ELEMENTS_WITH_TEXT = new Set(['v', 't', 'f']);

/**
 * Hears the elements of a sheet and makes rows of them. Cells without a value are blank, rows without one do not come. A
 * formula gives its stored value; one that was never worked out gives its own text, `=A1*B1`, which no number is read from.
 */
export class SheetRows implements ElementHandler {
  readonly #context: SheetContext;
  #rows: SheetRow[] = [];
  #number = 0;
  #cells: string[] = [];
  #column = -1;
  #type = '';
  #style = -1;
  #value = '';
  #formula = '';
  #hasValue = false;
  #isPhonetic = false;
  #into: 'value' | 'formula' | null = null;
  /** What stands in the first cell of each merged range that is open, by its column. */
  readonly #open: MergedRange[];
  readonly #spread = new Map<MergedRange, string>();

  constructor(context: SheetContext) {
    this.#context = context;
    this.#open = [...context.merged];
  }

  /** The rows that are complete since the last call. */
  taken(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#beginCell(attributes);
    else if (name === 'row') this.#beginRow(attributes);
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (ELEMENTS_WITH_TEXT.has(name)) this.#into = name === 'f' ? 'formula' : 'value';
  }

  text(text: string): void {
    if (this.#into === null || this.#isPhonetic) return;
    if (this.#into === 'formula') {
      this.#formula += text;
    } else {
      this.#value += text;
      this.#hasValue = true;
    }
    if (this.#value.length + this.#formula.length > this.#context.limits.cellLength)
      throw new WorkbookFault('broken', `A cell of row ${this.#number} is too long.`);
  }

  end(name: string): void {
    if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (ELEMENTS_WITH_TEXT.has(name)) this.#into = null;
  }

  #beginRow(attributes: Readonly<Record<string, string>>): void {
    const told = attributes['r'];
    const number = told === undefined ? this.#number + 1 : Number(told);
    if (!Number.isSafeInteger(number) || number <= this.#number)
      throw new WorkbookFault('broken', `Its rows are out of order after row ${this.#number}.`);
    this.#number = number;
    this.#cells = [];
    this.#column = -1;
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const place = attributes['r'];
    const column = place === undefined ? this.#column + 1 : columnOf(place);
    if (column === null) throw new WorkbookFault('broken', `A cell of row ${this.#number} has no place.`);
    this.#column = column;
    this.#type = attributes['t'] ?? '';
    this.#style = attributes['s'] === undefined ? -1 : Number(attributes['s']);
    this.#value = '';
    this.#formula = '';
    this.#hasValue = false;
  }

  #endCell(): void {
    const text = this.#hasValue ? this.#textOf() : this.#formula === '' ? '' : `=${this.#formula}`;
    if (text === '') return;
    const { columns } = this.#context.limits;
    if (this.#column >= columns)
      throw new WorkbookFault('too_many_columns', `Row ${this.#number} has more than ${columns} columns.`);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #textOf(): string {
    switch (this.#type) {
      case 's':
        return this.#context.strings[Number(this.#value)] ?? missing(this.#number);
      case 'str':
      case 'inlineStr':
        return unescaped(this.#value);
      case 'b':
        return this.#value === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return this.#value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
      case 'e':
        return this.#value;
      default: {
        const isDay = this.#context.dayStyles[this.#style] === true;
        return (
          (isDay ? dayOfSerial(Number(this.#value), this.#context.isFrom1904) : null) ??
          decimalOf(this.#value)
        );
      }
    }
  }

  #endRow(): void {
    if (this.#open.length > 0) this.#spreadMerged();
    if (this.#cells.some((cell) => cell.trim() !== ''))
      this.#rows.push({ number: this.#number, cells: this.#cells });
  }

  /** The value of a cell that reaches over several rows stands in each of them. */
  #spreadMerged(): void {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const range = this.#open[at] as MergedRange;
      if (this.#number < range.firstRow) continue;
      if (this.#number > range.lastRow) {
        this.#open.splice(at, 1);
        this.#spread.delete(range);
      } else if (this.#number === range.firstRow) {
        this.#spread.set(range, this.#cells[range.column] ?? '');
      } else if ((this.#cells[range.column] ?? '') === '') {
        while (this.#cells.length < range.column) this.#cells.push('');
        this.#cells[range.column] = this.#spread.get(range) ?? '';
      }
    }
  }
}

function missing(row: number): never {
  throw new WorkbookFault('broken', `A text of row ${row} is missing.`);
}
