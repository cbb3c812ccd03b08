import { parserNamed } from '../../parsing/document-parser.ts';
import { visibleText, type VisibleText } from '../guidance/visible-text.ts';

/** What a reader of an exhibit sees. @throws MalformedDocument */
export function readExhibit(body: Buffer): Pick<VisibleText, 'blocks' | 'hidden'> {
  const { blocks, hidden } = visibleText(body.toString('utf8'));
  return { blocks, hidden };
}
export const EXHIBIT = parserNamed<typeof readExhibit>('sec_exhibit');
