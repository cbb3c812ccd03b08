/** The facts of a dossier by section, each with where it comes from, and the figures that truly differ. */
import { Anchor, Badge, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../charts/index.ts';
import type { Dossier } from '../../api/types.ts';
import { groupsOf, plain, RULES, valueText } from './words.ts';

type Fact = Dossier['facts'][number];

/** So many at once: the rest is a click away. */
const A_PAGE = 60;

/** Facts that no section names stand under the rest. */
const REST = 'other_facts';

function bySection({ facts, coverage }: Dossier): [string, Fact[]][] {
  const sectionOf = new Map(coverage.flatMap((row) => row.fact_ids.map((id) => [id, row.section] as const)));
  return groupsOf(facts, ({ fact_id }) => sectionOf.get(fact_id) ?? REST);
}

export function Facts({ dossier }: { dossier: Dossier }) {
  if (dossier.facts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no facts yet.
      </Text>
    );
  return (
    <Stack gap="lg">
      {bySection(dossier).map(([section, facts]) => (
        <Section key={section} name={section} facts={facts} dossier={dossier} />
      ))}
    </Stack>
  );
}

function Section({ name, facts, dossier }: { name: string; facts: readonly Fact[]; dossier: Dossier }) {
  const [shown, setShown] = useState(A_PAGE);
  return (
    <section aria-label={plain(name)}>
      <Text component="h3" fw={600} size="sm" mb="xs">
        {plain(name)} ({facts.length})
      </Text>
      <Stack gap="sm">
        {facts.slice(0, shown).map((fact) => (
          <FactRow key={fact.fact_id} fact={fact} dossier={dossier} />
        ))}
        {shown < facts.length && (
          <Button variant="default" size="xs" onClick={() => setShown(shown + A_PAGE)} w="fit-content">
            Show {Math.min(A_PAGE, facts.length - shown)} more
          </Button>
        )}
      </Stack>
    </section>
  );
}

/** Goes to another fact on the page. */
const anchorOf = (id: string): string => `fact-${id}`;

function FactRow({ fact, dossier }: { fact: Fact; dossier: Dossier }) {
  const [isOpen, setOpen] = useState(false);
  const { fact_id, title, scope, scope_detail, period, authority, is_validated, derivation } = fact;
  return (
    <div id={anchorOf(fact_id)} style={{ scrollMarginTop: 80 }}>
      <UnstyledButton onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} w="100%">
        <Group justify="space-between" gap="xs" align="flex-start">
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={500}>
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {[scope, scope_detail, period.key].filter((one) => one !== null).join(' · ')}
            </Text>
          </Stack>
          <Group gap="xs">
            <Text size="sm" className="figure" style={{ overflowWrap: 'anywhere' }}>
              {valueText(fact)}
            </Text>
            <Badge variant="light" color={is_validated ? 'teal' : 'orange'}>
              {plain(authority)}
            </Badge>
          </Group>
        </Group>
      </UnstyledButton>
      {isOpen && <Behind fact={fact} dossier={dossier} isDerived={derivation !== null} />}
    </div>
  );
}

function Behind({ fact, dossier, isDerived }: { fact: Fact; dossier: Dossier; isDerived: boolean }) {
  const sources = dossier.packets.filter(({ source_id }) => fact.source_ids.includes(source_id));
  return (
    <Stack
      gap={2}
      pl="sm"
      py={4}
      style={{ borderInlineStart: '2px solid var(--mantine-color-default-border)' }}
    >
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {fact.fact_id}
      </Text>
      {isDerived && fact.derivation !== null && (
        <>
          <Text size="xs">Calculated: {fact.derivation.formula}</Text>
          <Text size="xs">
            From{' '}
            {fact.derivation.inputs.map((id) => (
              <Anchor
                key={id}
                href={`#${anchorOf(id)}`}
                size="xs"
                mr={6}
                style={{ overflowWrap: 'anywhere' }}
              >
                {id}
              </Anchor>
            ))}
          </Text>
        </>
      )}
      {sources.map(({ source_id, publisher, title, published_at }) => (
        <Text key={source_id} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {publisher}: {title}
          {published_at === null ? '' : `, ${moment(published_at)}`}
          {fact.locator === '' ? '' : ` (${fact.locator})`}
        </Text>
      ))}
      {!fact.is_validated && (
        <Text size="xs" c="orange">
          Its publisher is too weak to cover a section.
        </Text>
      )}
      {fact.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

export function Conflicts({ conflicts }: { conflicts: Dossier['conflicts'] }) {
  if (conflicts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No source contradicts another.
      </Text>
    );
  return (
    <Stack gap="md">
      {conflicts.map(({ fact_id, title, period, candidates, chosen, rule, note }) => (
        <section key={fact_id} aria-label={`${title}, ${period.key}`}>
          <Text size="sm" fw={600}>
            {title}, {period.key}
          </Text>
          {candidates.map((one, at) => (
            <Text
              key={`${one.source_id} ${at}`}
              size="sm"
              fw={at === chosen ? 600 : 400}
              style={{ overflowWrap: 'anywhere' }}
            >
              {at === chosen ? '✓ ' : ''}
              {one.value}: {plain(one.authority).toLowerCase()}, {one.source_id}
              {one.published_at === null ? '' : `, ${moment(one.published_at)}`}
            </Text>
          ))}
          <Text size="xs" c="dimmed">
            {RULES[rule]}. {note}
          </Text>
        </section>
      ))}
    </Stack>
  );
}
