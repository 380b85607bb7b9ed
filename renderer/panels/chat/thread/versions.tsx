import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { chat } from '../chat.ts';
import { chooseVersion, siblings, type Turn } from '../model/conversation.ts';
import s from './thread.module.css';

/** Steps through the versions of a turn; nothing while there is only one. */
export function Versions({ turn }: { turn: Turn }) {
  const words = useStrings().chat.turn;
  const conversation = useStore(chat(), ({ kept, openId }) => kept[openId]);
  if (!conversation) return null;
  const versions = siblings(conversation, turn.parentId);
  if (versions.length < 2) return null;
  const at = versions.findIndex(({ id }) => id === turn.id);
  const step = (by: -1 | 1) => chat().change((before) => chooseVersion(before, turn.id, by));
  return (
    <span className={s.versions}>
      <IconButton
        label={words.older}
        icon={<Icon of={ChevronLeft} size="s" />}
        intent="quiet"
        size="sm"
        disabled={at === 0}
        onClick={() => step(-1)}
      />
      <span role="status" aria-label={words.version(at + 1, versions.length)}>
        {words.versionCount(at + 1, versions.length)}
      </span>
      <IconButton
        label={words.newer}
        icon={<Icon of={ChevronRight} size="s" />}
        intent="quiet"
        size="sm"
        disabled={at === versions.length - 1}
        onClick={() => step(1)}
      />
    </span>
  );
}
