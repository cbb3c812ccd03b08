import type { Content } from '../content.ts';
import { issuesOf } from '../defects.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';
import { table } from '../type/table.ts';
import { plain } from '../words.ts';

/** Whether QA passed, and everything that stands against the report (research/Evidence acquisition rules 12). */
export function qaIssues(paper: Paper, content: Content): void {
  const { publication, report } = content;
  const issues = issuesOf(content);
  paper.heading('QA issues');
  if (publication === null) {
    paper.paragraph('This report is of the first version, which recorded no QA.', STYLES.body);
    return;
  }
  const status = `QA status: ${publication.qa.status}.`;
  if (issues.length === 0) {
    const why =
      report.status === 'COMPLETED'
        ? 'No blocking defect was found.'
        : `No blocking defect was found. The run ended as ${plain(report.status).toLowerCase()}, so the report is not approved.`;
    paper.paragraph(`${status} ${why}`, STYLES.body);
    return;
  }
  const defects = publication.qa.blocking_defects.length;
  paper.paragraph(
    `${status} ${defects === 0 ? 'No' : defects} blocking ${defects === 1 ? 'defect' : 'defects'}${
      issues.length > defects
        ? `, and ${issues.length - defects} required without strong enough evidence`
        : ''
    }.`,
    STYLES.body,
  );
  table(
    paper,
    [
      { label: 'Code', share: 3 },
      { label: 'What is wrong', share: 5 },
      { label: 'Where', share: 3 },
    ],
    issues.map(({ code, message, path }) => [
      [{ text: code, style: STYLES.smallStrong }],
      message,
      [{ text: path === '' ? 'the whole report' : path, style: STYLES.note }],
    ]),
  );
}
