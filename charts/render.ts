/**
 * Charts as PNG pictures. Drawing takes tens of milliseconds of pure computing, so it happens in a worker thread and
 * never holds up the process that answers people. This file is both sides: what the process calls, and, loaded as
 * the worker, the thread that draws. One file means one path, which is right under tsx and from dist alike.
 */
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ChartConfiguration, ChartType } from 'chart.js';
import type { ChartJSNodeCanvas } from 'chartjs-node-canvas';
import { installCharts } from './index.ts';
import { fontFamilies } from './theme.ts';

interface PictureSize {
  /** Pixels of the picture. */
  width?: number;
  height?: number;
  /** Picture pixels for each layout pixel: larger means larger type. 2.5 reads well in a phone's chat. */
  scale?: number;
}

export type RenderFailure = 'CHART_FAILED' | 'CHART_TIMEOUT' | 'CHART_QUEUE_FULL' | 'RENDERER_CLOSED';

/** A picture that could not be drawn; the text it belongs to is sent without it. */
export class ChartRenderError extends Error {
  readonly code: RenderFailure;
  constructor(code: RenderFailure, message: string) {
    super(message);
    this.name = 'ChartRenderError';
    this.code = code;
  }
}

interface RendererOptions {
  /** The program of the worker thread; this file where not named. */
  thread?: URL;
  /** Milliseconds one picture may take, the thread's start included. */
  timeoutMs?: number;
  /** Pictures that may wait for their turn. */
  maxWaiting?: number;
}

interface Renderer {
  renderPng<Type extends ChartType>(config: ChartConfiguration<Type>, size?: PictureSize): Promise<Buffer>;
  close(): Promise<void>;
}

interface Task {
  id: number;
  config: unknown;
  width: number;
  height: number;
  scale: number;
}

type RenderReply = { id: number; png: Uint8Array } | { id: number; error: string };

interface Waiting {
  task: Task;
  resolve(png: Buffer): void;
  reject(error: Error): void;
}

const ROLE = 'munim-chart-renderer';

/** From source, a thread needs its own TypeScript loader: the process's one does not reach it on Node 20. */
function loaderOf(thread: URL): string[] {
  if (!thread.pathname.endsWith('.ts')) return [];
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return ['--import', `data:text/javascript,import { register } from ${loader}; register();`];
}

/**
 * A renderer with its own thread, which starts with the first picture. Pictures are drawn one at a time in the
 * order of asking. A picture that fails, takes too long or brings the thread down is rejected alone; the next one
 * gets a fresh thread. The thread does not keep the process alive while nothing is asked of it.
 */
export function createRenderer({
  thread = new URL(import.meta.url),
  timeoutMs = 30_000,
  maxWaiting = 64,
}: RendererOptions = {}): Renderer {
  let worker: Worker | null = null;
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null;
  let queue: Waiting[] = [];
  let lastId = 0;

  function finish(settle: (waiting: Waiting) => void): void {
    if (!current) return;
    const done = current;
    clearTimeout(done.timer);
    current = null;
    worker?.unref();
    settle(done);
    next();
  }

  /** Drops the thread at once, so that whatever it still says is heard by nobody. */
  function drop(): Promise<unknown> {
    const dropped = worker;
    worker = null;
    dropped?.removeAllListeners();
    // a dying thread may still report an error, which would end the process if nobody listened
    dropped?.on('error', () => undefined);
    return dropped?.terminate() ?? Promise.resolve();
  }

  function fail(code: RenderFailure, message: string): void {
    void drop();
    finish((waiting) => waiting.reject(new ChartRenderError(code, message)));
  }

  function start(): Worker {
    const started = new Worker(thread, { workerData: { role: ROLE }, execArgv: loaderOf(thread) });
    started.on('message', (answer: RenderReply) => {
      if (answer.id !== current?.task.id) return;
      finish((waiting) => {
        if ('error' in answer) waiting.reject(new ChartRenderError('CHART_FAILED', answer.error));
        else waiting.resolve(Buffer.from(answer.png.buffer, answer.png.byteOffset, answer.png.byteLength));
      });
    });
    started.on('error', (error) => fail('CHART_FAILED', `The drawing thread failed: ${error.message}`));
    started.on('exit', (code) => fail('CHART_FAILED', `The drawing thread ended (exit code ${code})`));
    return started;
  }

  function next(): void {
    if (current) return;
    const waiting = queue.shift();
    if (!waiting) return;
    const timer = setTimeout(
      () => fail('CHART_TIMEOUT', `The chart took longer than ${timeoutMs} ms`),
      timeoutMs,
    );
    current = { ...waiting, timer };
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage(waiting.task);
    } catch (error) {
      // a configuration with a function in it cannot be sent to a thread
      const reason = error instanceof Error ? error.message : String(error);
      finish((failed) => failed.reject(new ChartRenderError('CHART_FAILED', reason)));
    }
  }

  return {
    renderPng(config, { width = 1200, height = 675, scale = 2.5 } = {}) {
      return new Promise<Buffer>((resolve, reject) => {
        if (queue.length >= maxWaiting) {
          reject(
            new ChartRenderError('CHART_QUEUE_FULL', 'Too many charts are waiting; try again in a moment'),
          );
          return;
        }
        queue.push({ task: { id: ++lastId, config, width, height, scale }, resolve, reject });
        next();
      });
    },
    async close() {
      const left = current ? [current, ...queue] : queue;
      if (current) clearTimeout(current.timer);
      current = null;
      queue = [];
      const ended = drop();
      for (const waiting of left)
        waiting.reject(new ChartRenderError('RENDERER_CLOSED', 'The process is stopping'));
      await ended;
    },
  };
}

