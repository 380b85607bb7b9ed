import { FolderOpen, LockKeyhole, Zap } from 'lucide-react';
import type { FormEvent } from 'react';
import type { KeyProtection } from '#shared/contract/host.ts';
import { type BaseAddress, joinRoute, normalizeBase } from '#shared/protocol/address.ts';
import { routes } from '#shared/protocol/table.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { chooseFiles } from '../../lib/files/files.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { recognize } from '../../lib/recognize/recognize.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { type Found, joinFound, PasteField } from './paste-field.tsx';
import s from './welcome.module.css';

export interface PasteStepProps {
  found: Found;
  onFound: (found: Found) => void;
  /** Called with a key that was found; an empty string removes it. */
  onKey: (secret: string) => void;
  onContinue: () => void;
  protection: KeyProtection;
}

/** One field for an address, a key, a command or a file; or the demo gateway in one click. */
export function PasteStep({ found, onFound, onKey, onContinue, protection }: PasteStepProps) {
  const { welcome: t, gateway } = useStrings();
  const base = normalizeBase(found.address ?? '');
  const demo = useAction(startDemo);
  const take = (text: string) => {
    const now = recognize(text);
    if (now.secret) onKey(now.secret);
    onFound(joinFound(found, now));
  };
  const readFile = async ([file]: readonly File[]) => {
    if (file && file.size < 1_000_000) take(await file.text());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (base.base || found.keyLength !== null) onContinue();
  };
  return (
    <DropZone title={t.drop} onFiles={(files) => void readFile(files)}>
      <form autoComplete="off" onSubmit={onSubmit}>
        <h1>{t.title}</h1>
        <p className={s.lead}>{t.lead}</p>
        <PasteField
          found={found}
          onFound={onFound}
          onKey={onKey}
          onPasted={take}
          canContinue={base.base !== '' || found.keyLength !== null}
          onContinue={onContinue}
        />
        <ComposedAddresses address={found.address} base={base} />
      </form>
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
          onClick={() => void chooseFiles({ accept: '.json,.env,.txt,.sh', multiple: false }).then(readFile)}
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
    </DropZone>
  );
}

const shown = [routes['chat.completions'], routes['native.generateContent']];

/** The URLs that result from the base URL in both protocols, what was removed from it, and its problems. */
function ComposedAddresses({ address, base }: { address: string | null; base: BaseAddress }) {
  const { welcome: t, gateway } = useStrings();
  if (!address) return <div className={s.composed} />;
  const isUsable = base.base !== '' && base.problems.every(({ severity }) => severity !== 'error');
  return (
    <div className={s.composed} role="status">
      {base.dropped ? (
        <span>
          {t.dropped.before} <b>{base.dropped}</b> {t.dropped.after}
        </span>
      ) : (
        isUsable && <span>{t.joins}</span>
      )}
      {isUsable &&
        shown.map((route) => (
          <span key={route.id}>
            <b>{base.base}</b>
            {joinRoute(base.base, route).slice(base.base.length)}
          </span>
        ))}
      {base.problems.map((problem) => (
        <span key={problem.code} className={problem.severity === 'error' ? s.error : s.problem}>
          {gateway.addressProblem(problem)}
        </span>
      ))}
    </div>
  );
}
