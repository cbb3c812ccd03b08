export interface Arrow {
  from: string;
  to: string;
}

export interface Storey {
  name: string;
  boxes: readonly string[];
}

/** A box, or the place where a long arrow passes between boxes (its label is then null). */
interface Place {
  label: string | null;
  width: number;
  x: number;
  above: Place[];
  below: Place[];
}

const WIDTH = 1080;
const LEFT = 96;
const RIGHT = WIDTH - 12;
const ROW = 58;
const BOX = 30;
const PASSAGE = 4;
const GAP = 12;
const ROUNDS = 24;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1b2330; text-anchor: middle; }
  .floor { fill: #5a6577; text-anchor: start; }
  .band { fill: #eef1f6; }
  .box { fill: #ffffff; stroke: #8b97a8; stroke-width: 1.2; }
  .books { stroke: #0b5cad; stroke-width: 2.4; }
  .trading { stroke: #b4470f; stroke-width: 2.4; }
  .arrow { fill: none; stroke: #6b7789; stroke-width: 1.2; }
  .head { fill: #6b7789; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e9ef; }
    .floor { fill: #a3adbb; }
    .band { fill: #1d232d; }
    .box { fill: #2a313d; stroke: #77839a; }
    .books { stroke: #6cb0f5; }
    .trading { stroke: #f19a62; }
    .arrow { stroke: #8d99ab; }
    .head { fill: #8d99ab; }
  }`;

/** Rows of a floor: a box is above the boxes of its floor that it imports. */
function rowsOf({ boxes }: Storey, arrows: readonly Arrow[]): string[][] {
  const depth = (box: string): number =>
    Math.max(
      0,
      ...arrows.filter(({ from, to }) => from === box && boxes.includes(to)).map(({ to }) => depth(to) + 1),
    );
  const rows: string[][] = [];
  for (const box of boxes) (rows[depth(box)] ??= []).push(box);
  return rows.toReversed();
}

/** Places row by row. An arrow over several rows gets a passage in each row between. */
function placesOf(rows: readonly string[][], arrows: readonly Arrow[]): Place[][] {
  const box = (label: string): Place => ({
    label,
    width: label.length * 7.4 + 22,
    x: 0,
    above: [],
    below: [],
  });
  const places = rows.map((row) => row.map(box));
  const find = (label: string) => {
    const row = rows.findIndex((labels) => labels.includes(label));
    return { row, place: places[row]?.find((one) => one.label === label) };
  };
  for (const { from, to } of arrows) {
    const [start, end] = [find(from), find(to)];
    if (start.place === undefined || end.place === undefined) continue;
    let last = start.place;
    const join = (next: Place) => {
      last.below.push(next);
      next.above.push(last);
      last = next;
    };
    for (let row = start.row + 1; row < end.row; row += 1) {
      const passage: Place = { label: null, width: PASSAGE, x: 0, above: [], below: [] };
      places[row]?.push(passage);
      join(passage);
    }
    join(end.place);
  }
  return places;
}

const mean = (places: readonly Place[], otherwise: number): number =>
  places.length === 0 ? otherwise : places.reduce((sum, { x }) => sum + x, 0) / places.length;

const apart = (one: Place, other: Place): number => (one.width + other.width) / 2 + GAP;

/** Moves the places of a row as near as possible to where they want to be, in this order and without touching. */
function settle(row: Place[], wanted: (place: Place) => number): void {
  const wishes = new Map(row.map((place) => [place, wanted(place)]));
  row.sort((one, other) => (wishes.get(one) ?? 0) - (wishes.get(other) ?? 0));
  for (const place of row) place.x = wishes.get(place) ?? 0;
  const pairs = row.slice(1).map((place, nr) => [row[nr] ?? place, place] as const);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [one, other] of pairs) {
      const short = one.x + apart(one, other) - other.x;
      if (short <= 0) continue;
      one.x -= short / 2;
      other.x += short / 2;
    }
  // Then strictly: from the left edge to the right, and back from the right edge.
  for (const place of row) place.x = Math.max(place.x, LEFT + place.width / 2);
  for (const [one, other] of pairs) other.x = Math.max(other.x, one.x + apart(one, other));
  for (const place of row) place.x = Math.min(place.x, RIGHT - place.width / 2);
  for (const [one, other] of pairs.toReversed()) one.x = Math.min(one.x, other.x - apart(one, other));
}

function layOut(places: readonly Place[][]): void {
  for (const row of places)
    row.forEach((place, nr) => {
      place.x = LEFT + ((nr + 0.5) * (RIGHT - LEFT)) / row.length;
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of places) settle(row, (place) => mean(place.above, place.x));
    for (const row of places.toReversed()) settle(row, (place) => mean(place.below, place.x));
  }
  for (const row of places) settle(row, (place) => mean([...place.above, ...place.below], place.x));
  const edges = places.flat().flatMap(({ x, width }) => [x - width / 2, x + width / 2]);
  const aside = (LEFT + RIGHT - Math.min(...edges) - Math.max(...edges)) / 2;
  for (const place of places.flat()) place.x += aside;
}

/** The house as SVG: floors from the top down, boxes on them, and an arrow for each import. */
export function draw(
  storeys: readonly Storey[],
  arrows: readonly Arrow[],
  wings: Readonly<Record<string, readonly string[]>>,
): string {
  const floors = storeys.map((storey) => ({ name: storey.name, rows: rowsOf(storey, arrows) }));
  const places = placesOf(
    floors.flatMap(({ rows }) => rows),
    arrows,
  );
  layOut(places);
  const height = places.length * ROW + 52;
  const at = (value: number) => String(Math.round(value));
  const middle = (row: number) => row * ROW + ROW / 2;
  const out: string[] = [];
  let top = 0;
  for (const { name, rows } of floors) {
    out.push(
      `<rect class="band" x="4" y="${top * ROW + 3}" width="${WIDTH - 8}" height="${rows.length * ROW - 6}" rx="6"/>`,
      `<text class="floor" x="14" y="${top * ROW + (rows.length * ROW) / 2 + 4}">${name}</text>`,
    );
    top += rows.length;
  }
  places.forEach((row, nr) => {
    for (const place of row)
      for (const below of place.below) {
        const isPassage = below.label === null;
        const start = middle(nr) + BOX / 2;
        const end = middle(nr + 1) - BOX / 2 - (isPassage ? 0 : 5);
        const half = (start + end) / 2;
        // Straight down beside the boxes of a row, so that no arrow cuts their corners.
        const rest = isPassage ? `V${at(middle(nr + 1) + BOX / 2)}"` : '" marker-end="url(#head)"';
        out.push(
          `<path class="arrow" d="M${at(place.x)} ${at(start)}C${at(place.x)} ${at(half)} ${at(below.x)} ${at(half)} ${at(below.x)} ${at(end)}${rest}/>`,
        );
      }
  });
  places.forEach((row, nr) => {
    for (const { label, x, width } of row) {
      if (label === null) continue;
      const wing = Object.keys(wings).find((name) => wings[name]?.includes(label));
      out.push(
        `<rect class="box${wing === undefined ? '' : ` ${wing}`}" x="${at(x - width / 2)}" y="${at(middle(nr) - BOX / 2)}" width="${at(width)}" height="${BOX}" rx="5"/>`,
        `<text x="${at(x)}" y="${at(middle(nr) + 4)}">${label}</text>`,
      );
    }
  });
  const legend = [
    'An arrow means “imports”. It is not drawn where other arrows already lead from one box to the other.',
    'Blue boxes keep the books, orange boxes trade. Neither imports the other.',
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The areas of Munim on their floors">`,
    `<style>${STYLE}\n</style>`,
    '<marker id="head" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker>',
    ...out,
    ...legend.map((line, nr) => `<text class="floor" x="14" y="${height - 30 + nr * 19}">${line}</text>`),
    '</svg>',
    '',
  ].join('\n');
}
