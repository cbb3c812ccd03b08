import type { Paper } from '../type/paper.ts';
import { INK, STYLES } from '../type/styles.ts';

/** How sure the committee is, from 0 to 100%. What nobody said is said to be so, and no bar is drawn. */
export function confidenceMeter(
  paper: Paper,
  confidence: number | null,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  paper.draw(paper.fitted('Confidence', STYLES.note, width), x, y + 7, STYLES.note);
  const words = confidence === null ? 'Not stated' : `${Math.round(confidence * 100)}%`;
  const label = paper.fitted(words, STYLES.strong, width);
  const bar = width - 46;
  if (confidence === null) {
    paper.draw(label, x, y + 26, STYLES.strong);
    return;
  }
  paper.box({ x, y: y + 17, width: bar * confidence, height: 8 }, { fill: INK.dark });
  paper.box({ x, y: y + 17, width: bar, height: 8 }, { outline: INK.muted });
  paper.draw(label, x + bar + 8, y + 24.5, STYLES.strong);
  for (const [at, text] of [
    [0, '0'],
    [0.5, '50'],
    [1, '100%'],
  ] as const) {
    paper.stroke([x + bar * at, y + 25], [x + bar * at, y + 28], 0.6, INK.muted);
    paper.draw(paper.fitted(text, STYLES.note, 40), x + bar * at - 20, y + 35, STYLES.note, {
      align: 'center',
      width: 40,
    });
  }
}
