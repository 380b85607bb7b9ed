import { AudioLines, FolderOpen, Mic } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import s from './listen.module.css';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { recordNow } from './record-now.ts';
import { browse } from './take-files.ts';

/** Nothing is open: how to begin. */
export function EmptyListen() {
  const t = useStrings().audio.listen;
  return (
    <div className={s.empty}>
      <EmptyState
        title={t.emptyTitle}
        level={2}
        icon={<Icon of={AudioLines} />}
        actions={
          <>
            <Button intent="primary" icon={<Icon of={FolderOpen} size="s" />} onClick={() => void browse()}>
              {t.browse}
            </Button>
            <Button icon={<Icon of={Mic} size="s" />} onClick={() => void recordNow()}>
              {t.record}
            </Button>
            <MicrophoneChoice />
          </>
        }
      >
        {t.emptyBody}
      </EmptyState>
    </div>
  );
}
