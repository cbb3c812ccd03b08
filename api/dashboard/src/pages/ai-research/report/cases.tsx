/** What speaks for a share and against it, what may move it, and what would prove the thesis wrong. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { timelineOf } from './catalyst-dates.ts';
import { ClaimButtons } from './claim-buttons.tsx';
import classes from './report.module.css';
import type { ShownReport, Statement } from './shown-report.ts';

interface CasesProps {
  report: ShownReport;
  onClaim: (id: string) => void;
}

export function Cases({ report, onClaim }: CasesProps) {
  const { bull, bear, catalysts, risks, invalidations } = report;
  return (
    <div className={classes.cases}>
      <Case title="Bull case">
        <Statements of={bull} none="The report makes no case for it." onClaim={onClaim} />
      </Case>
      <Case title="Bear case">
        <Statements of={bear} none="The report makes no case against it." onClaim={onClaim} />
      </Case>
      <Case title="Catalysts">
        <Catalysts catalysts={catalysts} />
      </Case>
      <Case title="Risks">
        <Texts of={risks} none="The report names no risks." />
      </Case>
      <Case title="Invalidation">
        <Texts of={invalidations} none="The report does not say what would prove it wrong." />
      </Case>
    </div>
  );
}

function Case({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`panel ${classes.card}`} aria-label={title}>
      <Text component="h2" fw={600}>
        {title}
      </Text>
      {children}
    </section>
  );
}

const None = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

function Texts({ of, none }: { of: readonly string[]; none: string }) {
  if (of.length === 0) return <None>{none}</None>;
  return (
    <ul className={classes.list}>
      {of.map((one, at) => (
        <li key={`${at} ${one}`}>{one}</li>
      ))}
    </ul>
  );
}

interface StatementsProps {
  of: readonly Statement[];
  none: string;
  onClaim: (id: string) => void;
}

function Statements({ of, none, onClaim }: StatementsProps) {
  if (of.length === 0) return <None>{none}</None>;
  return (
    <ul className={classes.list}>
      {of.map(({ statement, claim_ids }, at) => (
        <li key={`${at} ${statement}`}>
          {statement}
          <ClaimButtons ids={claim_ids} onOpen={onClaim} />
        </li>
      ))}
    </ul>
  );
}

function Catalysts({ catalysts }: { catalysts: readonly string[] }) {
  const timeline = timelineOf(catalysts);
  if (timeline.kind === 'none') return <None>The report names no catalysts.</None>;
  if (timeline.kind === 'list') return <Texts of={timeline.items} none="" />;
  return (
    <ol className={classes.timeline}>
      {timeline.items.map(({ text, when }, at) => (
        <li key={`${at} ${text}`}>
          <span className={classes.when}>{when ?? 'TBD'}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
