import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { RouteId } from '#shared/protocol/route.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { SocketPanel, type SocketRow } from '../../ui/diagrams/socket-panel.tsx';
import { ConnectStep, type SavedHere } from './connect-step.tsx';
import { nothingFound } from './paste-field.tsx';
import { PasteStep } from './paste-step.tsx';
import s from './welcome.module.css';

/** Paste, check, save: two steps on the left, and the empty sockets on the right. */
function WelcomeWork() {
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

interface WaitingKeyHandle {
  keep: (secret: string) => void;
  /** Returns the key and removes every trace of it here. */
  take: () => string;
}

/**
 * Stores a recognized key until the step that saves it: an input that is never shown, in no form and offered to no
 * password manager. In the state of a component a copy would outlive it.
 */
function WaitingKey({ ref }: { ref: Ref<WaitingKeyHandle> }) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    keep(secret) {
      if (input.current) input.current.value = secret;
    },
    take() {
      const secret = input.current?.value ?? '';
      if (input.current) input.current.value = '';
      return secret;
    },
  }));
  return <input ref={input} type="password" hidden autoComplete="off" data-1p-ignore="" data-lpignore="true" />;
}

/** One short word for each of the 21 routes, by row of the rack. */
const lines: {
  group: 'text' | 'vectors' | 'images' | 'audio' | 'video' | 'native';
  perLine?: number;
  routes: [RouteId, string][];
}[] = [
  {
    group: 'text',
    routes: [
      ['chat.completions', 'completions'],
      ['responses', 'responses'],
      ['responses.compact', 'compact'],
      ['edits', 'edits'],
      ['models', 'models'],
    ],
  },
  {
    group: 'vectors',
    routes: [
      ['embeddings', 'embeddings'],
      ['rerank', 'rerank'],
    ],
  },
  {
    group: 'images',
    routes: [
      ['images.generations', 'generations'],
      ['images.edits', 'edits'],
    ],
  },
  {
    group: 'audio',
    routes: [
      ['audio.transcriptions', 'transcribe'],
      ['audio.translations', 'translate'],
      ['audio.speech', 'speech'],
      ['realtime', 'realtime'],
    ],
  },
  {
    group: 'video',
    perLine: 3,
    routes: [
      ['video.generations', 'generations'],
      ['video.generations.get', '{task_id}'],
      ['videos', 'videos'],
      ['videos.get', 'videos/{id}'],
      ['videos.content', 'content'],
      ['videos.remix', 'remix'],
    ],
  },
  {
    group: 'native',
    routes: [
      ['native.models', 'models'],
      ['native.generateContent', ':generate'],
    ],
  },
];

/** Returns the rack of the first run. Route names are literal and not translated. */
export const socketRows = (groups: Record<(typeof lines)[number]['group'], string>): SocketRow[] =>
  lines.map(({ group, perLine, routes }) => ({
    group: groups[group],
    ...(perLine ? { perLine } : {}),
    sockets: routes.map(([id, label]) => ({ id, label })),
  }));

/** First run, and every later connection: one field that accepts whatever the user was given. */
export const panel: PanelView = { Work: WelcomeWork };
