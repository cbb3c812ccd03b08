import { create, type Font, type Glyph } from 'fontkit';

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
  has: (letter: string) => boolean;
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
  has: (letter: string) => boolean;
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
    has: (letter) =>
      DEVANAGARI.test(letter) ? inDevanagari('regular').has(letter) : inLatin('regular').has(letter),
    runsOf(word, weight) {
      if (!DEVANAGARI.test(word)) return [{ face: inLatin(weight), text: word }];
      return [...word.matchAll(IN_DEVANAGARI)].map(([text]) => ({
        face: DEVANAGARI.test(text) ? inDevanagari(weight) : inLatin(weight),
        text,
      }));
    },
  };
}

const hasShape = (font: Font, letter: string): boolean =>
  font.hasGlyphForCodePoint(letter.codePointAt(0) ?? Number.NaN);

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
    has: (letter) => hasShape(font, letter),
    widthOf(text) {
      const known = widths.get(text);
      if (known !== undefined) return known;
      const width = font.layout(text).advanceWidth / font.unitsPerEm;
      widths.set(text, width);
      return width;
    },
  };
}

/**
 * A font that sets one letter after the other: twenty times as fast as its own layout, and a minus stays the letter that it is
 * for whoever copies or searches. Pairs such as AV stand a little wider.
 */
function letterByLetter(name: string, font: Font): Face {
  const { unitsPerEm } = font;
  const shapes = new Map<string, { glyph: Glyph; advance: number }>();
  const shapeOf = (letter: string) => {
    const known = shapes.get(letter);
    if (known !== undefined) return known;
    const [glyph] = font.glyphsForString(letter);
    if (glyph === undefined) throw new Error('A letter has no shape.');
    const shape = { glyph, advance: glyph.advanceWidth };
    shapes.set(letter, shape);
    return shape;
  };
  const advanceOf = (text: string): number => {
    let sum = 0;
    for (const letter of text) sum += shapeOf(letter).advance;
    return sum;
  };
  font.layout = (text) => {
    const found = Array.from(text, shapeOf);
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
    has: (letter) => hasShape(font, letter),
    widthOf: (text) => advanceOf(text) / unitsPerEm,
  };
}
