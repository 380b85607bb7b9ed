import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { chat } from '../chat.ts';
import { chooseVersion, siblings, type Turn } from '../model/conversation.ts';
import s from './thread.module.css';

/** The step that was just taken: the version it led to brings buttons of its own, and the focus goes to the same one. */
let taken: { parentId: string | null; by: -1 | 1 } | null = null;

/** Steps through the versions of a turn; nothing while there is only one. */
export function Versions({ turn }: { turn: Turn }) {
  const words = useStrings().chat.turn;
  const conversation = useStore(chat(), ({ kept, openId }) => kept[openId]);
  const older = useRef<HTMLButtonElement>(null);
  const newer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (taken?.parentId !== turn.parentId) return;
    (taken.by === -1 ? older : newer).current?.focus();
    taken = null;
  }, [turn.parentId]);
  if (!conversation) return null;
  const versions = siblings(conversation, turn.parentId);
  if (versions.length < 2) return null;
  const at = versions.findIndex(({ id }) => id === turn.id);
  const step = (by: -1 | 1) => {
    taken = { parentId: turn.parentId, by };
    chat().change((before) => chooseVersion(before, turn.id, by));
  };
  const place = words.version(at + 1, versions.length);
  return (
    <span className={s.versions}>
      <IconButton
        ref={older}
        label={words.older}
        icon={<Icon of={ChevronLeft} size="s" />}
        intent="quiet"
        size="sm"
        disabledReason={at === 0 ? place : undefined}
        onClick={() => step(-1)}
      />
      <span role="status" aria-label={place}>
        {words.versionCount(at + 1, versions.length)}
      </span>
      <IconButton
        ref={newer}
        label={words.newer}
        icon={<Icon of={ChevronRight} size="s" />}
        intent="quiet"
        size="sm"
        disabledReason={at === versions.length - 1 ? place : undefined}
        onClick={() => step(1)}
      />
    </span>
  );
}
