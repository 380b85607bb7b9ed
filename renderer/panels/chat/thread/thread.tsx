import { Bug, Sigma, Table2 } from 'lucide-react';
import { useStore } from 'zustand';
import { NoConnection } from '../../../lib/gateway/connections/no-connection.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useKeysLabel } from '../../../lib/shortcuts/keys.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { chat } from '../chat.ts';
import { composerBox, setUnsentText } from '../composer/composer-text.ts';
import { shownTurns } from '../model/conversation.ts';
import s from './idle-thread.module.css';
import { TurnList } from './turn-list.tsx';

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
