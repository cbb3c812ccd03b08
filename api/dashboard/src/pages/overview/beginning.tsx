/** The overview of a person who has recorded nothing yet. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/endpoints.ts';
import { Heading } from '../../components/heading.tsx';
import { Empty } from '../../components/notices.tsx';
import { IconDownload, IconFileImport, IconPlus, IconSeeding } from '../../icons.ts';
import { PartsQuestion } from './parts-question.tsx';

export default function Beginning() {
  return (
    <>
      <Heading title="Welcome to Munim" help="firstSteps">
        Track your portfolio from your broker's own records.
      </Heading>
      <Empty
        icon={<IconSeeding />}
        title="Import your first tradebook"
        actions={
          <>
            <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
              Import a file
            </Button>
            <Button
              variant="default"
              component={Link}
              to="/holdings?add=new"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Add a holding
            </Button>
            <Button
              variant="default"
              component="a"
              href={api.csv.sampleFile}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Get the sample file
            </Button>
          </>
        }
      >
        Download the tradebook from your broker's website as CSV and import it. Munim calculates holdings,
        costs and gains, and finds the splits and bonuses that tradebooks lack. To look around first, import
        the sample file; an import can be undone.
      </Empty>
      <Group justify="center" my="md">
        <Text size="sm" c="dimmed">
          You can also{' '}
          <Anchor component={Link} to="/data/connections" inherit>
            connect a broker
          </Anchor>
          ,{' '}
          <Anchor component={Link} to="/transactions" inherit>
            add a transaction
          </Anchor>{' '}
          or{' '}
          <Anchor component={Link} to="/chat" inherit>
            use the chat
          </Anchor>
          .
        </Text>
      </Group>
      <PartsQuestion />
    </>
  );
}
