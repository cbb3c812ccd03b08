import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ChartConfiguration } from 'chart.js';
import { allocation, movers, strategyEquity, themes, valueOverTime } from '../../charts/index.ts';
import {
  ChartRenderError,
  closeRenderer,
  createRenderer,
  type RenderFailure,
  renderPng,
} from '../../charts/render.ts';
import { sampled } from '../support/soak.ts';

interface Picture {
  width: number;
  height: number;
  /** `#rrggbb` of one pixel. */
  at(x: number, y: number): string;
  /** How many pixels have exactly this colour. */
  count(color: string): number;
  pixels: Uint8ClampedArray;
}

async function decode(png: Buffer): Promise<Picture> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const hex = (index: number): string =>
    `#${[0, 1, 2].map((offset) => (data[index + offset] ?? 0).toString(16).padStart(2, '0')).join('')}`;
  return {
    width: image.width,
    height: image.height,
    at: (x, y) => hex((y * image.width + x) * 4),
    count: (color) => {
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      let found = 0;
      for (let index = 0; index < data.length; index += 4)
        if (data[index] === red && data[index + 1] === green && data[index + 2] === blue) found++;
      return found;
    },
    pixels: data,
  };
}

/** A picture with nothing on it but a title, to compare letters by their pixels. */
const writing = async (title: string): Promise<Picture> =>
  decode(
    await renderPng(movers.config({ gainers: [], losers: [] }, { title }), {
      width: 480,
      height: 270,
      scale: 1,
    }),
  );

const samePixels = (one: Picture, other: Picture): boolean =>
  Buffer.from(one.pixels.buffer).equals(Buffer.from(other.pixels.buffer));

const days = Array.from({ length: 60 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  value: index > 20 && index < 30 ? null : 100_000 + index * 500,
  invested: 100_000,
}));

const failsWith = (code: RenderFailure) => (error: unknown) =>
  error instanceof ChartRenderError && error.code === code;

describe('charts/render', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  after(closeRenderer);

  it('draws 1200 by 675 pixels on the paper of the theme, in the colours of the data', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const picture = await decode(await renderPng(valueOverTime.config(days, { theme })));
      assert.deepEqual([picture.width, picture.height], [1200, 675]);
      assert.equal(picture.at(2, 2), themes[theme].surface);
      assert.ok(picture.count(themes[theme].value) > 1000, 'the value line');
      assert.ok(picture.count(themes[theme].invested) > 300, 'the invested line');
    }
  });

  it('draws nothing in the gap of an unknown value: the line does not fall to zero or run through', async () => {
    const open = await decode(await renderPng(valueOverTime.config(days)));
    const filled = await decode(
      await renderPng(
        valueOverTime.config(days.map((one, index) => ({ ...one, value: 100_000 + index * 500 }))),
      ),
    );
    // 9 of 59 steps are open, so about 15 percent of the line is missing
    const share = open.count(themes.light.value) / filled.count(themes.light.value);
    assert.ok(share > 0.7 && share < 0.92, String(share));
  });

  it('draws each part of the ring in its colour and both sides of the bars', async () => {
    const ring = await decode(
      await renderPng(
        allocation.config({
          slices: ['A', 'B', 'C'].map((label) => ({ label, value: 1, share_pct: 33.3 })),
          basis: 'value',
        }),
      ),
    );
    for (const color of themes.light.categories.slice(0, 3)) assert.ok(ring.count(color) > 20_000, color);
    const bars = await decode(
      await renderPng(
        movers.config({ gainers: [{ label: 'A', change_pct: 2 }], losers: [{ label: 'B', change_pct: -2 }] }),
      ),
    );
    assert.ok(bars.count(themes.light.gain) > 2000 && bars.count(themes.light.loss) > 2000);
  });

  it('on an axis of equal growth, a hundredfold at a steady rate is a straight line', async () => {
    const values = days.map((_, index) => 10 * 100 ** (index / (days.length - 1)));
    const config = strategyEquity.config({
      days: days.map(({ at }) => at),
      curves: [{ name: 'Net of tax', values }],
      benchmark: null,
    });
    const picture = await decode(await renderPng(config));
    /** Where the line crosses columns, from the top. */
    const heights = Array.from({ length: picture.width }, (_, x) =>
      Array.from({ length: picture.height - 200 }, (_unused, y) => y + 200).find(
        (y) => picture.at(x, y) === themes.light.value,
      ),
    );
    const drawn = heights.flatMap((y, x) => (y === undefined ? [] : [{ x, y }]));
    const [first, last] = [drawn.at(0), drawn.at(-1)];
    assert.ok(
      first && last && last.x - first.x > 800 && first.y - last.y > 200,
      JSON.stringify([first, last]),
    );
    const middle = drawn.find(({ x }) => x >= (first.x + last.x) / 2);
    // on a plain scale it would lie a tenth of the way up
    const share = (first.y - (middle?.y ?? 0)) / (first.y - last.y);
    assert.ok(share > 0.47 && share < 0.53, String(share));
  });

  it('gives the same bytes for the same configuration, also from another thread', async () => {
    const config = valueOverTime.config(days);
    const first = await renderPng(config);
    assert.deepEqual(await renderPng(config), first);
    await closeRenderer();
    assert.deepEqual(await renderPng(config), first);
  });

  it('has letters for ₹, the arrows, the minus sign and Devanagari', async () => {
    // two characters that no font has look alike: an empty box
    const missing = await writing('\u{10fffe}');
    assert.ok(samePixels(missing, await writing('\u{10ffff}')));
    for (const letter of ['₹', '▲', '▼', '■', '−', '—', '·', '…', 'क', 'ज्ञ', '€'])
      assert.ok(!samePixels(missing, await writing(letter)), `${letter} is drawn as a box`);
    assert.ok(!samePixels(await writing('कि'), await writing('की')), 'vowel signs differ');
    assert.ok(!samePixels(await writing('₹'), await writing('$')));
  });

  it('never holds up the process that asks, and memory does not grow with the number of pictures', async function () {
    this.timeout(600_000);
    const config = movers.config({ gainers: [{ label: 'A', change_pct: 2 }], losers: [] });
    const draw = async (count: number): Promise<number> => {
      for (let index = 0; index < count; index++) await renderPng(config);
      return process.memoryUsage().rss / 1e6;
    };
    const pictures = sampled(30, 1000);
    const before = await draw(3);
    let turns = 0;
    let isDrawing = true;
    const counting = (): void => {
      turns += 1;
      if (isDrawing) setImmediate(counting);
    };
    setImmediate(counting);
    const grown = (await draw(pictures)) - before;
    isDrawing = false;
    // drawn in the loop itself, each picture would leave it a turn or two
    assert.ok(turns > 10 * pictures, `${turns} turns`);
    // one picture takes 3.2 MB of canvas: kept, 30 of them would be 96 MB
    assert.ok(grown < 80, `grew ${grown.toFixed(0)} MB`);
  });

  it('refuses what cannot be drawn, and draws the next', async () => {
    const wrong = {
      type: 'no such chart',
      data: { datasets: [{ data: [1] }] },
    } as unknown as ChartConfiguration;
    await assert.rejects(renderPng(wrong), failsWith('CHART_FAILED'));
    const withFunction = {
      ...movers.config({ gainers: [], losers: [] }),
      plugins: [{ id: 'x', beforeDraw() {} }],
    };
    await assert.rejects(renderPng(withFunction), failsWith('CHART_FAILED'));
    assert.ok((await renderPng(movers.config({ gainers: [], losers: [] }))).length > 1000);
  });
});

