/** “Use on paper”: a policy out of a finished backtest, in three steps. */
import { Anchor, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { IconNotebook } from '../../icons.ts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { LARGEST_PAGE, POLICIES_KEY, usePolicies, usePoliciesOfRun } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { Promotion, PromotionInput, Run } from '../../api/types.ts';
import { focused } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
import { CheckStep } from './promote-check.tsx';
import { ConfirmStep } from './promote-confirm.tsx';
import { SettingsStep } from './promote-settings.tsx';
import {
  CHECK,
  CONFIRM,
  isConfirmed,
  newRequestKey,
  promotionBody,
  promotionDraft,
  type Refusal,
  refusalOf,
  SETTINGS,
  settingsProblems,
  type Step,
  STEPS,
  suggestTag,
} from './promotion.ts';

/** The button on a finished backtest. Each opening of the form is a request of its own. */
export function UseOnPaper({ run }: { run: Run }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button leftSection={<IconNotebook size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Use on paper
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Use on paper: ${run.name}`}
        size="lg"
        closeOnClickOutside={false}
      >
        {isOpen && <Wizard run={run} onClose={close} />}
      </Modal>
    </>
  );
}

const NO_REFUSAL: Refusal = { step: CHECK, fields: {}, message: null };

function Wizard({ run, onClose }: { run: Run; onClose: () => void }) {
  const [key] = useState(newRequestKey);
  const [step, setStep] = useState<Step>(CHECK);
  const [draft, setDraft] = useState(() => promotionDraft(run));
  // the tag code follows the name until it was typed, or seen and taken
  const [hasTag, setHasTag] = useState(false);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const [isRejected, setIsRejected] = useState(run.validation.status === 'REJECTED');
  // as it was at the first try: the policy of a try whose answer was lost must not make the next one another request
  const [hadLinks, setHadLinks] = useState<boolean | null>(null);
  const linked = usePoliciesOfRun(run.run_id);
  const others = usePolicies(1, LARGEST_PAGE);
  const promote = useChange(POLICIES_KEY, (body: PromotionInput) =>
    api.policies.promote(run.run_id, body, key),
  );

  if (promote.data !== undefined) return <Made promotion={promote.data} />;

  const needs = { isRejected, isLinked: hadLinks ?? (linked.data?.items.length ?? 0) > 0 };
  const tag = suggestTag(draft.name, others.data?.items.map(({ tag_code }) => tag_code) ?? []);
  const filled = { ...draft, tag_code: hasTag ? draft.tag_code : tag };

  const forward = (): void => {
    if (step === CHECK) return setStep(SETTINGS);
    if (step === SETTINGS) {
      const fields = settingsProblems(filled);
      setRefusal({ ...NO_REFUSAL, fields });
      setDraft(filled);
      setHasTag(true);
      return Object.keys(fields).length === 0 ? setStep(CONFIRM) : undefined;
    }
    setHadLinks(needs.isLinked);
    promote.mutate(promotionBody(filled, needs), {
      onError(error) {
        const refused = refusalOf(error);
        setRefusal(refused);
        setStep(refused.step);
        if ('acknowledged' in refused.fields) setIsRejected(true);
        if ('another' in refused.fields) setHadLinks(true);
      },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!promote.isPending) forward();
  };
  const part = {
    draft: filled,
    set(change: Partial<typeof draft>) {
      if (change.tag_code !== undefined) setHasTag(true);
      setDraft((before) => ({ ...before, ...change }));
    },
    problem: (field: string) => refusal.fields[field],
  };
  const isReady = step !== CONFIRM || (linked.data !== undefined && isConfirmed(filled, needs));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2} size="h4" key={step} ref={focused} tabIndex={-1}>
          Step {step + 1} of {STEPS.length}: {STEPS[step]}
        </Title>
        {step === CHECK && <CheckStep run={run} />}
        {step === SETTINGS && <SettingsStep run={run} {...part} />}
        {step === CONFIRM && <ConfirmStep run={run} needs={needs} linked={linked} {...part} />}
        {refusal.message !== null && <Notice tone="failure">{refusal.message}</Notice>}
        <Group justify="flex-end">
          {step === CHECK ? (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          ) : (
            <Button variant="default" onClick={() => setStep(step === CONFIRM ? SETTINGS : CHECK)}>
              Back
            </Button>
          )}
          <Button type="submit" loading={promote.isPending} disabled={!isReady}>
            {step === CONFIRM ? 'Create the policy' : 'Next'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ promotion: { policy, replay } }: { promotion: Promotion }) {
  const { id, name, starts_on, next_cycle_date: next } = policy;
  return (
    <Stack>
      <Title order={2} size="h4" ref={focused} tabIndex={-1}>
        {name} follows its strategy on paper
      </Title>
      <Text size="sm">
        {replay && 'Your earlier attempt already created this policy, so Munim did not create a second one. '}
        Its first session is {day(starts_on)}.
        {next !== null && ` Next rebalance: ${day(next)}, after the close.`}
      </Text>
      <Group justify="space-between">
        <Anchor component={Link} to="/policies" size="sm">
          All policies
        </Anchor>
        <Button component={Link} to={`/policies/${id}`}>
          Open the policy
        </Button>
      </Group>
    </Stack>
  );
}
