import { useRef, useState } from 'react';
import { normalizeBase } from '#shared/protocol/address.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { recognize } from '../../lib/recognize/recognize.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { SocketPanel } from '../../ui/diagrams/socket-panel.tsx';
import type { SecretHandle } from '../../ui/fields/secret-field.tsx';
import { ConnectForm, type Progress } from './connect-form.tsx';
import { type Found, joinFound, nothingFound } from './paste-field.tsx';
import { listedRoutes, socketRows } from './sockets.ts';
import { StartWays } from './start-ways.tsx';
import s from './welcome.module.css';

/** One page: paste, connect, see what is listed. The rack at the right shows the listed routes as they arrive. */
function WelcomeWork() {
  const t = useStrings().welcome;
  const info = useHostInfo();
  const [found, setFound] = useState(nothingFound);
  const [progress, setProgress] = useState<Progress>({ state: 'open' });
  const secret = useRef<SecretHandle>(null);
  const take = (text: string) => {
    const now = recognize(text);
    if (now.secret) secret.current?.fill(now.secret);
    setFound(joinFound(found, now));
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

/** First run, and every later connection: one field that accepts whatever the user was given. */
export const panel: PanelView = { Work: WelcomeWork };
