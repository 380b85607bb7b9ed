import { useRef, useState } from 'react';
import type { Connection, ProxyMode } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { isProxyOpen, proxyModes } from '../../../lib/gateway/connections/connection-fields.ts';
import { type ConnectionFormProps, ConnectionHeaders } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SecretField, type SecretHandle } from '../../../ui/fields/secret-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import s from '../connections.module.css';
import { Certificates } from './certificates.tsx';

interface NetworkProps extends ConnectionFormProps {
  connection: Connection;
}

/** How the gateway is reached: proxy, certificates and additional headers. */
export function NetworkSection(props: NetworkProps) {
  const t = useStrings().connections;
  return (
    <section className={s.block}>
      <h2>{t.network}</h2>
      <div className={layout.stack}>
        <ProxyFields {...props} />
        <Certificates {...props} />
        <ConnectionHeaders fields={props.fields} checked={props.checked} onChange={props.onChange} />
      </div>
    </section>
  );
}

/** System, custom or no proxy. The fields of a custom proxy keep their values while another option is selected. */
function ProxyFields({ connection, fields, checked, onChange }: NetworkProps) {
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

/** The password is sent to the vault at once, separately from the rest of the form, and cannot be read back. */
function ProxyPassword({ connection }: { connection: Connection }) {
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
