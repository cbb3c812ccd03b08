/** What a file does not prove, asked once, with the likely answer chosen. */
import { Autocomplete, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { CommitInput, ImportPreview } from '../../api/types.ts';
import { assetClasses, currencies, dateOrders } from '../../components/choices.ts';

export type Answers = Partial<Record<ImportPreview['questions'][number]['field'], string>>;

interface QuestionsProps {
  questions: ImportPreview['questions'];
  answers: Answers;
  onChange: (answers: Answers) => void;
}

const rowsOf = (rows: number): string => `${rows.toLocaleString('en-IN')} ${rows === 1 ? 'row' : 'rows'}`;

export function Questions({ questions, answers, onChange }: QuestionsProps) {
  if (questions.length === 0) return null;
  const field = (question: ImportPreview['questions'][number]) => {
    const { field: name, rows, likely } = question;
    const shared = { value: answers[name] ?? likely, allowDeselect: false };
    const answer = (value: string | null): void => onChange({ ...answers, [name]: value ?? likely });
    if (name === 'currency')
      return (
        <Autocomplete
          key={name}
          label="Currency"
          description={`${rowsOf(rows)} without one.`}
          data={currencies}
          maxLength={3}
          value={answers[name] ?? likely}
          onChange={answer}
        />
      );
    return name === 'default_asset_class' ? (
      <Select
        key={name}
        label="Asset class"
        description={`${rowsOf(rows)} without one.`}
        data={assetClasses}
        {...shared}
        onChange={answer}
      />
    ) : (
      <Select
        key={name}
        label="Dates"
        description={`${rowsOf(rows)} could be read either way.`}
        data={dateOrders}
        {...shared}
        onChange={answer}
      />
    );
  };
  return (
    <Stack gap="xs" className="panel" p="md" component="section" aria-label="What the file does not say">
      <Title order={3} size="h5">
        What the file does not say
      </Title>
      <Text size="sm" c="dimmed">
        Check the likely answers. Munim remembers yours for the next file of this kind.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>{questions.map(field)}</SimpleGrid>
    </Stack>
  );
}

/** The answers as the commit takes them: those that were given, and the likely ones. */
export function answersFor(
  questions: ImportPreview['questions'],
  answers: Answers,
): Pick<CommitInput, 'currency' | 'default_asset_class' | 'date_order'> {
  return Object.fromEntries(
    questions.map(({ field, likely }) => {
      const answer = answers[field] ?? likely;
      return [field, field === 'currency' ? answer.trim().toUpperCase() : answer];
    }),
  );
}
