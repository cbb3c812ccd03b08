/** The overview of a person who has recorded nothing yet. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/endpoints.ts';
import { Heading } from '../../components/heading.tsx';
import { Empty } from '../../components/notices.tsx';
import { failed } from '../../components/toast.tsx';
import { IconEye, IconFileImport, IconPlus, IconSeeding } from '../../icons.ts';
import { PartsQuestion } from './parts-question.tsx';
import { useOtherFigures } from '../../components/other-figures.ts';

export default function Beginning() {
  const sample = useOtherFigures((error) => failed(error, 'Could not show the sample'));
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
              leftSection={<IconEye size={16} aria-hidden />}
              loading={sample.isPending}
              onClick={() => sample.change(api.sample.show)}
            >
              Look around with a sample
            </Button>
          </>
        }
      >
        Download the tradebook from your broker's website as CSV and import it. Munim calculates holdings,
        costs and gains, and finds the splits and bonuses that tradebooks lack. Or look around first: the
        sample is a made-up household of three years, and one press removes it.
      </Empty>
      <Group justify="center" my="md">
        <Text size="sm" c="dimmed">
          You can also{' '}
          <Anchor href={api.csv.sampleFile} download inherit>
            get the sample file
          </Anchor>
          ,{' '}
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
