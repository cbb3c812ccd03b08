import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** What styles.css calls `@subset/<name>`, and the font that it is cut from. */
const CUT_FROM = {
  'inter-400.woff2': '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  'inter-600.woff2': '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
};
/** Digits of one width, and pairs of letters that move together. */
const OPTIONS = { targetFormat: 'woff2' as const, keepFeatures: ['tnum', 'kern'], noHinting: true };

const require = createRequire(import.meta.url);
const styles = path.join(import.meta.dirname, 'src/styles.css');

/**
 * Cuts the fonts of the page down to the characters that nearly every page has: 9 kB instead of 128 each. Which they are
 * is said once, by the `unicode-range` of the face in styles.css; the browser fetches the whole font for all others.
 */
export function subsetFonts(): Plugin {
  const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/fonts');
  return {
    name: 'subset-fonts',
    async config() {
      const css = await readFile(styles, 'utf8');
      await mkdir(folder, { recursive: true });
      for (const [name, whole] of Object.entries(CUT_FROM)) {
        const range = css.match(new RegExp(`${name.replace('.', '\\.')}[^}]*unicode-range:([^;]+);`))?.[1];
        if (range === undefined) throw new Error(`styles.css has no unicode-range for ${name}`);
        const font = await subsetFont(await readFile(require.resolve(whole)), charactersOf(range), OPTIONS);
        // Whoever builds at the same time never reads half of it.
        const written = path.join(folder, `${process.pid}-${name}`);
        await writeFile(written, font);
        await rename(written, path.join(folder, name));
      }
      return { resolve: { alias: { '@subset': folder } } };
    },
  };
}

/** @param range as CSS writes it: `U+0020-007E, U+20B9`. */
function charactersOf(range: string): string {
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)]
    .flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => from + at);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}
