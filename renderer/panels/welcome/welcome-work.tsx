import { useState } from 'react';
import { useHostInfo } from '../../lib/host-info.ts';
import { nothingRecognised, type Recognised } from '../../lib/recognise/recognised.ts';
import { useStrings } from '../../lib/strings.ts';
import { SocketPanel } from '../../ui/socket-panel.tsx';
import { ConnectStep } from './connect-step.tsx';
import { PasteStep } from './paste-step.tsx';
import { socketRows } from './sockets.ts';
import s from './welcome.module.css';

/** Paste, check, save: two steps at the left, and at the right the sockets that wait. */
export function WelcomeWork() {
  const t = useStrings().welcome;
  const info = useHostInfo();
  const [found, setFound] = useState<Recognised>(nothingRecognised);
  const [step, setStep] = useState<'paste' | 'connect'>('paste');
  return (
    <div className={s.scroll}>
      <div className={s.page}>
        {step === 'paste' ? (
          <PasteStep
            found={found}
            onFound={setFound}
            onContinue={() => setStep('connect')}
            protection={info?.protection ?? 'memory'}
          />
        ) : (
          <ConnectStep
            found={found}
            onBack={() => setStep('paste')}
            onSecretTaken={() => setFound({ ...found, secret: null })}
          />
        )}
        <div className={s.rack}>
          <SocketPanel
            label={t.rack}
            rows={socketRows(t.groups)}
            cordFrom="models"
            hint={found.address ? (found.secret ? t.waiting.check : t.waiting.key) : t.waiting.address}
          />
        </div>
      </div>
    </div>
  );
}
