import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { chat } from '../chat.ts';
import type { AssistantTurn } from '../model/conversation.ts';

const choices = lazyModule(() => import('./retry-choices.tsx'));

/** Asks the same again with another model or on another route; the reply becomes a version beside this one. */
export function RetryWith({ turn }: { turn: AssistantTurn }) {
  const words = useStrings().chat.turn;
  const [open, setOpen] = useState(false);
  const loaded = useLazyModule(choices, open);
  const isTyped = useStore(chat(), ({ open, openId }) => open[openId]?.override !== null);
  const button = (
    <IconButton
      label={words.retryWith}
      icon={<Icon of={Repeat2} size="s" />}
      intent="quiet"
      size="sm"
      {...(isTyped ? { disabledReason: words.retryTyped } : {})}
    />
  );
  // A body typed by hand names its own model and speaks one protocol.
  if (isTyped) return button;
  return (
    <Popover
      title={words.retryWith}
      open={open && loaded !== null}
      onOpenChange={setOpen}
      near={choices.load}
      trigger={button}
    >
      {loaded && (
        <loaded.RetryChoices
          turn={turn}
          onChoose={(sockets) => {
            setOpen(false);
            chat().retry(turn.id, sockets);
          }}
        />
      )}
    </Popover>
  );
}
