import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/virtual-list.tsx';
import { chat } from '../chat.ts';
import { composerBox } from '../composer/composer-text.ts';
import { type Conversation, shownTurns, type Turn } from '../model/conversation.ts';
import { AssistantTurnView } from './assistant-turn.tsx';
import s from './thread.module.css';
import { ToolTurnView } from './tool-calls.tsx';
import { UserTurnView } from './user-turn.tsx';

/** The shown branch of a conversation; only the turns in view are in the DOM. */
export function TurnList({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat;
  const shownTurnId = useStore(chat(), (state) => state.shownTurnId);
  const list = useRef<VirtualListHandle>(null);
  const [awayIn, setAwayIn] = useState<string | null>(null);
  const turns = shownTurns(conversation);
  const earlier = conversation.unread?.earlier ?? 0;
  // Turns that are not read yet have the height that a turn is expected to have: nothing moves when they arrive.
  const rows: readonly (Turn | number)[] = earlier === 0 ? turns : [...Array(earlier).keys(), ...turns];
  const lastId = turns.at(-1)?.id;

  // The user wants to see what they just sent, wherever they had scrolled to. The button they pressed (save, retry,
  // continue) may have been removed with its turn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there is a new last turn
  useEffect(() => {
    list.current?.scrollToEnd();
    if (document.activeElement === document.body) composerBox.current?.focus();
  }, [lastId]);
  const showFound = useEffectEvent((id: string) => {
    const index = turns.findIndex((turn) => turn.id === id);
    if (index >= 0) list.current?.scrollToIndex(index, 'start');
    chat().setState({ shownTurnId: null });
  });
  useEffect(() => {
    if (shownTurnId) showFound(shownTurnId);
  }, [shownTurnId]);

  return (
    <div className={s.thread}>
      <VirtualList
        key={conversation.id}
        ref={list}
        items={rows}
        itemKey={rowKey}
        label={conversation.title || words.list.untitled}
        rowHeight={usualPx}
        measured
        followEnd
        onFollowChange={(follows) => setAwayIn(follows ? null : conversation.id)}
        padding={20}
        renderItem={(turn, { index }) =>
          typeof turn === 'number' ? (
            <div className={s.row} style={{ height: usualPx }} aria-busy>
              <span className="sr-only">{words.turn.loadingEarlier}</span>
              <Skeleton lines={[38, 90, 62]} />
            </div>
          ) : (
            <div className={s.row}>
              {index === 0 && conversation.system && (
                <p className={s.system}>
                  <span className="cut-text" dir="auto">
                    {words.turn.system(conversation.system)}
                  </span>
                </p>
              )}
              <TurnView turn={turn} next={turns[index - earlier + 1]} />
            </div>
          )
        }
      />
      {awayIn === conversation.id && (
        <div className={s.latest}>
          <Button size="sm" icon={<Icon of={ArrowDown} size="s" />} onClick={() => list.current?.scrollToEnd()}>
            {words.turn.latest}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Expected height of a turn, px. */
const usualPx = 160;

const rowKey = (turn: Turn | number): string => (typeof turn === 'number' ? `earlier ${turn}` : turn.id);

function TurnView({ turn, next }: { turn: Turn; next: Turn | undefined }) {
  switch (turn.role) {
    case 'user':
      return <UserTurnView turn={turn} next={next} />;
    case 'assistant':
      return <AssistantTurnView turn={turn} isLast={next === undefined} />;
    case 'tool':
      return <ToolTurnView turn={turn} />;
  }
}