let shared: Renderer | null = null;

/**
 * Draws one chart as PNG, 1200 by 675 pixels where not said otherwise. The same configuration gives the same bytes.
 * Throws `ChartRenderError`.
 */
export function renderPng<Type extends ChartType>(
  config: ChartConfiguration<Type>,
  size?: PictureSize,
): Promise<Buffer> {
  shared ??= createRenderer();
  return shared.renderPng(config, size);
}

/** Draws a configuration of unknown type, such as one read back from JSON. Throws `ChartRenderError`. */
export const renderConfig = (config: object, size?: PictureSize): Promise<Buffer> =>
  renderPng(config as ChartConfiguration, size);

/** Ends the shared thread; pictures still waiting are rejected. A later picture starts a new one. */
export async function closeRenderer(): Promise<void> {
  const closing = shared;
  shared = null;
  await closing?.close();
}

// From here on: the thread.

const fonts = [
  [fontFamilies.latin, '@expo-google-fonts/inter', 'Inter'],
  [fontFamilies.devanagari, '@expo-google-fonts/noto-sans-devanagari', 'NotoSansDevanagari'],
] as const;
const weights = ['400Regular', '600SemiBold'] as const;

/** Sizes that keep their drawing class loaded; each holds its own copy of Chart.js. */
const MOST_SIZES = 4;

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const { GlobalFonts } = await import('@napi-rs/canvas');
  const { ChartJSNodeCanvas: Canvas } = await import('chartjs-node-canvas');
  const require = createRequire(import.meta.url);
  for (const [family, folder, file] of fonts)
    for (const weight of weights)
      GlobalFonts.registerFromPath(require.resolve(`${folder}/${weight}/${file}_${weight}.ttf`), family);

  const canvases = new Map<string, ChartJSNodeCanvas>();
  const canvasOf = (width: number, height: number): ChartJSNodeCanvas => {
    const key = `${width}x${height}`;
    const known = canvases.get(key);
    if (known) return known;
    const made = new Canvas({
      width,
      height,
      chartCallback: (chart) => {
        installCharts(chart, { withPaper: true });
      },
    });
    if (canvases.size >= MOST_SIZES) canvases.delete(canvases.keys().next().value as string);
    canvases.set(key, made);
    return made;
  };

  port.on('message', ({ id, config, width, height, scale }: Task) => {
    try {
      const chart = config as ChartConfiguration;
      const drawn = canvasOf(width / scale, height / scale).renderToBufferSync({
        ...chart,
        options: { ...chart.options, devicePixelRatio: scale },
      } as ChartConfiguration);
      // a copy of its own, so that the memory moves to the process instead of being copied once more
      const png = new Uint8Array(drawn);
      port.postMessage({ id, png } satisfies RenderReply, [png.buffer]);
    } catch (error) {
      port.postMessage({
        id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies RenderReply);
    }
  });
}

if (!isMainThread && parentPort && (workerData as { role?: string } | null)?.role === ROLE)
  await serve(parentPort);
