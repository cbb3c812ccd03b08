import { csvCells } from '../../platform/index.ts';
import { priceDay } from './exchange-cells.ts';

/** An announcement as a file names it. */
export interface FileAction {
  line: number;
  symbol: string;
  purpose: string;
  ex_date: string;
  record_date: string | null;
  face_value: string | null;
}

const SYMBOL = ['SYMBOL', 'SECURITY NAME', 'SECURITY_NAME'];
const PURPOSE = ['PURPOSE', 'SUBJECT'];
const EX_DATE = ['EX_DATE', 'EX-DATE', 'EX DATE', 'EX_DT', 'EXDATE'];
const RECORD_DATE = ['RECORD_DATE', 'RECORD DATE', 'RECORD_DT'];
const FACE_VALUE = ['FACE_VALUE', 'FACE VALUE'];

export interface ActionLayout {
  /** Whose list it is, where its columns tell. */
  exchange: 'BSE' | null;
  read(line: string, number: number, actions: FileAction[], bad: { line: number; message: string }[]): void;
}

/**
 * The layout of an exchange's list of corporate actions, in its several headings; null for any other file. BSE's list has
 * the number of a security beside its short name, which is the symbol.
 */
export function actionLayout(header: string): ActionLayout | null {
  const names = csvCells(header.replace(/^\uFEFF/, '')).map((name) => name.trim().toUpperCase());
  const at = (candidates: readonly string[]) =>
    candidates.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const columns = {
    symbol: at(SYMBOL),
    purpose: at(PURPOSE),
    ex: at(EX_DATE),
    record: at(RECORD_DATE),
    face: at(FACE_VALUE),
  };
  if (columns.symbol < 0 || columns.purpose < 0 || columns.ex < 0) return null;
  const isBse = names.includes('SECURITY CODE') || names.includes('SECURITY_CODE');
  return {
    exchange: isBse ? 'BSE' : null,
    read(line, number, actions, bad) {
      const cells = csvCells(line).map((cell) => cell.replace(/\s+/g, ' ').trim());
      const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? ''));
      const symbol = cell(columns.symbol).toUpperCase();
      const ex_date = priceDay(cell(columns.ex));
      const face = cell(columns.face);
      if (symbol === '') bad.push({ line: number, message: 'The row has no symbol.' });
      else if (cell(columns.purpose) === '') bad.push({ line: number, message: 'The row has no purpose.' });
      else if (ex_date === null)
        bad.push({ line: number, message: `"${cell(columns.ex)}" is not an ex-date such as 08-Jul-2024.` });
      else
        actions.push({
          line: number,
          symbol,
          purpose: cell(columns.purpose),
          ex_date,
          record_date: priceDay(cell(columns.record)),
          face_value: /^\d{1,9}(\.\d{1,6})?$/.test(face) ? face : null,
        });
    },
  };
}
