import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { chat } from '../chat.ts';
import { type Conversation, selectVersion, showTurn, siblings, type Turn, titleFrom } from '../model/conversation.ts';
import { useOriginFacts } from './answer-origin.tsx';
import s from './thread.module.css';

/** The step just taken: the version it led to has buttons of its own, and the focus moves to the same one. */
let lastStep: { parentId: string | null; by: -1 | 1 } | null = null;

/** Steps through the versions of a turn; renders nothing while there is only one. */
export function Versions({ turn }: { turn: Turn }) {
  const {
    chat: { turn: words },
    pieces,
  } = useStrings();
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const factsOf = useVersionFacts();
  const older = useRef<HTMLButtonElement>(null);
  const newer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (lastStep?.parentId !== turn.parentId) return;
    (lastStep.by === -1 ? older : newer).current?.focus();
    lastStep = null;
  }, [turn.parentId]);
  if (!conversation) return null;
  const versions = siblings(conversation, turn.parentId);
  if (versions.length < 2) return null;
  const at = versions.findIndex(({ id }) => id === turn.id);
  const step = (by: -1 | 1) => {
    lastStep = { parentId: turn.parentId, by };
    chat().change((before) => selectVersion(before, turn.id, by));
  };
  const place = pieces.facts(words.version(at + 1, versions.length), ...factsOf(turn, conversation));
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
      <span className="sr-only" role="status">
        {place}
      </span>
      <Menu
        trigger={
          <button type="button" className={s.versionCount} aria-label={words.versions(place)}>
            {words.versionCount(at + 1, versions.length)}
          </button>
        }
        items={() => [
          {
            kind: 'radio',
            id: 'versions',
            label: words.allVersions,
            value: turn.id,
            options: versions.map((version, index) => ({
              value: version.id,
              label: words.versionCount(index + 1, versions.length),
              hint: factsOf(version, conversation).join('  '),
            })),
            onValueChange: (id) => chat().change((before) => showTurn(before, id)),
          },
        ]}
      />
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

/** Returns what distinguishes one version from another: for a reply what it was made with, for anything else its time. */
function useVersionFacts(): (turn: Turn, conversation: Conversation) => string[] {
  const originFacts = useOriginFacts();
  const dates = useDates();
  return (turn, conversation) =>
    turn.role === 'assistant'
      ? originFacts(turn, conversation)
      : [...(turn.role === 'user' ? [titleFrom(turn.text)] : []), dates.formatWhen(turn.createdAt)];
}
