import { FolderOpen, LockKeyhole, Zap } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyProtection } from '#shared/contract/host.ts';
import { normalizeBase } from '#shared/protocol/address.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { chooseFiles } from '../../lib/files/files.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo, type PanelView } from '../../lib/navigation/open-panel.ts';
import { recognize } from '../../lib/recognize/recognize.ts';
import { recognizeAll } from '../../lib/recognize/recognize-all.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { SocketPanel } from '../../ui/diagrams/socket-panel.tsx';
import type { SecretHandle } from '../../ui/fields/secret-field.tsx';
import { ConnectForm, noPastedKeys, type PastedKeys, type Progress } from './connect-form.tsx';
import { type Found, isOtherGateway, joinFound, nothingFound } from './paste-field.tsx';
import { listedRoutes, socketRows } from './sockets.ts';
import s from './welcome.module.css';

/** One page: paste, connect, see what is listed. The rack at the right shows the listed routes as they arrive. */
function WelcomeWork() {
  const t = useStrings().welcome;
  const info = useHostInfo();
  const [found, setFound] = useState(nothingFound);
  const [progress, setProgress] = useState<Progress>({ state: 'open' });
  const secret = useRef<SecretHandle>(null);
  const pasted = useRef<PastedKeys>(noPastedKeys);
  const take = (text: string) => {
    const now = recognize(text);
    const [connection] = recognizeAll(text);
    if (isOtherGateway(found, now)) {
      secret.current?.take();
      pasted.current = noPastedKeys;
    }
    if (now.secret) {
      secret.current?.fill(now.secret);
      const keys = connection?.keys ?? [];
      const others = keys.filter((key) => key.secret !== now.secret);
      // A single key needs no name to tell it from others.
      const first = others.length > 0 ? keys.find((key) => key.secret === now.secret) : undefined;
      pasted.current = { alias: first?.alias ?? '', others };
    }
    setFound(joinFound(found, now, pasted.current.others.length));
  };
  const readFile = async ([file]: readonly File[]) => {
    if (file && file.size < 1_000_000) take(await file.text());
  };
  const isStart = progress.connectionId === undefined && !isSomethingFound(found);
  return (
    <div className={s.scroll}>
      <div className={s.page}>
        <DropZone title={t.drop} onFiles={(files) => void readFile(files)} className={s.column}>
          <ConnectForm
            found={found}
            onFound={setFound}
            onPasted={take}
            secret={secret}
            pasted={pasted}
            progress={progress}
            onProgress={setProgress}
            protection={info?.protection ?? 'memory'}
          />
          {isStart && <StartWays onFile={readFile} protection={info?.protection ?? 'memory'} />}
        </DropZone>
        <div className={s.rack}>
          <Rack found={found} progress={progress} />
        </div>
      </div>
    </div>
  );
}

/** Whether there is an address or a key to connect with. */
const isSomethingFound = (found: Found): boolean =>
  normalizeBase(found.address ?? '').base !== '' || found.keyLength !== null;

function Rack({ found, progress }: { found: Found; progress: Progress }) {
  const t = useStrings().welcome;
  const isAsked = progress.state !== 'open' && progress.connectionId !== undefined;
  const { data } = useModels(isAsked ? progress.connectionId : undefined);
  const lit = isAsked && data ? listedRoutes(data) : new Set<never>();
  const waiting = found.address
    ? found.keyLength === null && !progress.keyId
      ? t.waiting.key
      : t.waiting.check
    : t.waiting.address;
  return (
    <SocketPanel
      label={lit.size > 0 ? t.rackLit(lit.size) : t.rack}
      rows={socketRows(t.groups, lit)}
      cordFrom="models"
      isPluggedIn={lit.size > 0}
      {...(lit.size > 0 && data
        ? { figure: [data.models.length, t.modelsListed(data.models.length)] as const }
        : { hint: progress.state === 'listing' ? t.connecting : waiting })}
    />
  );
}

interface StartWaysProps {
  onFile: (files: readonly File[]) => Promise<void>;
  protection: KeyProtection;
}

/** What else a first run can start with: the demo gateway in one click, or a file. */
function StartWays({ onFile, protection }: StartWaysProps) {
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

/** First run, and every later connection: one field that accepts whatever the user was given. */
export const panel: PanelView = { Work: WelcomeWork };
