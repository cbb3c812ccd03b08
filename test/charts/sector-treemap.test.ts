import assert from 'node:assert/strict';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ChartConfiguration } from 'chart.js';
import { monthlyReturns, sectorTreemap, themes, type TreemapPart } from '../../charts/index.ts';
import type { TreeOptions } from '../../charts/tiles.ts';
import { closeRenderer, renderPng } from '../../charts/render.ts';

const part = (
  label: string,
  group: string,
  value: number | null,
  change_pct: number | null = 0,
): TreemapPart => ({ label, group, value, change_pct });

/** What the treemap is told; a configuration's own type allows gaps everywhere. */
const treeOf = ({ options }: Pick<ChartConfiguration<'bar'>, 'options'>) =>
  options?.plugins?.tree as TreeOptions;

async function colorCount(png: Buffer, color: string): Promise<number> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += 4)
    if (wanted.every((value, offset) => data[at + offset] === value)) found++;
  return found;
}

describe('charts/sector treemap', () => {
  after(closeRenderer);

  it('puts holdings under their sectors, the largest first, with their share of the whole', () => {
    const parts = [part('INFY', 'IT', 20), part('HDFCBANK', 'Banks', 50, -2), part('TCS', 'IT', 30, 1.5)];
    const { groups } = treeOf(sectorTreemap.config({ parts }));
    assert.deepEqual(
      groups.map(({ label, tiles }) => [label[0], tiles.map(({ weight }) => weight)]),
      [
        ['Banks 50.0%', [50]],
        ['IT 50.0%', [30, 20]],
      ],
    );
    assert.deepEqual(groups[1]?.tiles[0]?.lines, [['TCS'], ['▲ +1.5%', '+1.5%'], ['₹30 · 30.0%', '30.0%']]);
    assert.equal(groups[0]?.tiles[0]?.hint, 'HDFCBANK (Banks): ₹50.00, 50.0% of total, ▼ −2.0%');
  });

  it('what is too small to be seen is one tile of its sector, with the change they had together', () => {
    const parts = [part('BIG', 'IT', 10_000), part('S1', 'IT', 10, 100), part('S2', 'IT', 5, 0)];
    const { groups } = treeOf(sectorTreemap.config({ parts }));
    // 10 was 5 and 5 was 5: together 10 became 15, which is 50 percent more
    assert.deepEqual(
      groups[0]?.tiles.map(({ lines }) => [lines[0]?.[0], lines[1]?.[0]]),
      [
        ['BIG', '■ 0.0%'],
        ['2 others', '▲ +50.0%'],
      ],
    );
  });

  it('draws nothing of which the value is not known, says how many, and outlines an unknown change', () => {
    const { options } = sectorTreemap.config({
      parts: [part('A', 'IT', 10, null), part('B', 'IT', null)],
    });
    assert.equal(treeOf({ options }).groups[0]?.tiles[0]?.outline, themes.light.axis);
    assert.match([options?.plugins?.subtitle?.text].flat().join(' '), /excludes 1 without a known value/);
    assert.equal(sectorTreemap.config({ parts: [] }).options?.plugins?.note?.text, 'No data yet');
  });

  it('has a table by sector with every holding, the unknown ones as well', () => {
    const parts = [part('B', 'IT', null), part('C', 'Banks', 25, -1), part('A', 'IT', 75, 2)];
    assert.deepEqual(sectorTreemap.table({ parts }).rows, [
      ['A', 'IT', '₹75.00', '75.0%', '+2.00%'],
      ['B', 'IT', '—', '—', '0.00%'],
      ['C', 'Banks', '₹25.00', '25.0%', '−1.00%'],
    ]);
  });

  it('is drawn in proportion: three quarters of the value take three times the area', async () => {
    const parts = [part('A', 'IT', 75, 50), part('B', 'Banks', 25, -50)];
    for (const theme of ['light', 'dark'] as const) {
      const png = await renderPng(sectorTreemap.config({ parts }, { theme }), {
        width: 600,
        height: 400,
        scale: 1,
      });
      const ratio = (await colorCount(png, themes[theme].gain)) / (await colorCount(png, themes[theme].loss));
      // names, gaps and the heads of the sectors take a little of both
      assert.ok(ratio > 2.5 && ratio < 3.6, `${theme}: ${ratio}`);
    }
  });

  it('a heat map shows each month in its colour', async () => {
    const months = [1, 2, 3].map((month) => ({ year: 2026, month, return_pct: month === 2 ? -20 : 20 }));
    const png = await renderPng(monthlyReturns.config({ months }), { width: 900, height: 400, scale: 1 });
    const { light } = themes;
    assert.ok((await colorCount(png, light.gain)) > (await colorCount(png, light.loss)) * 1.5);
    assert.ok((await colorCount(png, light.loss)) > 300);
  });
});
