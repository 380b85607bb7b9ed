import { useRef, useState } from 'react';
import type { ProxyMode } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { proxyModes } from '../../../lib/gateway/connections/connection-choices.ts';
import { ConnectionHeaders } from '../../../lib/gateway/connections/connection-headers.tsx';
import { isProxyOpen } from '../../../lib/gateway/connections/connection-proxy.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SecretField, type SecretHandle } from '../../../ui/fields/secret-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import s from '../connections.module.css';
import { Certificates } from './certificates.tsx';
import type { SectionProps } from './form-section.ts';

/** The way to the gateway: proxy, certificates, and headers that go along. */
export function NetworkSection(props: SectionProps) {
  const t = useStrings().connections;
  return (
    <section className={s.block}>
      <h2>{t.network}</h2>
      <div className={s.fields}>
        <ProxyFields {...props} />
        <Certificates {...props} />
        <ConnectionHeaders fields={props.fields} checked={props.checked} onChange={props.onChange} />
      </div>
    </section>
  );
}

/** System, a proxy of its own, or none. What was entered for a proxy of its own is kept while another choice is on. */
function ProxyFields({ connection, fields, checked, onChange }: SectionProps) {
  const t = useStrings().connections;
  const { proxy } = fields;
  const set = (change: Partial<typeof proxy>) => onChange({ ...fields, proxy: { ...proxy, ...change } });
  const isCustom = proxy.mode === 'custom';
  return (
    <>
      <Field label={t.proxy} layout="row" hint={t.proxyHints[proxy.mode]}>
        <Segmented<ProxyMode>
          label={t.proxy}
          value={proxy.mode}
          onValueChange={(mode) => set({ mode })}
          options={proxyModes.map((value) => ({ value, label: t.proxyModes[value] }))}
        />
      </Field>
      {isCustom && (
        <>
          <Field
            label={t.proxyAddress}
            layout="row"
            {...(checked.proxy && (proxy.address || checked.proxy !== 'empty')
              ? { error: t.proxyProblems[checked.proxy] }
              : { hint: t.proxyAddressHint })}
          >
            <TextField
              value={proxy.address}
              onValueChange={(address) => set({ address })}
              mono
              invalid={checked.proxy !== null && proxy.address !== ''}
              placeholder="http://proxy.example:3128"
            />
          </Field>
          <Field label={t.proxyBypass} layout="row" hint={t.proxyBypassHint}>
            <TextField
              value={proxy.bypass}
              onValueChange={(bypass) => set({ bypass })}
              mono
              placeholder="localhost, .internal.example"
            />
          </Field>
          <Field label={t.proxyUser} layout="row" hint={t.proxyUserHint}>
            <TextField value={proxy.user} onValueChange={(user) => set({ user })} maxLength={256} />
          </Field>
          <ProxyPassword connection={connection} />
          {proxy.user !== '' && isProxyOpen(proxy.address) && (
            <div className={s.aside}>
              <Note intent="warn">{t.proxyOpen}</Note>
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Goes to the vault at once, apart from the rest of the form, and never comes back. */
function ProxyPassword({ connection }: { connection: SectionProps['connection'] }) {
  const t = useStrings().connections;
  const secret = useRef<SecretHandle>(null);
  const [isFilled, setFilled] = useState(false);
  const put = useAction(async (password: string) => {
    await client.connections.putProxyPassword({ id: connection.id, password });
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
  });
  const { hasPassword, address } = connection.proxy;
  const notYet = address === '' || connection.proxy.mode !== 'custom' ? t.proxySaveFirst : undefined;
  return (
    <>
      <SecretField
        label={t.proxyPassword}
        layout="row"
        hint={hasPassword ? t.proxyPasswordKept : t.proxyPasswordHint}
        ref={secret}
        onFilledChange={setFilled}
        maxLength={1024}
      />
      <div className={s.asideRow}>
        <Button
          size="sm"
          busy={put.busy}
          disabledReason={notYet ?? (isFilled ? undefined : t.proxyPasswordNone)}
          onClick={() => void put.run(secret.current?.take() ?? '')}
        >
          {hasPassword ? t.proxyPasswordReplace : t.proxyPasswordSave}
        </Button>
        {hasPassword && (
          <Button size="sm" intent="quiet" busy={put.busy} onClick={() => void put.run('')}>
            {t.proxyPasswordForget}
          </Button>
        )}
      </div>
      {put.failure && <FailureCard failure={put.failure} />}
    </>
  );
}
