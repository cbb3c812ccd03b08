import { inflateSync } from 'node:zlib';

/** Text as it stands on a page, with where it begins and ends, in points from the top left. */
export interface Fragment {
  text: string;
  x: number;
  /** Where its last letter ends. */
  right: number;
  /** Its baseline. */
  y: number;
  size: number;
  /** A shape without a letter, an empty box, is among it. */
  hasBox: boolean;
}

interface PdfObject {
  dictionary: string;
  stream: Buffer | null;
}

interface PdfFont {
  letters: Map<number, string>;
  /** Thousandths of the size. */
  widths: number[];
}

const A4_HEIGHT = 841.89;

/** What can be read on each page of a PDF that pdfkit wrote. */
export function pagesOf(pdf: Uint8Array): Fragment[][] {
  const objects = objectsOf(Buffer.from(pdf));
  const at = (reference: string | undefined): PdfObject => {
    const found = objects.get(Number(reference));
    if (found === undefined) throw new Error(`the PDF has no object ${reference}`);
    return found;
  };
  const fonts = new Map<string, PdfFont>();
  const fontAt = (reference: string): PdfFont => {
    const known = fonts.get(reference);
    if (known !== undefined) return known;
    const { dictionary } = at(reference);
    const [, descendant] = /\/DescendantFonts \[(\d+) 0 R\]/.exec(dictionary) ?? [];
    const [, unicode] = /\/ToUnicode (\d+) 0 R/.exec(dictionary) ?? [];
    const [, widths = ''] = /\/W \[0 \[([^\]]*)\]/.exec(at(descendant).dictionary) ?? [];
    const font = {
      letters: lettersOf(textOf(at(unicode))),
      widths: widths.trim().split(/\s+/).map(Number),
    };
    fonts.set(reference, font);
    return font;
  };
  const [, kids = ''] =
    /\/Kids \[([^\]]*)\]/.exec(
      [...objects.values()].find(({ dictionary }) => /\/Type \/Pages/.test(dictionary))?.dictionary ?? '',
    ) ?? [];
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, kid]) => {
    const { dictionary } = at(kid);
    const [, contents] = /\/Contents (\d+) 0 R/.exec(dictionary) ?? [];
    const [, resources] = /\/Resources (\d+) 0 R/.exec(dictionary) ?? [];
    const [, named = ''] = /\/Font <<([^>]*)>>/.exec(at(resources).dictionary) ?? [];
    const byName = new Map(
      [...named.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', reference = '']) => [
        name,
        fontAt(reference),
      ]),
    );
    return fragmentsOf(textOf(at(contents)), byName);
  });
}

/** The lines of a page, from top to bottom and from left to right. */
export function linesOf(page: readonly Fragment[]): string[] {
  const rows = new Map<number, Fragment[]>();
  for (const one of page) {
    const row = Math.round(one.y);
    rows.set(row, [...(rows.get(row) ?? []), one]);
  }
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) =>
      row
        .toSorted((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(' '),
    );
}

/** Everything that can be read, with the space of breaks between lines made even. */
export const wholeText = (pdf: Uint8Array): string =>
  pagesOf(pdf)
    .flatMap((page) => page.map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ');

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const raw = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const found of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = found;
    const begin = body.indexOf('\nstream\n');
    const dictionary = begin < 0 ? body : body.slice(0, begin);
    objects.set(Number(id), {
      dictionary: dictionary.replace(/\s+/g, ' '),
      stream: begin < 0 ? null : streamOf(dictionary, body.slice(begin + '\nstream\n'.length)),
    });
  }
  return objects;
}

function streamOf(dictionary: string, body: string): Buffer {
  const [, length = '0'] = /\/Length (\d+)/.exec(dictionary) ?? [];
  const bytes = Buffer.from(body.slice(0, Number(length)), 'latin1');
  return dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
}

const textOf = ({ stream }: PdfObject): string => stream?.toString('latin1') ?? '';

/** The text that stands behind each shape. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
    let code = Number.parseInt(first, 16);
    for (const [, units = ''] of list.matchAll(/<([0-9a-f ]*)>/g)) {
      const text = units.trim() === '' ? '' : units.trim().split(' ');
      letters.set(
        code,
        text === '' ? '' : String.fromCharCode(...text.map((unit) => Number.parseInt(unit, 16))),
      );
      code += 1;
    }
  }
  return letters;
}

function fragmentsOf(content: string, fonts: ReadonlyMap<string, PdfFont>): Fragment[] {
  const fragments: Fragment[] = [];
  let font: PdfFont | undefined;
  let size = 0;
  let [x, y] = [0, 0];
  for (const line of content.split('\n')) {
    const place = /^1 0 0 (-?)1 (\S+) (\S+) Tm$/.exec(line);
    if (place !== null) {
      x = Number(place[2]);
      // Counted from the foot of the page, or where letters are turned upright, from its head.
      y = place[1] === '-' ? Number(place[3]) : A4_HEIGHT - Number(place[3]);
      continue;
    }
    const named = /^\/(F\d+) (\S+) Tf$/.exec(line);
    if (named !== null) {
      font = fonts.get(named[1] ?? '');
      size = Number(named[2]);
      continue;
    }
    if (!/(\] TJ|> Tj)$/.test(line)) continue;
    const codes = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) =>
      Array.from({ length: hex.length / 4 }, (_, nr) => Number.parseInt(hex.slice(nr * 4, nr * 4 + 4), 16)),
    );
    // Numbers between the shapes move the next one to the left.
    const moved = [...line.matchAll(/> (-?[\d.]+)/g)].reduce((sum, [, back]) => sum + Number(back), 0);
    const wide = codes.reduce((sum, code) => sum + (font?.widths[code] ?? 0), 0) - moved;
    fragments.push({
      text: codes.map((code) => font?.letters.get(code) ?? '').join(''),
      x,
      right: x + (wide / 1000) * size,
      y,
      size,
      hasBox: codes.includes(0),
    });
  }
  return fragments;
}
