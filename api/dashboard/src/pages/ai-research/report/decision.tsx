/** The decision of a report at a glance: its rating, what it would do, how sure it is and why. */
import { Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import { percent } from '../../../../../../charts/index.ts';
import { Unknown } from '../../../components/amount.tsx';
import classes from './report.module.css';
import type { ShownReport } from './shown-report.ts';
import { ACTIONS, RATINGS } from './words.ts';

export function Decision({ report }: { report: ShownReport }) {
  const { rating, action, confidence, why, publication } = report;
  const decision = publication?.decision ?? null;
  return (
    <section className={`panel ${classes.decision}`} aria-labelledby="decision">
      <Text component="h2" id="decision" className="sr-only">
        Decision
      </Text>
      <Group gap="xl" align="flex-start">
        <Pill name="Rating" {...RATINGS[rating]} />
        <Pill name="Action" {...ACTIONS[action]} />
        <Confidence value={confidence} />
        {decision !== null && decision.horizon !== null && (
          <Stack gap={4}>
            <Text size="xs" c="dimmed">
              Horizon
            </Text>
            <Text fw={600}>{decision.horizon}</Text>
          </Stack>
        )}
      </Group>
      <Stack gap={4}>
        <Text component="h3" size="sm" fw={600} id="why">
          Why this rating
        </Text>
        <Text aria-labelledby="why" className={classes.prose}>
          {why}
        </Text>
        {decision?.overridden === true && (
          <Text size="sm">
            The committee did not set this rating.
            {decision.override_reason === null ? '' : ` ${decision.override_reason}`}
          </Text>
        )}
      </Stack>
      <Text size="xs" c="dimmed">
        This is advice only. Munim never trades, values or books anything because of it.
      </Text>
    </section>
  );
}

interface PillProps {
  name: string;
  label: string;
  color: string;
  meaning: string;
}

function Pill({ name, label, color, meaning }: PillProps) {
  return (
    <Stack gap={4} align="flex-start">
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Tooltip label={meaning}>
        <Badge
          size="xl"
          color={color}
          variant="light"
          role="note"
          tabIndex={0}
          className={classes.pill}
          data-color={color}
          aria-label={`${name}: ${label}. ${meaning}`}
        >
          {label}
        </Badge>
      </Tooltip>
    </Stack>
  );
}

function Confidence({ value }: { value: number | null }) {
  return (
    <Stack gap={4} className={classes.confidence}>
      <Text size="xs" c="dimmed" id="confidence">
        Confidence
      </Text>
      {value === null ? (
        <Unknown reason="The report does not say how sure it is." />
      ) : (
        <Group gap="sm" wrap="nowrap">
          <div
            role="meter"
            aria-labelledby="confidence"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(value * 100)}
            aria-valuetext={percent(value * 100, { digits: 0 })}
            className={classes.meter}
          >
            <span style={{ width: `${value * 100}%` }} />
          </div>
          <Text fw={600} className="figure" aria-hidden>
            {percent(value * 100, { digits: 0 })}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
