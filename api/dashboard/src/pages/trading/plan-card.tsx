/** One plan of a policy that trades: a question while it waits, and its own receipt from the answer on. */
import {
  Anchor,
  Badge,
  Box,
  Button,
  Group,
  Modal,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconCheck, IconX } from '../../icons.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { money, moment, quantity } from '../../../../../charts/index.ts';
import type { Plan } from '../../api/types.ts';
import { goOnAt } from '../../components/focused.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { ModeBadge } from '../policies/badges.tsx';
import { usePlanAnswer } from './plan-answer.ts';
import { HeldChoices } from './held-choices.tsx';
import { PlanLook } from './plan-look.tsx';
import { PlanOrders } from './plan-orders.tsx';
import { PlanOutlook } from './plan-outlook.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { Sums } from './plan-sums.tsx';
import { OrderChoices } from './settle-order.tsx';
import {
  aboveLimit,
  decidedText,
  excludedOf,
  isTyped,
  moneyText,
  orderText,
  outcomeText,
  planLine,
  planLook,
  planSums,
  wordsToType,
} from './words.ts';

const NONE: ReadonlySet<string> = new Set();

export function PlanCard({ plan }: { plan: Plan }) {
  const answer = usePlanAnswer(plan);
  const { plan_id: id, policy_id, policy_name, state, replaces_plan_id: before } = plan;
  const isWaiting = state === 'PENDING_APPROVAL';
  const look = planLook(plan);
  const headingId = useId();
  const goOn = (): void => goOnAt(() => document.getElementById(headingId));
  return (
    <Box className="panel" component="section" aria-labelledby={headingId}>
      <Stack gap={4} p="md" pb="sm">
        <Group gap="xs">
          <ModeBadge of={plan.mode} />
          <Title order={2} size="h4" id={headingId} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/policies/${policy_id}`} inherit c="inherit">
              {policy_name}
            </Anchor>
            : plan {id}
          </Title>
          <Badge color={look.color} variant="light" role="status">
            {look.label}
          </Badge>
        </Group>
        <Text size="sm">
          {planLine(plan)}.
          {before !== null && (
            <>
              {' '}
              <Anchor component={Link} to={`/policies/plans/${before}`} size="sm">
                See plan {before}
              </Anchor>
            </>
          )}
        </Text>
        {isWaiting ? (
          <Text size="sm" c="dimmed">
            Nothing is sent before you approve it.
          </Text>
        ) : (
          <Receipt plan={plan} />
        )}
      </Stack>
      {plan.read_failure !== null && <Unread why={plan.read_failure} />}
      {answer.refusal !== null && (
        <Notice tone="failure" mb="sm" mx="md">
          {answer.refusal}
        </Notice>
      )}
      {isWaiting ? (
        <Question key={plan.digest} plan={plan} answer={answer} onAnswered={goOn} />
      ) : (
        <Answered plan={plan} />
      )}
      <PlanSteps planId={id} />
    </Box>
  );
}

/** Why the orders at the broker are not known as of now. */
const Unread = ({ why }: { why: string }) => (
  <Notice tone="caution" mb="sm" mx="md" title="Munim could not reach the broker at the last attempt">
    {why} If it needs a login, log in on the{' '}
    <Anchor component={Link} to="/data/connections" inherit>
      Connections
    </Anchor>{' '}
    page. Until then, nothing is sent.
  </Notice>
);

/** Who answered, and what came of it. */
function Receipt({ plan }: { plan: Plan }) {
  const { note, finished_at, state, proof, receipt } = plan;
  const decided = decidedText(plan);
  const kept = moneyText(plan);
  const isSent = state !== 'REJECTED' && state !== 'EXPIRED';
  return (
    <>
      {decided !== null && <Text size="sm">{decided}</Text>}
      {note !== null && <Text size="sm">{note}</Text>}
      {kept !== null && <Text size="sm">{kept}</Text>}
      {isSent && (
        <Text size="sm" aria-live="polite">
          {outcomeText(plan)}
          {finished_at !== null && ` Ended on ${moment(finished_at)}.`}
          {proof !== null && ` ${proof}`}
        </Text>
      )}
      {receipt !== null && (
        <>
          {receipt.slippage !== null && <Text size="sm">{receipt.slippage.words}</Text>}
          <Text size="sm" {...(receipt.charges?.is_deviating === true ? { fw: 600 } : {})}>
            {receipt.charges_words}
          </Text>
        </>
      )}
    </>
  );
}

function Answered({ plan }: { plan: Plan }) {
  const excluded = excludedOf(plan);
  return (
    <>
      <PlanOrders
        plan={plan}
        leftOut={NONE}
        actions={(order) =>
          order.held === null ? <OrderChoices order={order} /> : <HeldChoices order={order} />
        }
      />
      <Box p="md">
        <Sums plan={plan} sums={planSums(plan, excluded)} />
      </Box>
    </>
  );
}

interface QuestionProps {
  plan: Plan;
  answer: ReturnType<typeof usePlanAnswer>;
  onAnswered: () => void;
}

function Question({ plan, answer, onAnswered }: QuestionProps) {
  const [leftOut, setLeftOut] = useState(NONE);
  const [isRejecting, setIsRejecting] = useState(false);
  const [typed, setTyped] = useState('');
  const words = wordsToType(plan, leftOut);
  const isReady = words === null || isTyped(typed, words);
  const approve = (): void =>
    answer.approve({ excluded: [...leftOut], typed: words === null ? null : typed.trim() }, onAnswered);
  const sums = planSums(plan, leftOut);
  const tooLarge = aboveLimit(plan, leftOut);
  const toggle = (orderId: string): void =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(orderId)) after.add(orderId);
      return after;
    });
  return (
    <>
      <PlanLook plan={plan} hasLeftOut={leftOut.size > 0} />
      <PlanOrders plan={plan} leftOut={leftOut} onToggle={toggle} />
      <Stack gap="sm" p="md">
        {plan.may_redeem !== null && (
          <Text size="sm" c="dimmed">
            If the account’s cash falls short when they are sent, units of {plan.may_redeem} are sold for the
            difference.
          </Text>
        )}
        {plan.too_small.length > 0 && (
          <Text size="sm" c="dimmed">
            Too small to be made:{' '}
            {plan.too_small.map(({ symbol, reason }) => `${symbol} (${reason})`).join(' ')}
          </Text>
        )}
        <Box aria-live="polite">
          <Sums plan={plan} sums={sums} />
          <PlanOutlook plan={plan} leftOut={leftOut} />
        </Box>
        {tooLarge.map((order) => (
          <Notice key={order.order_id} tone="caution">
            {orderText(order)} is worth {money(order.value, 'INR', { digits: 0 })}, above the limit of{' '}
            {money(plan.max_order_value, 'INR', { digits: 0 })} an order. Exclude it to approve the others.
          </Notice>
        ))}
        {sums.count === 0 && (
          <Text size="sm" role="status">
            Every order is excluded. Reject the plan instead.
          </Text>
        )}
        {words !== null && sums.count > 0 && (
          <TextInput
            label={`Type ${words} to approve`}
            description={`These orders come to more than your limit of ${money(plan.confirmation?.above, 'INR', { digits: 0 })}.`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            maw={360}
          />
        )}
        {answer.hasChanged ? (
          <Notice
            tone="failure"
            title="This plan changed while you were reviewing it"
            action={
              <Button size="xs" variant="default" onClick={answer.lookAgain}>
                I have reviewed it again
              </Button>
            }
          >
            Review its orders and sums again before you approve it.
          </Notice>
        ) : (
          <Group>
            <Button
              leftSection={<IconCheck size={16} aria-hidden />}
              loading={answer.isApproving}
              disabled={
                sums.count === 0 ||
                tooLarge.length > 0 ||
                plan.sending?.from === null ||
                !isReady ||
                (answer.isPending && !answer.isApproving)
              }
              onClick={approve}
            >
              {sums.count === 1 ? 'Approve 1 order' : `Approve ${quantity(sums.count)} orders`}
            </Button>
            <Button
              variant="light"
              color="red"
              leftSection={<IconX size={16} aria-hidden />}
              disabled={answer.isPending}
              onClick={() => setIsRejecting(true)}
            >
              Reject
            </Button>
          </Group>
        )}
      </Stack>
      <Modal opened={isRejecting} onClose={() => setIsRejecting(false)} title={`Reject plan ${plan.plan_id}`}>
        {isRejecting && (
          <Rejection
            answer={answer}
            onCancel={() => setIsRejecting(false)}
            onAnswered={() => {
              setIsRejecting(false);
              onAnswered();
            }}
          />
        )}
      </Modal>
    </>
  );
}

function Rejection({
  answer,
  onCancel,
  onAnswered,
}: Pick<QuestionProps, 'answer' | 'onAnswered'> & { onCancel: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <Form
      change={answer}
      onSubmit={() => answer.reject(reason.trim(), onAnswered)}
      onCancel={onCancel}
      action="Reject the plan"
      color="red"
    >
      <Text size="sm">None of it is sent. The next rebalance makes a new plan.</Text>
      <Textarea
        label="Reason (optional)"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
      />
    </Form>
  );
}
