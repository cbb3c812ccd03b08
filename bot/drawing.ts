import { renderConfig } from '../charts/render.ts';
import type { Core } from '../core/assembly/index.ts';
import { chartFile, type ChartToKeep } from '../core/chat/index.ts';
import type { Transport } from './ports.ts';
import type { Upload } from './transports/local-methods.ts';

/** User and portfolio of a chart; null is Networth. */
export interface ChartRequest {
  core: Core;
  userId: string;
  portfolio: string | null;
}

/** A chart with its caption, as the configuration that renderConfig draws. */
export interface RenderableChart {
  name: string;
  caption: string;
  config: object;
}

/** Why there is no chart. */
export interface NoChart {
  reason: string;
}

/**
 * A chart as a channel takes it: Telegram the picture, the local chat its configuration, which it draws when the chart is
 * opened and which takes a tenth of the bytes.
 * @throws ChartRenderError
 */
export async function chartUpload(chart: ChartToKeep, transport: Transport): Promise<Upload> {
  const { name, config, height } = chart;
  const bytes =
    transport === 'local'
      ? chartFile(chart).bytes
      : await renderConfig(config, height === undefined ? {} : { height });
  return { name, bytes };
}
