import { type Font, create } from 'fontkit';

export type Weight = 'regular' | 'strong';

/** The bytes of the fonts, by what they are for. */
export interface FontFiles {
  latin: Readonly<Record<Weight, Uint8Array>>;
  devanagari: Readonly<Record<Weight, Uint8Array>>;
}

/** One font of one document. */
export interface Face {
  /** Its name in the document. */
  name: string;
  font: Font;
  /** Its letters change beside each other, so that words are laid out as a whole. */
  isJoined: boolean;
  has: (codePoint: number) => boolean;
  /** The width of text on one line, in points at a size of one point. */
  widthOf(text: string): number;
}

const DEVANAGARI = /[\u0900-\u097f\u200c\u200d]/;
const IN_DEVANAGARI = /[\u0900-\u097f\u200c\u200d]+|[^\u0900-\u097f\u200c\u200d]+/g;

/**
 * The fonts of one document. They are opened anew for each, because a font remembers which letter first asked for a shape,
 * and that would let one document change the next.
 */
export interface Faces {
  all: readonly Face[];
  has: (codePoint: number) => boolean;
  /** The parts of a word that are of one font each. */
  runsOf(word: string, weight: Weight): { face: Face; text: string }[];
}

export function openFaces({ latin, devanagari }: FontFiles): Faces {
  const opened = new Map<string, Face>();
  const open = (name: string, bytes: Uint8Array, make: (name: string, font: Font) => Face): Face => {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const face = make(name, fontOf(bytes));
    opened.set(name, face);
    return face;
  };
  const inLatin = (weight: Weight): Face => open(`latin-${weight}`, latin[weight], letterByLetter);
  const inDevanagari = (weight: Weight): Face =>
    open(`devanagari-${weight}`, devanagari[weight], joinedLetters);
  return {
    get all() {
      return [...opened.values()];
    },
    has: (codePoint) =>
      DEVANAGARI.test(String.fromCodePoint(codePoint))
        ? inDevanagari('regular').has(codePoint)
        : inLatin('regular').has(codePoint),
    runsOf(word, weight) {
      if (!DEVANAGARI.test(word)) return [{ face: inLatin(weight), text: word }];
      return [...word.matchAll(IN_DEVANAGARI)].map(([text]) => ({
        face: DEVANAGARI.test(text) ? inDevanagari(weight) : inLatin(weight),
        text,
      }));
    },
  };
}

function fontOf(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!('layout' in font)) throw new Error('The font file holds several fonts.');
  return font;
}

/** Letters that join are laid out by the font itself. */
function joinedLetters(name: string, font: Font): Face {
  const widths = new Map<string, number>();
  return {
    name,
    font,
    isJoined: true,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    widthOf(text) {
      const known = widths.get(text);
      if (known !== undefined) return known;
      const width = font.layout(text).advanceWidth / font.unitsPerEm;
      widths.set(text, width);
      return width;
    },
  };
}

/** Characters above it are two units of a string. */
const LAST_OF_ONE_UNIT = 0xffff;

/**
 * A font that sets one letter after the other: twenty times as fast as its own layout, and a minus stays the letter that it is
 * for whoever copies or searches. Pairs such as AV stand a little wider.
 */
function letterByLetter(name: string, font: Font): Face {
  const { unitsPerEm } = font;
  const shapes = new Map<number, { glyph: ReturnType<Font['glyphForCodePoint']>; advance: number }>();
  const shapeOf = (codePoint: number) => {
    const known = shapes.get(codePoint);
    if (known !== undefined) return known;
    const glyph = font.glyphForCodePoint(codePoint);
    const shape = { glyph, advance: glyph.advanceWidth };
    shapes.set(codePoint, shape);
    return shape;
  };
  const advanceOf = (text: string): number => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (codePoint > LAST_OF_ONE_UNIT) at += 1;
      sum += shapeOf(codePoint).advance;
    }
    return sum;
  };
  font.layout = (text) => {
    const found = Array.from(text, (letter) => shapeOf(letter.codePointAt(0) ?? 0));
    return {
      glyphs: found.map(({ glyph }) => glyph),
      positions: found.map(({ advance }) => ({ xAdvance: advance, yAdvance: 0, xOffset: 0, yOffset: 0 })),
      advanceWidth: advanceOf(text),
      advanceHeight: 0,
      script: 'latn',
      language: '',
      direction: 'ltr',
      features: {},
      bbox: font.bbox,
    };
  };
  return {
    name,
    font,
    isJoined: false,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    widthOf: (text) => advanceOf(text) / unitsPerEm,
  };
}
