import assert from 'node:assert/strict';
import { themes } from '../../charts/index.ts';
import { contrast, distance, visions } from './colour-vision.ts';

describe('charts/theme', () => {
  for (const theme of Object.values(themes)) {
    for (const vision of visions) {
      it(`${theme.name}: any two categories stay apart, vision ${vision}`, () => {
        const colors = [...theme.categories, theme.other];
        for (const [index, one] of colors.entries())
          for (const other of colors.slice(index + 1))
            assert.ok(
              distance(one, other, vision) >= 10,
              `${one} and ${other} are ${distance(one, other, vision).toFixed(1)} apart`,
            );
      });

      it(`${theme.name}: gain and loss stay apart, vision ${vision}`, () => {
        assert.ok(distance(theme.gain, theme.loss, vision) >= 20);
      });
    }

    it(`${theme.name}: text has contrast 4.5 and drawn marks have contrast 3 on the surface`, () => {
      for (const color of [theme.text, theme.muted, theme.gain, theme.loss])
        assert.ok(contrast(color, theme.surface) >= 4.5, `text ${color}`);
      for (const color of [...theme.categories, theme.value, theme.invested, theme.other])
        assert.ok(contrast(color, theme.surface) >= 2.95, `mark ${color}`);
    });
  }
});
