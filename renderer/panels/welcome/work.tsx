import { useRef, useState } from 'react';
import { useHostInfo } from '../../lib/client/host-info.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { SocketPanel } from '../../ui/diagrams/socket-panel.tsx';
import { ConnectStep, type SavedHere } from './connect-step.tsx';
import { nothingFound } from './join-found.ts';
import { PasteStep } from './paste-step.tsx';
import { socketRows } from './sockets.ts';
import { WaitingKey, type WaitingKeyHandle } from './waiting-key.tsx';
import s from './welcome.module.css';

/** Paste, check, save: two steps at the left, and at the right the sockets that wait. */
export function WelcomeWork() {
  const t = useStrings().welcome;
  const info = useHostInfo();
  const [found, setFound] = useState(nothingFound);
  const [step, setStep] = useState<'paste' | 'connect'>('paste');
  const [saved, setSaved] = useState<SavedHere>({});
  const waiting = useRef<WaitingKeyHandle>(null);
  return (
    <div className={s.scroll}>
      <div className={s.page}>
        {step === 'paste' ? (
          <PasteStep
            found={found}
            onFound={setFound}
            onKey={(secret) => waiting.current?.keep(secret)}
            onContinue={() => setStep('connect')}
            protection={info?.protection ?? 'memory'}
          />
        ) : (
          <ConnectStep
            found={found}
            saved={saved}
            onSaved={setSaved}
            takeKey={() => waiting.current?.take() ?? ''}
            onKeyGone={() => setFound({ ...found, keyLength: null })}
            onBack={(secret) => {
              waiting.current?.keep(secret);
              setFound({ ...found, keyLength: secret.length || null });
              setStep('paste');
            }}
          />
        )}
        <WaitingKey ref={waiting} />
        <div className={s.rack}>
          <SocketPanel
            label={t.rack}
            rows={socketRows(t.groups)}
            cordFrom="models"
            hint={found.address ? (found.keyLength === null ? t.waiting.key : t.waiting.check) : t.waiting.address}
          />
        </div>
      </div>
    </div>
  );
}
