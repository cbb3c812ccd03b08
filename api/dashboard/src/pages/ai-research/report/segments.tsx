/** The parts of a company, each with what may move it. */
import { Badge, Group, Text } from '@mantine/core';
import { percent } from '../../../../../../charts/index.ts';
import type { Segment } from './parse-publication.ts';
import classes from './report.module.css';

const shareText = (share: number): string => percent(share, { digits: Number.isInteger(share) ? 0 : 1 });

export function Segments({ segments }: { segments: readonly Segment[] }) {
  if (segments.length === 0) return null;
  return (
    <section aria-labelledby="segments">
      <Text component="h2" id="segments" fw={600} mb="xs">
        Segments
      </Text>
      <div className={classes.cards}>
        {segments.map(({ name, revenue_share_pct, thesis, catalysts = [], risks = [] }, at) => (
          <article key={`${at} ${name}`} className={`panel ${classes.card}`} aria-label={name}>
            <Group gap="xs" justify="space-between">
              <Text component="h3" fw={600}>
                {name}
              </Text>
              {revenue_share_pct !== undefined && (
                <Badge variant="default">{shareText(revenue_share_pct)} of revenue</Badge>
              )}
            </Group>
            <Text size="sm">{thesis}</Text>
            <SubList title="Catalysts" items={catalysts} />
            <SubList title="Risks" items={risks} />
          </article>
        ))}
      </div>
    </section>
  );
}

function SubList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <Text component="h4" size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      <ul className={classes.list}>
        {items.map((item, at) => (
          <li key={`${at} ${item}`}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
