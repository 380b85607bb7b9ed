import { useStrings } from '../../lib/i18n/strings.ts';
import { type SendBlocker, useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ComposerWarning } from '../../ui/fields/composer.tsx';

interface GoButtonProps {
  label: string;
  /** What it does, in the palette. */
  title: string;
  /** Why it cannot run now, and where that is changed. */
  blocker: SendBlocker | undefined;
  onGo: () => void;
  /** Set while it runs. */
  onStop: (() => void) | undefined;
}

/** A run button with its keys, which turns into Stop while the run lasts. Blocked, its keys say why. */
export function GoButton({ label, title, blocker, onGo, onStop }: GoButtonProps) {
  const { stop } = useStrings().audio.listen;
  const keys = useKeysLabel('audio.send');
  const { reason, attempt } = useBlockedSend(blocker);
  useShortcut('audio.send', () => attempt(onGo), onStop === undefined, title);
  if (onStop)
    return (
      <Button intent="stop" onClick={onStop}>
        {stop}
      </Button>
    );
  return (
    <>
      {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
      <Button intent="primary" shortcut={keys} disabledReason={blocker?.reason} onClick={onGo}>
        {label}
      </Button>
    </>
  );
}
