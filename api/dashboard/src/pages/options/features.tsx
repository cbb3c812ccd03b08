/** The list of features, and of what Munim leaves to you. */
import { useFeatures } from '../../api/option-results.ts';
import { Heading } from '../../components/heading.tsx';
import { Loaded } from '../../components/notices.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';

export default function FeaturesPage() {
  const features = useFeatures();
  return (
    <>
      <Heading title="Features">What this version of Munim does, and what it does not do.</Heading>
      <Loaded query={features}>{({ markdown }) => <Markdown text={markdown} />}</Loaded>
    </>
  );
}
