import { dayInWords, istDate } from '../../platform/index.ts';
import type { DifferenceCause } from './compare.ts';

/** The cause of a difference in one or two sentences. */
export function causeText({ code, change }: DifferenceCause): string {
  const on = change === null ? '' : dayInWords(istDate(change.at));
  const file = change?.file_name ?? 'a file';
  const action = change?.action ?? null;
  const named =
    action === null
      ? 'a corporate action'
      : `the ${action.kind.toLowerCase()} of ${action.symbol} (${dayInWords(action.ex_date)})`;
  switch (code) {
    case 'IMPORTED':
      return `You imported ${file} on ${on}, after these values were recorded.`;
    case 'SYNCED':
      return `A broker sync added transactions on ${on}, after these values were recorded.`;
    case 'ENTERED':
      return `Transactions were entered by hand on ${on}, after these values were recorded.`;
    case 'CORRECTED':
      return `Transactions were corrected on ${on}, after these values were recorded.`;
    case 'DELETED':
      return `Transactions were deleted on ${on}, after these values were recorded.`;
    case 'RESTORED':
      return `Deleted transactions were restored on ${on}, after these values were recorded.`;
    case 'IMPORT_UNDONE':
      return `The import of ${file} was undone on ${on}, after these values were recorded.`;
    case 'ACTION_APPLIED':
      return `You applied ${named} on ${on}, after these values were recorded.`;
    case 'ACTION_UNDONE':
      return `You undid ${named} on ${on}, after these values were recorded.`;
    case 'CHANGED':
      return 'Transactions or holdings were changed or removed since. The record does not say which.';
    case 'PRICE_OR_RATE':
      return 'The units agree. A price or exchange rate was old or wrong when these values were recorded, or was corrected since. The record keeps no prices, so the symbol is unknown.';
    case 'UNKNOWN':
      return 'The cause is unknown, because the units behind these recorded values were not kept.';
  }
}
