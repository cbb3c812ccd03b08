import { createNumberCheck } from '../../core/research/checks/index.ts';
import type { DossierView, Fact } from '../../core/research/index.ts';

/** A second look at a report, sentence by sentence: whatever number it prints is one of the facts of the run. */
export function strangeNumbers({ report, facts }: DossierView): string[] {
  const check = createNumberCheck(facts as unknown as Fact[], report?.as_of ?? '');
  const texts = [
    report?.thesis,
    ...(report?.sections.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)) ?? []),
    ...(report?.bull ?? []).map(({ statement }) => statement),
    ...(report?.catalysts ?? []),
  ];
  return texts.flatMap((text) =>
    check(text ?? '').flatMap(({ status, printed }) => (status === 'UNSUPPORTED' ? [printed] : [])),
  );
}
