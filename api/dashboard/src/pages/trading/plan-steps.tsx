import { Anchor, Box, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '../../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { usePlanEvents } from '../../api/trading.ts';
import type { OrderEvent } from '../../api/types.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { eventText, evidenceText } from './step-words.ts';
import { byText } from './words.ts';

/** What happened to a plan and its orders, with what was known at each step; read once somebody opens it. */
export function PlanSteps({ planId }: { planId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const events = usePlanEvents(planId, isOpen);
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Box p="md" pt={0}>
      <Group gap="md">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<Icon size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          What happened, step by step
        </Button>
        <Anchor component={Link} to={`/policies/orders?plan=${planId}`} size="sm">
          In the order log
        </Anchor>
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Loaded query={events} skeleton={<LoadingRows rows={2} />}>
            {({ items }) =>
              items.length === 0 ? (
                <Text size="sm" c="dimmed" mt="xs">
                  Nobody has answered it yet.
                </Text>
              ) : (
                <Stack gap={8} component="ul" m={0} mt="xs" p={0} style={{ listStyle: 'none' }}>
                  {items.map((event) => (
                    <li key={event.event_id}>
                      <Step of={event} />
                    </li>
                  ))}
                </Stack>
              )
            }
          </Loaded>
        )}
      </Collapse>
    </Box>
  );
}

function Step({ of }: { of: OrderEvent }) {
  return (
    <>
      <Text size="sm">
        {of.symbol !== null && `${of.symbol}: `}
        {eventText(of)}
      </Text>
      <Text size="xs" c="dimmed" className="figure" style={{ whiteSpace: 'normal' }}>
        {moment(of.at)} · {byText(of.actor, of.via)}
      </Text>
      <Evidence of={of.evidence} />
    </>
  );
}

/** What was known at a step, as it was recorded; nothing where nothing was. */
export function Evidence({ of }: { of: unknown }) {
  const text = evidenceText(of);
  if (text === '') return null;
  return (
    <details>
      <summary>
        <Text span size="xs" c="dimmed">
          What was known
        </Text>
      </summary>
      <Text
        component="pre"
        size="xs"
        m={0}
        ta="start"
        className="literal"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Text>
    </details>
  );
}
