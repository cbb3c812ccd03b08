import { Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Connection } from '../../api/types.ts';
import { Form } from '../../components/form.tsx';
import { inCommon } from './words.ts';

interface PortfolioFormProps {
  connection: Connection | null;
  onClose: () => void;
  /** The answer is kept. */
  onDone: (connection: Connection) => void;
}

const SEPARATE = 'separate';

/** Asks which portfolio an account is that another portfolio has trades or holdings of. */
export function PortfolioForm({ connection, onClose, onDone }: PortfolioFormProps) {
  return (
    <Modal opened={connection !== null} onClose={onClose} title="Which portfolio?">
      {connection && <Question connection={connection} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function Question({ connection, onClose, onDone }: PortfolioFormProps & { connection: Connection }) {
  const question = connection.portfolio_question;
  const first =
    question?.portfolios.find(({ name }) => name === connection.portfolio) ?? question?.portfolios[0];
  const [chosen, setChosen] = useState(question?.answer === 'SEPARATE' ? SEPARATE : (first?.id ?? SEPARATE));
  const choose = usePortfolioChange(() =>
    api.connections.choosePortfolio(connection.id, chosen === SEPARATE ? null : chosen),
  );
  return (
    <Form
      change={choose}
      onSubmit={() =>
        choose.mutate(undefined, {
          onSuccess: (changed) => {
            onClose();
            onDone(changed);
          },
        })
      }
      onCancel={onClose}
      isReady={question !== null}
      action="Choose and sync"
    >
      <Text size="sm">
        {connection.label} has trades or holdings that are already in Munim. Choose a portfolio to start
        syncing. You can change it until the first sync has finished.
      </Text>
      <Radio.Group label={`Portfolio of ${connection.label}`} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt={6}>
          {question?.portfolios.map((portfolio) => (
            <Radio
              key={portfolio.id}
              value={portfolio.id}
              label={`Use ${portfolio.name}`}
              description={`${inCommon(portfolio)} Its records stay, and the sync keeps them up to date.`}
            />
          ))}
          <Radio
            value={SEPARATE}
            label="Use a separate portfolio"
            description={`It is called ${question?.separate ?? ''}. Holdings that are in both portfolios count twice in your total.`}
          />
        </Stack>
      </Radio.Group>
    </Form>
  );
}
