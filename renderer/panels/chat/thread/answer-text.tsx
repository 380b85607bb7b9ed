import { askToOpen } from '../../../lib/ask-to-open.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Caret } from '../../../ui/caret.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';

/** Markdown of an answer, with the links and pictures of a model kept behind a click. */
export function AnswerText({ text, live }: { text: string; live: boolean }) {
  const words = useStrings().chat.markdown;
  if (!text) return null;
  return (
    <>
      <Markdown text={text} live={live} labels={words} onLink={askToOpen} onImage={(address) => askToOpen(address)} />
      {live && <Caret />}
    </>
  );
}
