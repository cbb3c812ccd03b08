import type { Log } from '../../platform/index.ts';
import { type Calendar, createCalendar } from './calendar.ts';
import { readExtraFile } from './extra-file.ts';

/**
 * The exchanges' calendar with the operator's own entries; what cannot be read of them is logged and left out.
 * @param file null where there is none.
 */
export async function openCalendar(file: string | null, log: Log): Promise<Calendar> {
  if (file === null) return createCalendar();
  const { entries, errors } = await readExtraFile(file);
  for (const { row, field, message } of errors) log.warn({ row, field }, `calendar file: ${message}`);
  return createCalendar({ extra: entries });
}
