import type { Content } from '../content.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';

export function thesis(paper: Paper, { thesis: text, why }: Content): void {
  if (why !== null && why.trim() !== '') {
    paper.heading('Why this rating');
    paper.paragraph(why, STYLES.body);
  }
  paper.heading('Thesis');
  paper.paragraph(text, STYLES.body);
}
