import { keysLabel } from '../../lib/shortcuts.ts';
import { useStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { lab } from './embeddings.ts';
import { useEmbed } from './use-embed.ts';

/** Embeds what is missing; Stop while it runs. */
export function EmbedButton({ stretch }: { stretch?: boolean }) {
  const t = useStrings().embeddings.embed;
  const { running, blocker, label, start } = useEmbed();
  if (running)
    return (
      <Button intent="stop" stretch={stretch} onClick={() => lab().stop()}>
        {t.stop}
      </Button>
    );
  return (
    <Button
      intent="primary"
      stretch={stretch}
      shortcut={blocker ? undefined : keysLabel('$mod+Enter')}
      disabledReason={blocker?.reason}
      onClick={start}
    >
      {label}
    </Button>
  );
}