describe('charts/render: a thread that fails', () => {
  const behave = (how: 'draw' | 'exit' | 'throw' | 'hang') =>
    ({ behave: how }) as unknown as ChartConfiguration;
  const faulty = (timeoutMs = 300_000, maxWaiting = 64) =>
    createRenderer({ thread: new URL('./faulty-thread.mjs', import.meta.url), timeoutMs, maxWaiting });

  for (const how of ['exit', 'throw'] as const)
    it(`a thread that ends (${how}) costs its own picture only; those waiting get a fresh thread`, async () => {
      const renderer = faulty();
      const asked = [behave('draw'), behave(how), behave('draw')].map((config) => renderer.renderPng(config));
      const ended = await Promise.allSettled(asked);
      assert.deepEqual(
        ended.map((one) => one.status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.ok(failsWith('CHART_FAILED')((ended[1] as PromiseRejectedResult).reason));
      await renderer.close();
    });

  it('a picture that takes too long is given up, the next one is drawn', async () => {
    // time passes for the first one alone: a fresh thread may take as long to start as it needs
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const renderer = faulty(8000);
      const hung = renderer.renderPng(behave('hang'));
      const next = renderer.renderPng(behave('draw'));
      const givenUp = assert.rejects(hung, failsWith('CHART_TIMEOUT'));
      mock.timers.tick(8000);
      await givenUp;
      assert.deepEqual([...(await next)], [2]);
      await renderer.close();
    } finally {
      mock.timers.reset();
    }
  });

  it('refuses more than it can hold in line', async () => {
    const renderer = faulty(300_000, 2);
    const asked = Array.from({ length: 4 }, () => renderer.renderPng(behave('draw')));
    // one is being drawn, two wait, the fourth is refused
    await assert.rejects(asked[3] as Promise<Buffer>, failsWith('CHART_QUEUE_FULL'));
    await Promise.all(asked.slice(0, 3));
    await renderer.close();
  });

  it('closing rejects what still waits and ends the thread', async () => {
    const renderer = faulty();
    const asked = Promise.allSettled([
      renderer.renderPng(behave('hang')),
      renderer.renderPng(behave('draw')),
    ]);
    await renderer.close();
    for (const one of await asked)
      assert.ok(failsWith('RENDERER_CLOSED')((one as PromiseRejectedResult).reason));
  });
});
