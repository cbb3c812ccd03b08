import { REQUIRED_SECTIONS, SECTIONS, type StoredReport } from '../publication/index.ts';

/**
 * Why a report cannot be printed: it lacks one of the four required sections, so it is not structurally complete. Everything
 * else prints, whatever its status and its QA (research/Evidence acquisition rules 12). Reports of the first version have no
 * sections and always print.
 * @returns a sentence for people with what to do; null where it can be printed
 */
export function whyUnprintable(stored: StoredReport): string | null {
  if (stored.version !== '2.0') return null;
  const there = new Set<string>(stored.publication.sections.map(({ id }) => id));
  const missing = SECTIONS.filter(({ id }) => REQUIRED_SECTIONS.includes(id) && !there.has(id)).map(
    ({ title }) => title,
  );
  if (missing.length === 0) return null;
  const [one, ...others] = missing;
  const named = others.length === 0 ? one : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  return `The report lacks the required ${others.length === 0 ? 'section' : 'sections'} ${named}, so it cannot be printed. Retry the run to write it again.`;
}
