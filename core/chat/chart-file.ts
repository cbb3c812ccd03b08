import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { DAY_MS } from '../platform/index.ts';

/** MIME type of a file with the configuration of a chart instead of its picture. */
const CHART_MIME = 'application/vnd.munim.chart';
/** First bytes of such a file. Files of older versions have none. */
const MARK = Buffer.from('munim chart\n');
/** Nearly the smallest size in a few milliseconds; the smallest takes a hundred. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

interface ChatFile {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** A chart to store; `config` is drawn at `height` pixels, or at the usual height. */
export interface ChartToKeep {
  name: string;
  config: object;
  height?: number;
}

/** Draws a stored chart. */
export type DrawChart = (config: object, size: { height?: number }) => Promise<Buffer>;

/** Packs the configuration of a chart into a file of the chat. The same configuration draws the same picture. */
export const chartFile = ({ name, config, height }: ChartToKeep): ChatFile => ({
  name,
  mime: CHART_MIME,
  bytes: Buffer.concat([
    MARK,
    brotliCompressSync(JSON.stringify({ config: withData(config, packed), height }), QUALITY),
  ]),
});

/** The MIME type of a file that the bot sends if it is a chart; null for other files. */
export const chartMime = (bytes: Buffer): string | null => (hasMark(bytes) ? CHART_MIME : null);

const hasMark = (bytes: Buffer): boolean => bytes.subarray(0, MARK.length).equals(MARK);

/** MIME type under which a file is served. */
export const servedMime = (mime: string): string => (mime === CHART_MIME ? 'image/png' : mime);

/** A file of the chat as it is served: charts are drawn, other files are as stored. */
export async function servedFile(file: ChatFile, draw: DrawChart): Promise<ChatFile> {
  if (file.mime !== CHART_MIME) return file;
  const { config, height } = kept(file.bytes);
  return {
    ...file,
    mime: servedMime(file.mime),
    bytes: await draw(config, height === undefined ? {} : { height }),
  };
}

function kept(bytes: Buffer): Omit<ChartToKeep, 'name'> {
  if (!hasMark(bytes)) return { config: JSON.parse(brotliDecompressSync(bytes).toString()) as object };
  const text = brotliDecompressSync(bytes.subarray(MARK.length)).toString();
  const { config, height } = JSON.parse(text) as Omit<ChartToKeep, 'name'>;
  return { config: withData(config, unpacked), ...(height === undefined ? {} : { height }) };
}

interface Drawn {
  data?: { datasets?: { data?: unknown }[] };
}

/** A configuration with the data of each of its lines or bars changed. */
function withData(config: object, change: (data: unknown) => unknown): object {
  const { data } = config as Drawn;
  if (data?.datasets === undefined) return config;
  const datasets = data.datasets.map((one) => ({ ...one, data: change(one.data) }));
  return { ...config, data: { ...data, datasets } };
}

interface Point {
  x: number;
  y: number | null;
}

/** Numbers as differences from the one before, in units of `unit[0] / unit[1]`; or as they are. */
type Column = { unit: readonly [number, number]; steps: (number | null)[] } | (number | null)[];

/** Days, whole numbers, and figures of two and four decimals. */
const UNITS = [
  [DAY_MS, 1],
  [1, 1],
  [1, 100],
  [1, 10_000],
] as const;

/** Points as a column of days and one of figures: a third of the bytes, and no digit is lost. */
function packed(data: unknown): unknown {
  if (!Array.isArray(data) || data.length === 0 || !data.every(isPoint)) return data;
  return { x: columnOf(data.map(({ x }) => x)), y: columnOf(data.map(({ y }) => y)) };
}

function unpacked(data: unknown): unknown {
  if (Array.isArray(data) || typeof data !== 'object' || data === null) return data;
  const columns = data as { x: Column; y: Column };
  const y = numbersOf(columns.y);
  return numbersOf(columns.x).map((x, at) => ({ x, y: y[at] }));
}

const isPoint = (one: unknown): one is Point => {
  if (typeof one !== 'object' || one === null || Object.keys(one).join() !== 'x,y') return false;
  const { x, y } = one as Point;
  return Number.isFinite(x) && (y === null || Number.isFinite(y));
};

function columnOf(numbers: (number | null)[]): Column {
  const unit = UNITS.find((one) => numbers.every((value) => value === null || isExact(value, one)));
  if (unit === undefined) return numbers;
  let last = 0;
  const steps = numbers.map((value) => {
    if (value === null) return null;
    const [before, now] = [last, inUnits(value, unit)];
    last = now;
    return now - before;
  });
  return { unit, steps };
}

function numbersOf(column: Column): (number | null)[] {
  if (Array.isArray(column)) return column;
  let last = 0;
  return column.steps.map((step) => (step === null ? null : fromUnits((last += step), column.unit)));
}

/** The value can be read back, and its difference from another one has no rounding. */
const isExact = (value: number, unit: readonly [number, number]): boolean =>
  Number.isSafeInteger(2 * inUnits(value, unit)) && fromUnits(inUnits(value, unit), unit) === value;

const inUnits = (value: number, [times, per]: readonly [number, number]) => Math.round((value * per) / times);
const fromUnits = (whole: number, [times, per]: readonly [number, number]) => (whole * times) / per;
