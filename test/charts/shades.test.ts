import assert from 'node:assert/strict';
import { contrast, mixed, shadeOf } from '../../charts/shades.ts';
import { type ThemeName, themes } from '../../charts/index.ts';

describe('charts/shades', () => {
  it('mixes colours part by part and measures their contrast as WCAG does', () => {
    // halfway from 0 to 255 is 127.5, written as 128 = 0x80
    assert.equal(mixed('#000000', '#ffffff', 0.5), '#808080');
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#123456', '#123456'), 1);
  });

  it('every shade is readable on both papers: small text needs a contrast of 4.5', () => {
    for (const name of ['light', 'dark'] satisfies ThemeName[])
      for (let change = -20; change <= 20; change += 0.5) {
        const { fill, ink } = shadeOf(change, 20, themes[name]);
        assert.ok(contrast(fill, ink) >= 4.5, `${name}: ${change} has ${contrast(fill, ink).toFixed(2)}`);
      }
  });

  it('grows with the change up to the strongest, is grey at none and bare where it is not known', () => {
    const { light } = themes;
    assert.equal(shadeOf(10, 10, light).fill, light.gain);
    assert.equal(shadeOf(99, 10, light).fill, light.gain);
    assert.equal(shadeOf(-10, 10, light).fill, light.loss);
    assert.notEqual(shadeOf(1, 10, light).fill, shadeOf(2, 10, light).fill);
    assert.equal(shadeOf(0, 10, light).fill, light.grid);
    assert.equal(shadeOf(null, 10, light).fill, light.surface);
  });
});
