/** How far a result can be trusted: its universe, its validation, what the data could not tell, and how to read it. */
import { Box, List, Stack, Text, Title } from '@mantine/core';
import { percent } from '../../../../../charts/index.ts';
import type { Run, RunFinding } from '../../api/types.ts';
import { ValidationBadge } from './badges.tsx';
import { FINDINGS, NOTES, SURVIVORSHIP, VALIDATIONS } from './words.ts';
import { Notice } from '../../components/notice.tsx';

/** What makes the result look better than it was, right below the figures. */
export function Cautions({ run: { survivorship, metrics } }: { run: Run }) {
  const isBiased = survivorship !== null && survivorship !== 'MEMBERSHIP_BY_DATE';
  const stale = metrics?.stale_value_pct ?? 0;
  if (!isBiased && stale === 0) return null;
  return (
    <Notice tone="caution">
      {isBiased && <Text size="sm">{SURVIVORSHIP[survivorship].meaning}</Text>}
      {stale > 0 && (
        <Text size="sm">
          {percent(stale)} of the final value uses a price of an earlier day, because there was no newer one.
        </Text>
      )}
    </Notice>
  );
}

export function Validation({ of: validation }: { of: Run['validation'] }) {
  return (
    <Box className="panel" p="md" component="section" aria-label="Validation">
      <Title order={2} size="h4" mb={6}>
        Validation
      </Title>
      <Stack gap={6} align="flex-start">
        <ValidationBadge of={validation} />
        <Text size="sm">{VALIDATIONS[validation.status].meaning}</Text>
        {validation.reasons.length > 0 && (
          <List size="sm">
            {validation.reasons.map(({ code, message }) => (
              <List.Item key={code}>{message}</List.Item>
            ))}
          </List>
        )}
        <Text size="sm" c="dimmed">
          {validation.promotion_allowed
            ? 'A policy may go live with this result.'
            : 'A policy may not go live with this result.'}
        </Text>
      </Stack>
    </Box>
  );
}

export function Findings({ findings }: { findings: readonly RunFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Box className="panel" p="md" component="section" aria-label="Limits of the data">
      <Title order={2} size="h4" mb={6}>
        Limits of the data
      </Title>
      <dl className="facts">
        {findings.map(({ kind, message, count, symbols }) => (
          <div key={kind}>
            <dt>{FINDINGS[kind]}</dt>
            <dd>
              {message}
              {symbols.length > 0 && (
                <Text size="xs" c="dimmed" component="div">
                  {symbols.join(', ')}
                  {count > symbols.length && ` and ${(count - symbols.length).toLocaleString('en-IN')} more`}
                </Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  );
}

export function Notes() {
  return (
    <Box className="panel" p="md" component="section" aria-label="How to read these figures">
      <Title order={2} size="h4" mb={6}>
        How to read these figures
      </Title>
      <List size="sm" spacing={4}>
        {NOTES.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Box>
  );
}
