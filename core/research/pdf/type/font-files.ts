import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FontFiles } from './faces.ts';

/** The fonts of a report: they have ₹ and the scripts of most company names, and are free to embed. */
export function readFonts(): FontFiles {
  const require = createRequire(import.meta.url);
  const read = (path: string): Uint8Array => readFileSync(require.resolve(`@expo-google-fonts/${path}`));
  const inter = (weight: string) => read(`inter/${weight}/Inter_${weight}.ttf`);
  const noto = (weight: string) => read(`noto-sans-devanagari/${weight}/NotoSansDevanagari_${weight}.ttf`);
  return {
    latin: { regular: inter('400Regular'), strong: inter('600SemiBold') },
    devanagari: { regular: noto('400Regular'), strong: noto('600SemiBold') },
  };
}
