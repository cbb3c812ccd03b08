import type { Font } from 'fontkit';
import type { Face } from './faces.ts';

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** The font in use. No part of pdfkit’s guide, so its version is pinned and the tests read every page back. */
      readonly _font: {
        readonly id: string;
        encode(text: string): readonly [codes: readonly string[], positions: readonly unknown[]];
        ref(): PDFKitReference;
      };
    }
  }
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** An opened font is taken as well as its bytes. */
      registerFont(name: string, font: Font): this;
    }
  }
}

/** Writes text of one font from a point on its baseline. */
type Pen = (face: Face, text: string, x: number, baseline: number, size: number) => void;

/**
 * Letters that stand one after the other are written straight into the page, each by the code that the document gave it when
 * it came first: in half the time that pdfkit’s own text takes, which lays out every word again. Joined letters go through
 * that.
 */
export function createPen(doc: PDFKit.PDFDocument): Pen {
  const codes = new Map<Face, Map<string, string>>();

  function use(face: Face): Map<string, string> {
    const known = codes.get(face);
    if (known === undefined) doc.registerFont(face.name, face.font);
    doc.font(face.name);
    if (known !== undefined) return known;
    const own = new Map<string, string>();
    codes.set(face, own);
    return own;
  }

  return (face, text, x, baseline, size) => {
    const known = use(face);
    if (face.isJoined) {
      // The width is known; without it the text is measured twice more.
      const whole = {
        lineBreak: false,
        baseline: 'alphabetic',
        textWidth: face.widthOf(text) * size,
        wordCount: 1,
      } as const;
      doc.fontSize(size).text(text, x, baseline, whole);
      return;
    }
    let hex = '';
    for (const letter of text) {
      let code = known.get(letter);
      if (code === undefined) {
        code = doc._font.encode(letter)[0].join('');
        known.set(letter, code);
      }
      hex += code;
    }
    const { id } = doc._font;
    const fonts = doc.page.fonts as Record<string, PDFKit.PDFKitReference>;
    fonts[id] ??= doc._font.ref();
    // pdfkit’s pages grow downwards, so that letters are turned upright again.
    doc.addContent(`BT\n/${id} ${size} Tf\n1 0 0 -1 ${rounded(x)} ${rounded(baseline)} Tm\n<${hex}> Tj\nET`);
  };
}

/** Hundredths of a point. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
