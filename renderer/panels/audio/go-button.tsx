import { useStrings } from '../../lib/i18n/strings.ts';
import { keysLabel } from '../../lib/page/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';

interface GoButtonProps {
  label: string;
  /** Why it can not go now, in words. */
  blocked: string | undefined;
  onGo: () => void;
  /** Given while it runs. */
  onStop: (() => void) | undefined;
}

/** Go, which is Stop while it runs. */
export function GoButton({ label, blocked, onGo, onStop }: GoButtonProps) {
  const { stop } = useStrings().audio.listen;
  return onStop ? (
    <Button intent="stop" onClick={onStop}>
      {stop}
    </Button>
  ) : (
    <Button
      intent="primary"
      shortcut={blocked ? undefined : keysLabel('$mod+Enter')}
      disabledReason={blocked}
      onClick={onGo}
    >
      {label}
    </Button>
  );
}
