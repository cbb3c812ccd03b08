/** One claim with all that it rests on: facts, how they were worked out, sources, and where sources differ. */
import { Anchor, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import { BadgeWithMeaning } from '../../strategies/badges.tsx';
import { AUTHORITIES, exactText, periodText, RULES, scopeText } from '../words.ts';
import type { Claim, Publication, PublishedConflict, PublishedFact } from './parse-publication.ts';
import type { ReportPart } from './parse-report.ts';
import classes from './report.module.css';
import { SourceLink } from './source-link.tsx';
import { LABELS } from './words.ts';
import { Notice } from '../../../components/notice.tsx';

interface ClaimDrawerProps {
  publication: Publication;
  words: ReportPart['figure_words'];
  /** Null: it is closed. */
  claimId: string | null;
  onClose: () => void;
}

export function ClaimDrawer({ publication, words, claimId, onClose }: ClaimDrawerProps) {
  const claim = publication.claims.find(({ claim_id }) => claim_id === claimId);
  return (
    <Drawer
      opened={claimId !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={claimId === null ? '' : `Claim ${claimId}`}
      closeButtonProps={{ 'aria-label': 'Close the claim' }}
    >
      {claim === undefined
        ? claimId !== null && (
            <Notice tone="failure">The report refers to this claim but does not contain it.</Notice>
          )
        : claimId !== null && (
            <ClaimBody key={claimId} claim={claim} publication={publication} words={words} />
          )}
    </Drawer>
  );
}

interface Known {
  publication: Publication;
  words: ReportPart['figure_words'];
}

function ClaimBody({ claim, publication, words }: Known & { claim: Claim }) {
  const { text, label, fact_ids, source_ids } = claim;
  const facts = fact_ids.map((id) => publication.facts.find(({ fact_id }) => fact_id === id));
  const ofFacts = new Set(facts.flatMap((fact) => fact?.source_ids ?? []));
  const others = source_ids.filter((id) => !ofFacts.has(id));
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <BadgeWithMeaning {...LABELS[label]} />
        <Text size="sm">{LABELS[label].meaning}</Text>
      </Group>
      {fact_ids.length === 0 && (
        <Text size="sm" c="dimmed">
          It is not based on any figure.
        </Text>
      )}
      {facts.map((fact, at) =>
        fact === undefined ? (
          <Text key={fact_ids[at]} size="sm">
            The report does not hold the fact {fact_ids[at]}.
          </Text>
        ) : (
          <FactBody key={fact.fact_id} fact={fact} publication={publication} words={words} />
        ),
      )}
      {others.length > 0 && (
        <section aria-label="Other sources">
          <Text component="h3" size="sm" fw={600} mb={4}>
            {fact_ids.length === 0 ? 'Sources' : 'Other sources'}
          </Text>
          <Sources ids={others} publication={publication} />
        </section>
      )}
    </Stack>
  );
}

function FactBody({ fact, publication, words }: Known & { fact: PublishedFact }) {
  const { fact_id, title, period, authority, is_validated, derivation, source_ids } = fact;
  const conflict = publication.conflicts.find((one) => one.fact_id === fact_id);
  return (
    <section aria-label={title} className={classes.behind}>
      <Stack gap={4}>
        <Group gap="xs" justify="space-between">
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text fw={600} className="figure">
            {wordsOf(fact, words)}
          </Text>
        </Group>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {scopeText(fact)} · {periodText(period)}
          </Text>
          <BadgeWithMeaning {...AUTHORITIES[authority]} />
        </Group>
        <Text size="xs">Exact value: {exactText(fact)}</Text>
        {!is_validated && (
          <Text size="xs">{AUTHORITIES[authority].meaning} A stronger publisher is needed.</Text>
        )}
        {derivation !== null && <Derivation of={derivation} publication={publication} words={words} />}
        {derivation === null && <Sources ids={source_ids} publication={publication} />}
        {conflict !== undefined && (
          <ConflictBody
            conflict={conflict}
            publication={publication}
            words={words.find((one) => one.fact_id === fact_id)?.candidates ?? []}
          />
        )}
      </Stack>
    </section>
  );
}

function Derivation({ of, publication, words }: Known & { of: NonNullable<PublishedFact['derivation']> }) {
  const [open, setOpen] = useState<string | null>(null);
  const opened = publication.facts.find(({ fact_id }) => fact_id === open);
  return (
    <Stack gap={2}>
      <Text size="xs">Calculated: {of.formula}</Text>
      <Text size="xs" component="ul" m={0} pl="md">
        {of.inputs.map((id) => {
          const input = publication.facts.find(({ fact_id }) => fact_id === id);
          return (
            <li key={id}>
              {input === undefined ? (
                id
              ) : (
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  ta="start"
                  aria-expanded={open === id}
                  onClick={() => setOpen(open === id ? null : id)}
                >
                  {input.title}, {periodText(input.period)}: {wordsOf(input, words)}
                </Anchor>
              )}
            </li>
          );
        })}
      </Text>
      {opened !== undefined && <FactBody fact={opened} publication={publication} words={words} />}
    </Stack>
  );
}

function ConflictBody({
  conflict: { candidates, chosen, rule, note },
  publication,
  words,
}: {
  conflict: PublishedConflict;
  publication: Publication;
  words: readonly string[];
}) {
  return (
    <section aria-label="Sources differ">
      <Text size="xs" fw={600} mt={4}>
        Sources differ
      </Text>
      {candidates.map((one, at) => {
        const source = publication.sources.find(({ source_id }) => source_id === one.source_id);
        return (
          <Group key={`${at} ${one.source_id}`} gap={6} mt={2}>
            <BadgeWithMeaning {...AUTHORITIES[one.authority]} />
            <Text size="xs" fw={at === chosen ? 600 : 400}>
              {at === chosen ? '✓ ' : ''}
              <span className="figure">{words[at] ?? exactText(one)}</span>,{' '}
              {source === undefined ? 'calculated' : `${source.publisher}: ${source.title}`}
              {one.published_at === null ? '' : `, ${moment(one.published_at)}`}
            </Text>
          </Group>
        );
      })}
      <Text size="xs" c="dimmed">
        {RULES[rule]}. {note}
      </Text>
    </section>
  );
}

function Sources({ ids, publication }: { ids: readonly string[]; publication: Publication }) {
  return ids.map((id) => {
    const source = publication.sources.find(({ source_id }) => source_id === id);
    return (
      <Text key={id} size="xs" component="div">
        {source === undefined ? (
          id
        ) : (
          <>
            {source.publisher}: <SourceLink source={source} />
            {source.published_at === null ? ', no date' : `, ${moment(source.published_at)}`}
          </>
        )}
      </Text>
    );
  });
}

const wordsOf = (fact: PublishedFact, words: ReportPart['figure_words']): string =>
  words.find(({ fact_id }) => fact_id === fact.fact_id)?.value_text ?? exactText(fact);
