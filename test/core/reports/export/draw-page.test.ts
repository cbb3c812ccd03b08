import assert from 'node:assert/strict';
import { drawPage } from '../../../../core/reports/export/draw-page.ts';
import type { PrintedPage } from '../../../../core/reports/export/page.ts';

type Ink = Parameters<typeof drawPage>[0];

/** What is written where, on paper on which every letter is half as wide as it is high. */
function written(figures: PrintedPage['figures']): { text: string; x: number; y: number }[] {
  const words: { text: string; x: number; y: number }[] = [];
  const size = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1] ?? 0);
  const ink = {
    font: '',
    fillStyle: '',
    textAlign: 'left',
    textBaseline: 'alphabetic',
    textRendering: 'auto',
    fillRect: () => {},
    fillText: (text: string, x: number, y: number) => void words.push({ text, x, y }),
    measureText: (text: string) => ({ width: (text.length * size(ink.font)) / 2 }),
  } satisfies Record<keyof Ink, unknown>;
  drawPage(ink as unknown as Ink, {
    title: 'Performance',
    portfolio: 'Networth',
    period: '2026',
    figures,
    rows_title: 'Windows',
    columns: [],
    rows: [],
    more: '',
    notes: [],
    footer: ['', ''],
  });
  return words;
}

describe('reports/export: the drawing of a page', () => {
  const figure = (label: string, note = '') => ({ label, text: note === '' ? '1' : '–', note });

  it('a reason longer than its figure is wide is wrapped, and moves what is below down', () => {
    // 34 letters of 3.4 fit beside each other into the 114 points of a figure
    const note = 'No transactions are on record for these days.';
    const [plain, wrapped] = [figure('A'), figure('A', note)].map((first) =>
      written([first, figure('B'), figure('C'), figure('D'), figure('E')]),
    );
    assert.ok(plain && wrapped);
    const texts = wrapped.map(({ text }) => text);
    assert.ok(texts.includes('No transactions are on record for'));
    assert.ok(texts.includes('these days.'));
    const below = (words: typeof wrapped) => words.find(({ text }) => text === 'E')?.y ?? 0;
    assert.equal(below(wrapped) - below(plain), 8);
  });

  it('a reason without end has four lines, the last of which is cut', () => {
    const lines = written([figure('A', 'word '.repeat(60))]).filter(({ text }) => text.startsWith('word'));
    assert.equal(lines.length, 4);
    assert.match(lines.at(-1)?.text ?? '', /…$/);
  });
});
