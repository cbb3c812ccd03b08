import type { MarketFile } from '../../core/quality/index.ts';
import { bold, lines } from './lines.ts';
import { count } from './numbers.ts';
import { day } from './times.ts';

const NAMED = 6;

/** Preview of a market data file and, once it is imported, the result. */
export function marketFileText(file: MarketFile) {
  const { kind, title, from, to, excluded, excluded_symbols, issues, issue_count } = file;
  const unit = kind === 'prices' ? 'close' : kind === 'list' ? 'instrument' : 'announcement';
  return lines(
    bold(file.is_imported ? `Imported ${file.file}` : file.file),
    [
      title.charAt(0).toUpperCase() + title.slice(1),
      kind === 'list' ? null : count(file.symbols, 'symbol'),
      count(file.rows, unit),
      from === null || to === null ? null : from === to ? day(from) : `${day(from)} to ${day(to)}`,
    ]
      .filter((part) => part !== null)
      .join(', '),
    file.registered > 0
      ? `${count(file.registered, 'symbol')} of portfolios ${file.is_imported ? 'added' : 'will be added'} to the instrument registry`
      : null,
    ...(file.is_imported
      ? [
          file.added + file.changed === 0
            ? 'Nothing new: all of it was stored before or left out.'
            : `${file.added.toLocaleString('en-IN')} new, ${file.changed.toLocaleString('en-IN')} replaced`,
          file.conflicts > 0
            ? `${count(file.conflicts, 'close')} ${file.conflicts === 1 ? 'differs' : 'differ'} from stored closes`
            : null,
        ]
      : []),
    file.rejected > 0 ? `${count(file.rejected, 'close')} rejected: see /health` : null,
    excluded_symbols > 0
      ? `Excluded, neither in a portfolio nor in the registry: ${excluded
          .slice(0, NAMED)
          .map(({ symbol }) => symbol)
          .join(', ')}${excluded_symbols > NAMED ? ` and ${excluded_symbols - NAMED} more` : ''}`
      : null,
    ...issues.slice(0, NAMED).map(({ line, message }) => `Line ${line}: ${message}`),
    issue_count > NAMED ? `and ${issue_count - NAMED} more rows with problems` : null,
  );
}
