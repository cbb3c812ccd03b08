import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconLink } from '../../icons.ts';
import { Link } from 'react-router';
import type { Definition } from '../../api/types.ts';
import classes from './section.module.css';

const OTHERS = [
  ['ghostfolio', 'ghostfolio'],
  ['portfolio_performance', 'Portfolio Performance'],
  ['spreadsheets', 'Spreadsheets'],
] as const;

/** One measure; its key is the anchor. */
export function Section({ definition, isAsked }: { definition: Definition; isAsked: boolean }) {
  const { key, title, meaning, formula, differs } = definition;
  const others = OTHERS.flatMap(([name, label]) => {
    const text = differs[name];
    return text === null ? [] : [{ label, text }];
  });
  return (
    <Box
      component="article"
      id={key}
      aria-labelledby={`${key}-title`}
      className={`panel ${classes['section'] ?? ''}`}
      data-asked={isAsked || undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h4" id={`${key}-title`}>
          {title}
        </Title>
        <Anchor component={Link} to={`#${key}`} aria-label={`Link to ${title}`} c="dimmed">
          <IconLink size={16} aria-hidden />
        </Anchor>
      </Group>
      <Text size="sm" mt={4}>
        {meaning}
      </Text>
      <pre className={classes['formula']}>{formula}</pre>
      <dl className={classes['facts']}>
        <Fact name="Cash flow timing">{definition.flow_timing}</Fact>
        <Fact name="Days">{definition.day_count}</Fact>
        <Fact name="Currency">{definition.currency}</Fact>
        <Fact name="Unavailable when">{definition.unknown_when}</Fact>
        <Fact name="Example">{definition.example}</Fact>
        {others.map(({ label, text }) => (
          <Fact key={label} name={`Compared with ${label}`}>
            {text}
          </Fact>
        ))}
      </dl>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
