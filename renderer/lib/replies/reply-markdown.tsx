import { Markdown } from '../../ui/markdown/markdown.tsx';
import { useStrings } from '../i18n/strings.ts';
import { confirmExternalLink } from '../links/confirm-external-link.ts';

/** Renders a reply's Markdown; its links and images load only on click. */
export function ReplyMarkdown({ text, live }: { text: string; live: boolean }) {
  const words = useStrings().pieces.markdown;
  if (!text) return null;
  return (
    <Markdown
      text={text}
      live={live}
      labels={words}
      onLink={confirmExternalLink}
      onImage={(address) => confirmExternalLink(address)}
    />
  );
}
