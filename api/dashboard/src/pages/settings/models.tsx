import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from './section.tsx';

/** The way to the providers of models, which have a page of their own. */
export function Models() {
  return (
    <Section
      title="Models"
      description="Choose which language models answer your questions, whose keys they use, and what they are sent. Munim also works without one."
    >
      <Group gap="xs">
        <Button variant="default" component={Link} to="/settings/models">
          Providers and keys
        </Button>
        <Button variant="default" component={Link} to="/settings/ai-usage">
          AI usage
        </Button>
      </Group>
    </Section>
  );
}
