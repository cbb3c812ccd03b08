/** The report in full, section by section, with what its evidence is worth. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import { AUTHORITIES, FAMILIES } from '../words.ts';
import { ClaimButtons } from './claim-buttons.tsx';
import type { Publication, Section } from './parse-publication.ts';
import classes from './report.module.css';
import { COVERAGE_REASONS } from './words.ts';

/** All that a report of the first version says in prose. */
export function Thesis({ thesis }: { thesis: string }) {
  return (
    <section className="panel" aria-labelledby="report">
      <Stack gap="xs" p="md">
        <Text component="h2" id="report" fw={600}>
          Thesis
        </Text>
        <Text className={classes.prose}>{thesis}</Text>
      </Stack>
    </section>
  );
}

interface SectionsProps {
  publication: Publication;
  onClaim: (id: string) => void;
}

export function Sections({ publication, onClaim }: SectionsProps) {
  const { thesis, sections, committee } = publication;
  const committeeWords: [string, string | null][] = [
    ['Where the committee disagrees', committee.disagreement],
    ['Why not another rating', committee.why_not],
    ['What the evidence covers', committee.coverage_note],
  ];
  return (
    <section className="panel" aria-labelledby="report">
      <Stack gap="lg" p="md">
        <Text component="h2" id="report" fw={600}>
          Report
        </Text>
        <div>
          <Text component="h3" size="sm" fw={600} mb={4}>
            Thesis
          </Text>
          <Text className={classes.prose}>{thesis}</Text>
        </div>
        {sections.map((section) => (
          <OneSection key={section.id} section={section} onClaim={onClaim} />
        ))}
        {committeeWords.map(
          ([title, words]) =>
            words !== null && (
              <div key={title}>
                <Text component="h3" size="sm" fw={600} mb={4}>
                  {title}
                </Text>
                <Text className={classes.prose}>{words}</Text>
              </div>
            ),
        )}
        {committee.thesis_requirements.length > 0 && (
          <div>
            <Text component="h3" size="sm" fw={600} mb={4}>
              What the thesis needs
            </Text>
            <ul className={classes.list}>
              {committee.thesis_requirements.map((one, at) => (
                <li key={`${at} ${one}`}>{one}</li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    </section>
  );
}

function OneSection({ section, onClaim }: { section: Section; onClaim: (id: string) => void }) {
  const { title, required, paragraphs, coverage, gaps } = section;
  return (
    <article aria-label={title}>
      <Group gap="xs" mb={4}>
        <Text component="h3" size="sm" fw={600}>
          {title}
        </Text>
        {required && (
          <Badge color={coverage.covered ? 'teal' : 'red'} variant="light">
            {coverage.covered ? 'Covered' : 'Not covered'}
          </Badge>
        )}
      </Group>
      <Stack gap="xs">
        {paragraphs.length === 0 && (
          <Text size="sm" c="dimmed">
            This section could not be written.
          </Text>
        )}
        {paragraphs.map(({ text, claim_ids }, at) => (
          <Text key={`${at} ${text}`} component="div" className={classes.prose}>
            {text}
            <ClaimButtons ids={claim_ids} onOpen={onClaim} />
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          {coverageText(section)}
        </Text>
        {gaps.length > 0 && (
          <ul className={classes.list} aria-label={`Gaps of ${title}`}>
            {gaps.map((gap, at) => (
              <li key={`${at} ${gap}`}>{gap}</li>
            ))}
          </ul>
        )}
      </Stack>
    </article>
  );
}

/** What its evidence is, at least needs to be, and why it falls short. */
function coverageText({ required, coverage }: Section): string {
  const { family, minimum, achieved, reason } = coverage;
  const needs =
    minimum === null
      ? 'No source of this kind counts towards coverage.'
      : `Needs at least: ${AUTHORITIES[minimum].label}. Found: ${achieved === null ? 'nothing' : AUTHORITIES[achieved].label}.`;
  return [
    `${required ? 'Required. ' : ''}${FAMILIES[family]}.`,
    needs,
    reason === null ? '' : COVERAGE_REASONS[reason],
  ]
    .filter(Boolean)
    .join(' ');
}
