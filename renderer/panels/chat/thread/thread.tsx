import { ArrowDown, Bug, Sigma, Table2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { NoConnection } from '../../../lib/gateway/connections/no-connection.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useKeysLabel } from '../../../lib/shortcuts/keys.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/virtual-list.tsx';
import { chat } from '../chat.ts';
import { composerBox, setUnsentText } from '../composer/composer-text.ts';
import { type Conversation, shownTurns, type Turn } from '../model/conversation.ts';
import { AssistantTurnView } from './assistant-turn.tsx';
import s from './thread.module.css';
import { ToolTurnView } from './tool-calls.tsx';
import { UserTurnView } from './user-turn.tsx';

/** The open conversation. */
export function Thread() {
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const isOpening = useStore(chat(), (state) => state.opening);
  if (!conversation) return null;
  if (isOpening) return <ThreadPlaceholder />;
  if (shownTurns(conversation).length === 0) return <IdleThread />;
  return <TurnList conversation={conversation} />;
}

/** Placeholder for the turns while they load. */
function ThreadPlaceholder() {
  return (
    <div className={s.room} aria-busy>
      <Skeleton lines={[38]} />
      <Skeleton lines={[94, 88, 91, 46]} />
      <Skeleton lines={[27]} />
      <Skeleton lines={[90, 62]} />
    </div>
  );
}

const startIcons = [Bug, Table2, Sigma];

/** What can be done here, before anything was sent. */
function IdleThread() {
  const words = useStrings().chat;
  const keysOf = { send: keysLabel('Enter'), find: useKeysLabel('palette'), wire: useKeysLabel('drawer') };
  const connected = useStore(chat(), ({ open, openId }) => open[openId]?.connectionId != null);
  if (!connected)
    return (
      <div className={s.idle}>
        <NoConnection level={2}>{words.idle.noConnectionBody}</NoConnection>
      </div>
    );
  return (
    <div className={s.idle}>
      <h2>{words.idle.title}</h2>
      <div className={s.starts}>
        {words.idle.starts.map(({ title, text }, at) => (
          <button
            key={title}
            type="button"
            className={s.start}
            onClick={() => {
              setUnsentText(chat().current(), text);
              composerBox.current?.focus();
            }}
          >
            <Icon of={startIcons[at] ?? Bug} />
            <span className={s.startTitle}>{title}</span>
            <span className={s.startText}>{text.split('\n')[0]}</span>
          </button>
        ))}
      </div>
      <div className={s.keys}>
        {Object.entries(keysOf).map(([name, keys]) => (
          <span key={name}>
            {keys && <Kbd>{keys}</Kbd>}
            {words.idle[name as keyof typeof keysOf]}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The shown branch of a conversation; only the turns in view are in the DOM. */
function TurnList({ conversation }: { conversation: Conversation }) {
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
