import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { keysLabel } from '../../../lib/page/shortcuts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { chat } from '../chat.ts';
import { composerBox } from '../composer/composer-box.ts';
import { putUnsentText } from '../composer/composer-text.ts';
import s from './idle-thread.module.css';

const keysOf = { send: 'Enter', find: '$mod+k', wire: '$mod+j' } as const;

/** What can be done here, before anything was asked. */
export function IdleThread() {
  const words = useStrings().chat;
  const connected = useStore(chat(), ({ open, openId }) => open[openId]?.connectionId != null);
  if (!connected)
    return (
      <div className={s.idle}>
        <h2>{words.idle.noConnection}</h2>
        <p>{words.idle.noConnectionBody}</p>
        <Button intent="primary" size="lg" onClick={() => goTo('welcome')}>
          {words.idle.connect}
        </Button>
      </div>
    );
  return (
    <div className={s.idle}>
      <h2>{words.idle.title}</h2>
      <div className={s.starts}>
        {words.idle.starts.map(({ title, text }) => (
          <Chip
            key={title}
            onClick={() => {
              putUnsentText(chat().current(), text);
              composerBox.current?.focus();
            }}
          >
            {title}
          </Chip>
        ))}
      </div>
      <div className={s.keys}>
        {Object.entries(keysOf).map(([name, keys]) => (
          <span key={name}>
            <Kbd>{keysLabel(keys)}</Kbd>
            {words.idle[name as keyof typeof keysOf]}
          </span>
        ))}
      </div>
    </div>
  );
}
