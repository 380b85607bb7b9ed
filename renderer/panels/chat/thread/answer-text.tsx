import { useStrings } from '../../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../../lib/links/confirm-external-link.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Caret } from '../../../ui/text/caret.tsx';

/** Markdown of an answer, with the links and pictures of a model kept behind a click. */
export function AnswerText({ text, live }: { text: string; live: boolean }) {
  const words = useStrings().chat.markdown;
  if (!text) return null;
  return (
    <>
      <Markdown
        text={text}
        live={live}
        labels={words}
        onLink={confirmExternalLink}
        onImage={(address) => confirmExternalLink(address)}
      />
      {live && <Caret />}
    </>
  );
}
