import { FolderOpen, LockKeyhole, Zap } from 'lucide-react';
import type { KeyProtection } from '#shared/contract/host.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { chooseFiles } from '../../lib/files/files.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { Icon } from '../../ui/base/icon.tsx';
import s from './welcome.module.css';

export interface StartWaysProps {
  onFile: (files: readonly File[]) => Promise<void>;
  protection: KeyProtection;
}

/** What else a first run can start with: the demo gateway in one click, or a file. */
export function StartWays({ onFile, protection }: StartWaysProps) {
  const { welcome: t, gateway } = useStrings();
  const demo = useAction(startDemo);
  return (
    <>
      <div className={s.ways}>
        <button
          type="button"
          className={s.way}
          disabled={demo.busy}
          aria-busy={demo.busy || undefined}
          onClick={() => void demo.run().then((state) => state && goTo('chat'))}
        >
          <Icon of={Zap} />
          <b>{demo.busy ? t.demoStarting : gateway.startDemo}</b>
          <span>{t.demoAbout}</span>
        </button>
        <button
          type="button"
          className={s.way}
          onClick={() => void chooseFiles({ accept: '.json,.env,.txt,.sh', multiple: false }).then(onFile)}
        >
          <Icon of={FolderOpen} />
          <b>{t.file}</b>
          <span>{t.fileAbout}</span>
        </button>
      </div>
      {demo.failure && (
        <div className={s.failed}>
          <FailureCard failure={demo.failure} />
        </div>
      )}
      <p className={s.where}>
        <Icon of={LockKeyhole} size="s" />
        {t.where[protection]}
      </p>
    </>
  );
}
