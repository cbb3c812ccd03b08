import { isDayFormat } from './cell-values.ts';
import type { ElementHandler } from './xml-part.ts';

/** Hears the styles of a workbook: which of them show days. */
export class Styles implements ElementHandler {
  /** By the number of the style, as cells name it. */
  readonly dayStyles: boolean[] = [];
  readonly #codes = new Map<number, string>();
  #isOfCells = false;

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'numFmt') this.#codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
    else if (name === 'cellXfs') this.#isOfCells = true;
    else if (name === 'xf' && this.#isOfCells) {
      const id = Number(attributes['numFmtId'] ?? 0);
      this.dayStyles.push(isDayFormat(id, this.#codes.get(id)));
    }
  }

  end(name: string): void {
    if (name === 'cellXfs') this.#isOfCells = false;
  }
}
