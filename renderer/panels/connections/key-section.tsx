import { Ellipsis, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { useHostInfo } from '../../lib/host-info.ts';
import { KeyForm } from '../../lib/key-form.tsx';
import { useAsk } from '../../lib/query.ts';
import { useStrings } from '../../lib/strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { Table } from '../../ui/table.tsx';
import s from './connections.module.css';
import { KeyDialogs, type KeyQuestion } from './key-dialogs.tsx';

/** The keys of a connection: name, fingerprint and state. No key is ever shown. */
export function KeySection({ connection }: { connection: Connection }) {
  const t = useStrings().connections;
  const info = useHostInfo();
  const [form, setForm] = useState<{ replaces?: KeyStatus } | null>(null);
  const [question, setQuestion] = useState<KeyQuestion | null>(null);
  const keys = useAsk('keys', 'status', { connectionId: connection.id }).data ?? [];
  const protection = keys[0]?.protection ?? info?.protection;
  const trouble = keys.filter(({ state }) => state !== 'ready');
  return (
    <section className={s.block}>
      <div className={s.blockHead}>
        <h3>{t.keys}</h3>
        {protection && <span className={s.asOf}>{t.keysKept[protection]}</span>}
        <span className={s.space} />
        <Button size="sm" icon={<Icon of={Plus} size="s" />} onClick={() => setForm({})}>
          {t.addKey}
        </Button>
      </div>
      <Table
        label={t.keys}
        rows={keys}
        rowKey={({ id }) => id}
        empty={t.noKeys}
        columns={[
          { id: 'name', header: t.columns.name, cell: ({ alias }) => <KeyName alias={alias} /> },
          {
            id: 'fingerprint',
            header: <span title={t.fingerprintHint}>{t.columns.fingerprint}</span>,
            mono: true,
            width: 120,
            cell: ({ fingerprint }) => fingerprint,
          },
          { id: 'state', header: t.columns.state, width: 200, cell: (key) => <KeyState keyStatus={key} /> },
          {
            id: 'acts',
            header: <span className="sr-only">{t.columns.acts}</span>,
            width: 48,
            align: 'end',
            cell: (key) => (
              <Menu
                align="end"
                trigger={<IconButton label={t.keyActs(key.alias)} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
                items={[
                  {
                    kind: 'action',
                    id: 'replace',
                    label: t.replace,
                    onSelect: () => setForm({ replaces: key }),
                  },
                  {
                    kind: 'action',
                    id: 'rename',
                    label: t.rename,
                    onSelect: () => setQuestion({ ask: 'rename', key }),
                  },
                  { kind: 'separator', id: 'rule' },
                  {
                    kind: 'action',
                    id: 'forget',
                    label: t.forget,
                    danger: true,
                    onSelect: () => setQuestion({ ask: 'forget', key }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {trouble.map(({ id, alias, state }) => (
        <Note key={id} intent="warn">
          {alias}: {t.keyStateHints[state]}
        </Note>
      ))}
      {form && (
        <KeyForm
          key={form.replaces?.id ?? 'new'}
          connectionId={connection.id}
          replaces={form.replaces}
          onDone={() => setForm(null)}
          onCancel={() => setForm(null)}
        />
      )}
      <KeyDialogs question={question} onClose={() => setQuestion(null)} />
    </section>
  );
}

function KeyName({ alias }: { alias: string }) {
  return (
    <span className={s.keyName}>
      <Icon of={KeyRound} size="s" />
      {alias}
    </span>
  );
}

function KeyState({ keyStatus }: { keyStatus: KeyStatus }) {
  const t = useStrings().connections;
  return <Badge intent={keyStatus.state === 'ready' ? 'ok' : 'warn'}>{t.keyStates[keyStatus.state]}</Badge>;
}
