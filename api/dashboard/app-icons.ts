import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Plugin } from 'vite';

const MARK = path.join(import.meta.dirname, 'public/favicon.svg');
/** The blue of the mark. */
const BLUE = '#0b62b5';

interface Icon {
  name: string;
  pixels: number;
  /** Width of the mark, as a share of the icon's. */
  share: number;
  /** FILLED: blue up to the corners, for systems that cut their own shape. WHITE: the lines alone, for the status bar. */
  kind: 'PLAIN' | 'FILLED' | 'WHITE';
}

/** The manifest, the page and the service worker name these files. */
const ICONS: readonly Icon[] = [
  { name: 'app-192', pixels: 192, share: 1, kind: 'PLAIN' },
  { name: 'app-512', pixels: 512, share: 1, kind: 'PLAIN' },
  // systems may cut everything outside a circle of 80 %
  { name: 'maskable-512', pixels: 512, share: 0.9, kind: 'FILLED' },
  { name: 'touch-180', pixels: 180, share: 0.9, kind: 'FILLED' },
  { name: 'badge-96', pixels: 96, share: 1.3, kind: 'WHITE' },
];

/** The mark as SVG, without its square and in white if only its lines are wanted. */
const drawn = (svg: string, kind: Icon['kind']): string =>
  kind === 'WHITE' ? svg.replace(/<rect [^>]*>/, '').replaceAll(/#f0b84a/g, '#fff') : svg;

async function png(svg: string, { pixels, share, kind }: Icon): Promise<Buffer> {
  const mark = await loadImage(Buffer.from(drawn(svg, kind)));
  const width = pixels * share;
  // drawn as lines at this size, and not enlarged
  [mark.width, mark.height] = [width, width];
  const canvas = createCanvas(pixels, pixels);
  const pen = canvas.getContext('2d');
  if (kind === 'FILLED') {
    pen.fillStyle = BLUE;
    pen.fillRect(0, 0, pixels, pixels);
  }
  pen.drawImage(mark, (pixels - width) / 2, (pixels - width) / 2, width, width);
  return canvas.toBuffer('image/png');
}

/** Draws the icons of the installed app from the mark of the product, into `/icons`. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: 'build',
    async generateBundle() {
      const svg = await readFile(MARK, 'utf8');
      for (const icon of ICONS)
        this.emitFile({ type: 'asset', fileName: `icons/${icon.name}.png`, source: await png(svg, icon) });
    },
  };
}
