/** The thread that prints pages as PDF; printer.ts starts it and tells it what to print. */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { drawPage, FAMILIES, PAPER } from './draw-page.ts';
import type { PrintedPage } from './page.ts';

export type PrintAnswer = { pdf: Uint8Array } | { error: string };

const FONTS = [
  [FAMILIES.latin, '@expo-google-fonts/inter', 'Inter'],
  [FAMILIES.devanagari, '@expo-google-fonts/noto-sans-devanagari', 'NotoSansDevanagari'],
] as const;
const WEIGHTS = ['400Regular', '600SemiBold'] as const;

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const { GlobalFonts, PDFDocument } = await import('@napi-rs/canvas');
  const require = createRequire(import.meta.url);
  for (const [family, folder, file] of FONTS)
    for (const weight of WEIGHTS)
      GlobalFonts.registerFromPath(require.resolve(`${folder}/${weight}/${file}_${weight}.ttf`), family);

  port.on('message', (page: PrintedPage) => {
    try {
      const document = new PDFDocument({
        title: `${page.title}: ${page.portfolio}`,
        subject: page.period,
        author: 'Munim',
        creator: 'Munim',
        producer: 'Munim',
        compressionLevel: 6,
      });
      drawPage(document.beginPage(PAPER.width, PAPER.height), page);
      document.endPage();
      // a copy of its own, so that the memory moves to the process instead of being copied once more
      const pdf = new Uint8Array(document.close());
      port.postMessage({ pdf } satisfies PrintAnswer, [pdf.buffer]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      port.postMessage({ error: reason } satisfies PrintAnswer);
    }
  });
}

if (parentPort !== null) await serve(parentPort);
