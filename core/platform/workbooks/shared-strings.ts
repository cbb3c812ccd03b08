import { unescaped } from './cell-values.ts';
import type { ElementHandler } from './xml-part.ts';

/** Hears the texts that the cells of a workbook share, and keeps each once. */
export class SharedStrings implements ElementHandler {
  readonly strings: string[] = [];
  #text = '';
  #isText = false;
  #isPhonetic = false;

  begin(name: string): void {
    if (name === 'si') this.#text = '';
    else if (name === 't') this.#isText = true;
    // How a Japanese word is spoken stands beside it.
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  text(text: string): void {
    if (this.#isText && !this.#isPhonetic) this.#text += text;
  }

  end(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'si') this.strings.push(unescaped(this.#text));
  }
}
