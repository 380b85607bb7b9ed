import { useStrings } from '../../lib/i18n/strings.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { Button } from '../../ui/controls/button.tsx';

interface GoButtonProps {
  label: string;
  /** Why it cannot run now, as a sentence. */
  blocked: string | undefined;
  onGo: () => void;
  /** Set while it runs. */
  onStop: (() => void) | undefined;
}

/** A run button that turns into Stop while the run lasts. */
export function GoButton({ label, blocked, onGo, onStop }: GoButtonProps) {
  const { stop } = useStrings().audio.listen;
  const keys = useKeysLabel('audio.send');
  return onStop ? (
    <Button intent="stop" onClick={onStop}>
      {stop}
    </Button>
  ) : (
    <Button intent="primary" shortcut={blocked ? undefined : keys} disabledReason={blocked} onClick={onGo}>
      {label}
    </Button>
  );
}
