import { priceDay } from '../../../market/actions/index.ts';
import { csvCells } from '../../../platform/index.ts';
import { MalformedDocument } from '../../port/index.ts';

const CLOSE = 'Closing Index Value';
/** `-` says that there is none; `.23` is written without its nought. */
const LEVEL = /^\d{0,9}(\.\d{1,6})?$/;

/**
 * The closes of a day's index file by the index's name in upper case, as exact text. Indexes without a close are not there.
 * @throws MalformedDocument for another file, another day's file or one cut short.
 */
export function readIndexFile(text: string, day: string): ReadonlyMap<string, string> {
  const [heading = '', ...lines] = text.split(/\r?\n/);
  const names = csvCells(heading).map((name) => name.trim());
  const at = {
    name: names.indexOf('Index Name'),
    day: names.indexOf('Index Date'),
    close: names.indexOf(CLOSE),
  };
  if (at.name < 0 || at.day < 0 || at.close < 0)
    throw new MalformedDocument('The file holds no index closes.');
  const closes = new Map<string, string>();
  for (const line of lines) {
    if (line.trim() === '') continue;
    const cells = csvCells(line).map((cell) => cell.trim());
    if (cells.length < names.length)
      throw new MalformedDocument('The index file ends in the middle of a row.');
    if (priceDay(cells[at.day] ?? '') !== day)
      throw new MalformedDocument('The index file is for another day.');
    const close = cells[at.close] ?? '';
    if (LEVEL.test(close) && /\d/.test(close))
      closes.set((cells[at.name] ?? '').toUpperCase(), close.startsWith('.') ? `0${close}` : close);
  }
  if (closes.size === 0) throw new MalformedDocument('The index file holds no closes.');
  return closes;
}
