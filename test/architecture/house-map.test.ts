import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { draw } from './house-drawing.ts';
import { houseMap, MAP } from './house-map.ts';

const BOX = /<rect class="box[^>]* x="(\d+)" y="(\d+)" width="(\d+)"/g;

/** Boxes of one row that touch. */
function touching(svg: string): string[] {
  const boxes = [...svg.matchAll(BOX)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    end: Number(x) + Number(width),
  }));
  return boxes.flatMap((one, nr) =>
    boxes
      .slice(nr + 1)
      .filter((other) => one.y === other.y && one.x <= other.end && other.x <= one.end)
      .map((other) => `${one.x} and ${other.x} in the row at ${one.y}`),
  );
}

describe('the map of the house', () => {
  const map = houseMap();

  it('core/docs/house.svg is up to date: `npm run map` draws it anew', () => {
    assert.equal(readFileSync(MAP, 'utf8'), map);
  });

  it('every area has its box, and no two boxes touch', () => {
    for (const area of ['portfolio', 'market', 'policies', 'reports', 'platform', 'bot', 'api', 'jobs'])
      assert.ok(map.includes(`>${area}</text>`), area);
    assert.deepEqual(touching(map), []);
  });

  it('a new import changes it, and a box is drawn above the box that it imports', () => {
    const storeys = [{ name: 'only', boxes: ['lower', 'upper'] }];
    const svg = draw(storeys, [{ from: 'upper', to: 'lower' }], {});
    assert.notEqual(draw(storeys, [], {}), svg);
    const [, first, second] =
      /<text x="\d+" y="\d+">(\w+)<\/text>[\s\S]*<text x="\d+" y="\d+">(\w+)<\/text>/.exec(svg) ?? [];
    assert.deepEqual([first, second], ['upper', 'lower']);
  });
});
