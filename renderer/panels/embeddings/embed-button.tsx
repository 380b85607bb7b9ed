import { useStrings } from '../../lib/i18n/strings.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { embeddingsStore } from './embeddings.ts';
import { useEmbed } from './use-embed.ts';

/** Embeds the texts without a vector; turns into Stop while running. */
export function EmbedButton({ stretch }: { stretch?: boolean }) {
  const t = useStrings().embeddings.embed;
  const { running, blocker, label, start } = useEmbed();
  const keys = useKeysLabel('embeddings.embed');
  if (running)
    return (
      <Button intent="stop" stretch={stretch} onClick={() => embeddingsStore().stop()}>
        {t.stop}
      </Button>
    );
  return (
    <Button intent="primary" stretch={stretch} shortcut={keys} disabledReason={blocker?.reason} onClick={start}>
      {label}
    </Button>
  );
}
