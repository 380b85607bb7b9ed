import { FileUp, ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { CertificateFacts } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { chooseFiles } from '../../../lib/files/files.ts';
import type { ConnectionFormProps } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import s from '../connections.module.css';

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Certificates trusted in addition to this computer's own. Verification cannot be turned off, and the form says so. */
export function Certificates({ fields, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const [pasting, setPasting] = useState<string | null>(null);
  const [hadPrivateKey, setHadPrivateKey] = useState(false);
  const { extraCa } = fields;
  const add = useAction(async (name: string, pem: string) => {
    await client.connections.readCertificates({ pem });
    onChange({ ...fields, extraCa: { name, pem } });
    setPasting(null);
  });
  /** A private key is rejected: it reaches neither the core nor the page. */
  const isRefused = (pem: string) => {
    const isPrivate = privateKey.test(pem);
    setHadPrivateKey(isPrivate);
    if (isPrivate) add.reset();
    return isPrivate;
  };
  const browse = async () => {
    const [file] = await chooseFiles({ accept: '.pem,.crt,.cer,.ca-bundle', multiple: false });
    const pem = await file?.text();
    if (file && pem !== undefined && !isRefused(pem)) await add.run(file.name.slice(0, 200), pem);
  };
  return (
    <fieldset className={s.fieldRow}>
      <legend className={s.fieldLegend}>{t.certificates}</legend>
      <div className={s.fieldBody}>
        <p className={s.verified}>
          <Icon of={ShieldCheck} size="s" />
          {t.alwaysVerified}
        </p>
        {extraCa.pem !== '' && (
          <Bundle
            name={extraCa.name}
            pem={extraCa.pem}
            onRemove={() => onChange({ ...fields, extraCa: { name: '', pem: '' } })}
          />
        )}
        {pasting !== null && (
          <TextArea
            value={pasting}
            onValueChange={(pem) => setPasting(isRefused(pem) ? '' : pem)}
            mono
            minRows={4}
            maxRows={8}
            aria-label={t.pastePem}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        )}
        <div className={s.acts}>
          {pasting === null ? (
            <>
              <Button size="sm" icon={<Icon of={FileUp} size="s" />} busy={add.busy} onClick={() => void browse()}>
                {extraCa.pem ? t.replacePem : t.addPem}
              </Button>
              <Button size="sm" intent="quiet" onClick={() => setPasting('')}>
                {t.pastePem}
              </Button>
            </>
          ) : (
            <>
              <Button
                size="sm"
                busy={add.busy}
                disabledReason={pasting.trim() ? undefined : t.pastePemFirst}
                onClick={() => void add.run(t.pastedPem, pasting)}
              >
                {t.takePem}
              </Button>
              <Button size="sm" intent="quiet" onClick={() => setPasting(null)}>
                {t.cancel}
              </Button>
            </>
          )}
        </div>
        {hadPrivateKey && (
          <div role="alert">
            <Note intent="bad">{t.privateKey}</Note>
          </div>
        )}
        {add.failure && <FailureCard failure={add.failure} />}
      </div>
    </fieldset>
  );
}

function Bundle({ name, pem, onRemove }: { name: string; pem: string; onRemove: () => void }) {
  const t = useStrings().connections;
  const facts = useCall('connections', 'readCertificates', { pem });
  return (
    <div className={s.bundle}>
      <div className={s.bundleHead}>
        <b className="cut-text">{name || t.pastedPem}</b>
        <span className={s.quiet}>{facts.data && t.certificateCount(facts.data.length)}</span>
        <span className="space" />
        <IconButton label={t.removePem} size="sm" icon={<Icon of={X} size="s" />} onClick={onRemove} />
      </div>
      {facts.error && <p className={s.bad}>{facts.error.message}</p>}
      <ul className={s.plain}>
        {facts.data?.map((one) => (
          <Certificate key={one.fingerprint} facts={one} />
        ))}
      </ul>
    </div>
  );
}

function Certificate({ facts }: { facts: CertificateFacts }) {
  const t = useStrings().connections;
  const dates = useDates();
  const life = lifeOf(facts, Date.now());
  const days = dates.formatDate(life.state === 'early' ? facts.validFrom : facts.validTo);
  return (
    <li className={s.certificate}>
      <div className={s.bundleHead}>
        <span className={s.subject}>{facts.subject}</span>
        {life.state === 'good' ? (
          <span className={s.quiet}>{t.certificateLife.good(days, life.daysLeft)}</span>
        ) : (
          <Badge intent={life.state === 'soon' ? 'warn' : 'bad'}>
            {t.certificateLife[life.state](days, life.daysLeft)}
          </Badge>
        )}
      </div>
      <dl className={s.certFacts}>
        <dt>{t.certificateFacts.issuer}</dt>
        <dd>{facts.issuer === facts.subject ? t.certificateFacts.itself : facts.issuer}</dd>
        <dt>{t.certificateFacts.use}</dt>
        <dd>{facts.isAuthority ? t.certificateFacts.authority : t.certificateFacts.single}</dd>
        <dt>SHA-256</dt>
        <dd className="mono-s">{facts.fingerprint}</dd>
      </dl>
    </li>
  );
}

const dayMs = 86_400_000;

/** A certificate that expires within this time gets a warning. */
const soonDays = 30;

interface CertificateLife {
  /** `early`: not valid yet; `soon`: expires within 30 days; `over`: expired. */
  state: 'good' | 'soon' | 'over' | 'early';
  /** Whole days until it expires; negative once it has. */
  daysLeft: number;
}

/** Returns the validity of a certificate at `now`, milliseconds since 1970. */
export function lifeOf(
  { validFrom, validTo }: Pick<CertificateFacts, 'validFrom' | 'validTo'>,
  now: number,
): CertificateLife {
  const daysLeft = Math.floor((validTo - now) / dayMs);
  if (now >= validTo) return { state: 'over', daysLeft };
  if (now < validFrom) return { state: 'early', daysLeft };
  return { state: daysLeft < soonDays ? 'soon' : 'good', daysLeft };
}
