/** What Munim does and what it does not do yet. */
import { useFeatures } from '../../api/option-results.ts';
import { Heading } from '../../components/heading.tsx';
import { Loaded } from '../../components/notices.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';

export default function FeaturesPage() {
  const features = useFeatures();
  return (
    <>
      <Heading title="Features">What works in this version of Munim, and what is planned.</Heading>
      <Loaded query={features}>{({ markdown }) => <Markdown text={markdown} />}</Loaded>
    </>
  );
}
