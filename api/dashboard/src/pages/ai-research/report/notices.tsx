/** What a reader must know before reading a report: whether it is approved, and what its checks found. */
import { Text } from '@mantine/core';
import { IconCircleCheck } from '../../../icons.ts';
import { percent } from '../../../../../../charts/index.ts';
import type { ResearchRun } from '../../../api/types.ts';
import type { Publication } from './parse-publication.ts';
import classes from './report.module.css';
import { QA } from './words.ts';
import { Notice } from '../../../components/notice.tsx';

const DRAFT = 'DRAFT - NOT APPROVED FOR PUBLICATION';

/** Stands over the report of every run that is not COMPLETED. */
export function DraftBanner({ run, publication }: { run: ResearchRun; publication: Publication | null }) {
  if (run.status === 'COMPLETED') return null;
  const coverage = publication?.coverage.required_pct ?? run.required_pct;
  return (
    <Notice tone="failure" role="note" title={DRAFT}>
      {coverage === null
        ? 'The coverage of the required evidence is unknown.'
        : `Coverage ${percent(coverage, { digits: 0 })} of the required evidence.`}
    </Notice>
  );
}

/** What the checks of a report found, every blocking defect of it. */
export function QaNotice({ qa }: { qa: Publication['qa'] }) {
  const { label, meaning } = QA[qa.status];
  const defects = qa.blocking_defects;
  if (qa.status === 'PASS' && defects.length === 0)
    return (
      <Text size="sm" role="note">
        <IconCircleCheck size={16} aria-hidden style={{ verticalAlign: -3 }} color="var(--gain)" /> {label}.{' '}
        {meaning}
      </Text>
    );
  return (
    <Notice
      tone={qa.status === 'FAIL' ? 'failure' : 'caution'}
      role="note"
      title={`Not QA approved (${label})`}
      label="Not QA approved"
    >
      <Text size="sm">{meaning}</Text>
      {defects.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="xs">
            {defects.length === 1 ? '1 blocking defect' : `${defects.length} blocking defects`}
          </Text>
          <ul className={classes.defects}>
            {defects.map(({ code, path, message }, at) => (
              <li key={`${at} ${code}`}>
                <Text size="sm" component="span">
                  {message}
                </Text>
                <Text size="xs" c="dimmed">
                  {code}, {path === '' ? 'the whole report' : `at ${path}`}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

/** A report that cannot be read; its evidence stands below. */
export function ReportProblem({ children }: { children: string }) {
  return (
    <Notice tone="failure" title="This report cannot be shown">
      {children}
    </Notice>
  );
}
