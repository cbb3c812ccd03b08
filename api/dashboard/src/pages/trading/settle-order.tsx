/** What a person says of an order where the broker's orderbook has no answer. */
import { Button, Modal, Radio, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../charts/index.ts';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import { useDifferences } from '../../api/trading.ts';
import type { PlanOrder, SettlementInput } from '../../api/types.ts';
import { goOnAt } from '../../components/focused.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { mayBeAdopted, needsPerson, orderText } from './words.ts';

type Settlement = SettlementInput['settlement'];

const CHOICES: Readonly<Record<Settlement, { label: string; meaning: string; done: string }>> = {
  ADOPTED: {
    label: 'It was filled',
    meaning: 'Your books take the figures on the contract note.',
    done: 'It is booked as filled.',
  },
  MARKED_ABSENT: {
    label: 'It never reached the broker',
    meaning: 'It is closed as never sent, and the rest of the plan continues.',
    done: 'It is closed as never sent.',
  },
  SENT_AGAIN: {
    label: 'Send it again',
    meaning:
      'It is closed, and a new plan with this one order waits for your approval. Nothing is sent before you approve it.',
    done: 'A new plan waits for your approval.',
  },
};

/** The buttons of an order that a person may settle; nothing for any other. */
export function OrderChoices({ order }: { order: PlanOrder }) {
  const [isOpen, setIsOpen] = useState(false);
  const differences = useDifferences();
  const isNamed = differences.data?.items.some(({ order_id }) => order_id === order.order_id) === true;
  // The broker's book contradicts it, so only a person knows what it is.
  const isContradicted = (order.state === 'PLACED' || order.state === 'PLACEMENT_UNKNOWN') && isNamed;
  const isNeeded = isContradicted || needsPerson(order);
  // Books that were restored hold it as never sent, and the broker seems to have it.
  const isLate = order.state === 'EXPIRED' && isNamed;
  if (!isNeeded && !isLate && !mayBeAdopted(order)) return null;
  const label = isNeeded
    ? 'Report what happened'
    : order.state === 'PARTIAL'
      ? 'More of it was filled'
      : 'It was filled after all';
  return (
    <>
      <Button
        size="compact-sm"
        variant={isNeeded ? 'filled' : 'subtle'}
        onClick={() => setIsOpen(true)}
        aria-label={`${label}: ${orderText(order)}`}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={orderText(order)}>
        {isOpen && (
          <Settle
            order={order}
            choices={isNeeded ? ['ADOPTED', 'MARKED_ABSENT', 'SENT_AGAIN'] : ['ADOPTED']}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Modal>
    </>
  );
}

interface SettleProps {
  order: PlanOrder;
  choices: readonly Settlement[];
  onClose: () => void;
}

function Settle({ order, choices, onClose }: SettleProps) {
  const [settlement, setSettlement] = useState<Settlement | null>(
    choices.length === 1 ? (choices[0] ?? null) : null,
  );
  const [filled, setFilled] = useState<number | string>(order.quantity);
  const [price, setPrice] = useState<number | string>(order.limit_price ?? order.reference_price ?? '');
  const [reason, setReason] = useState('');
  const settle = useChange(POLICIES_KEY, async (body: SettlementInput) => {
    await api.trading.settleOrder(order.order_id, body);
    done(CHOICES[body.settlement].done);
    onClose();
    goOnAt(() => document.getElementById('main'));
  });
  const wrong = settle.error instanceof ApiError ? settle.error.byField : {};
  const isAdopted = settlement === 'ADOPTED';
  const isReady =
    settlement !== null && reason.trim() !== '' && (!isAdopted || (Number(filled) > 0 && Number(price) > 0));
  return (
    <Form
      change={settle}
      isReady={isReady}
      onSubmit={() =>
        settlement !== null &&
        settle.mutate({
          settlement,
          reason: reason.trim(),
          ...(isAdopted ? { filled_quantity: Number(filled), average_price: Number(price) } : {}),
        })
      }
      onCancel={onClose}
      action={settlement === 'SENT_AGAIN' ? 'Plan it again' : 'Save'}
    >
      <Text size="sm">
        {order.submitted_at !== null &&
          `It was sent on ${moment(order.submitted_at)} with the tag ${order.tag}. `}
        Look for it in your broker’s app first.
      </Text>
      {choices.length > 1 && (
        <Radio.Group
          label="What happened to it?"
          value={settlement}
          onChange={(value) => setSettlement(choices.find((one) => one === value) ?? null)}
        >
          <Stack gap="xs" mt={4}>
            {choices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={CHOICES[choice].label}
                description={CHOICES[choice].meaning}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {isAdopted && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DecimalInput
            currency="INR"
            label="Shares filled"
            description={
              order.state === 'PARTIAL'
                ? `The whole order, including the ${order.filled_quantity} already in your books`
                : `Of ${order.quantity}`
            }
            value={filled}
            onChange={setFilled}
            error={wrong['filled_quantity']}
            required
          />
          <DecimalInput
            currency="INR"
            label="Average price"
            description="As on the contract note"
            prefix="₹"
            value={price}
            onChange={setPrice}
            error={wrong['average_price']}
            required
          />
        </SimpleGrid>
      )}
      <Textarea
        label="What did you find out?"
        description="Your answer is kept with the order."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={wrong['reason']}
        maxLength={500}
        autosize
        minRows={2}
        required
      />
    </Form>
  );
}
