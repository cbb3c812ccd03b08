import { isOfDepository, isSummaryOfCas, textOf } from './cas/index.ts';
import type { TextRun } from './statement.ts';

/** What to say of a PDF that no format reads, by the first of its pages. Documents that people mistake for one are named. */
export function unreadStatement(pages: readonly (readonly TextRun[])[]): string {
  const text = textOf(pages);
  if (isOfDepository(text))
    return (
      'This is a statement of NSDL or CDSL: it lists what your demat accounts hold, but not what you paid. Import the ' +
      'tradebook of your broker, and for mutual funds the detailed statement of CAMS, KFintech or MFCentral.'
    );
  if (isSummaryOfCas(text))
    return (
      'This is the summary of a consolidated account statement: it has no transactions. Ask CAMS, KFintech or MFCentral for ' +
      'the detailed statement.'
    );
  return (
    'This PDF is not a statement that Munim knows. It reads the detailed consolidated account statements of CAMS, KFintech ' +
    'and MFCentral. Download other reports from your broker as CSV or Excel.'
  );
}
