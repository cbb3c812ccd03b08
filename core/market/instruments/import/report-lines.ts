import type { ListReport } from './import-service.ts';

/** So many rows that were left out are named; of the rest only the number is said. */
const MOST_NAMED = 20;

/** What an import did, for a terminal: one line with the counts, and one for each row that was left out. */
export function reportLines(report: ListReport): string[] {
  const { issues } = report;
  const counts = [
    `${report.rows} rows`,
    `${report.added} new`,
    `${report.changed} changed`,
    ...(report.unlinked === 0 ? [] : [`${report.unlinked} not in the registry, stored by symbol`]),
    ...(issues.length === 0 ? [] : [`${issues.length} excluded`]),
  ];
  return [
    `${report.file} (${report.kind}): ${counts.join(', ')}.`,
    ...issues
      .toSorted((a, b) => Number(a.level === 'skipped') - Number(b.level === 'skipped') || a.line - b.line)
      .slice(0, MOST_NAMED)
      .map(({ line, level, message }) => `  line ${line}, ${level}: ${message}`),
    ...(issues.length > MOST_NAMED ? [`  … and ${issues.length - MOST_NAMED} more.`] : []),
  ];
}
