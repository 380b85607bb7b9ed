import { useState } from 'react';
import { eventTemplates, serverEventOf } from '#shared/protocol/realtime-events.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { JsonEditor } from '../../../ui/code/json-editor.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSessionView } from '../live-session.ts';
import { isLive, type LiveSession } from '../model/session-view.ts';
import { useUnsent } from '../store.ts';
import s from './frame-log.module.css';

/** An editor for an event, with templates; sends it unchanged. */
export function EventComposer({ session, onClose }: { session: LiveSession; onClose: () => void }) {
  const { event: t, stages } = useStrings().realtime;
  const dialect = useSessionView(session, (view) => view.dialect);
  const missing = useSessionView(session, (view) => (isLive(view) ? null : stages[view.stage]));
  const templates = eventTemplates.filter((row) => row.dialect === 'both' || row.dialect === dialect);
  const [chosen, setChosen] = useState('0');
  const begun = useUnsent(({ event }) => event);
  const text = begun || JSON.stringify(templates[0]?.event ?? {}, null, 2);
  const setText = (event: string) => useUnsent.setState({ event });
  const problem = problemIn(text, t);
  const odd = problem === null ? unexpectedType(text) : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t.title}
      description={t.body}
      size="md"
      closeLabel={t.close}
      footer={
        <Button
          intent="primary"
          disabledReason={problem ?? missing ?? undefined}
          onClick={() => {
            if (!session.act({ kind: 'event', text })) return;
            setText('');
            onClose();
          }}
        >
          {t.send}
        </Button>
      }
    >
      <div className={s.writer}>
        <Field label={t.template} hint={templates[Number(chosen)]?.about}>
          <Select
            value={chosen}
            onValueChange={(next) => {
              setChosen(next);
              setText(JSON.stringify(templates[Number(next)]?.event ?? {}, null, 2));
            }}
            options={templates.map(({ type }, index) => ({ value: String(index), label: type }))}
            mono
            width="100%"
          />
        </Field>
        <div className={s.editor}>
          <JsonEditor value={text} onValueChange={setText} label={t.text} />
        </div>
        {problem !== null && <p role="alert">{problem}</p>}
        {odd !== null && <p className={s.quiet}>{t.odd(odd)}</p>}
      </div>
    </Dialog>
  );
}

function problemIn(text: string, t: { notJson: string; noType: string }): string | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return t.notJson;
    return 'type' in read && typeof read.type === 'string' && read.type !== '' ? null : t.noType;
  } catch {
    return t.notJson;
  }
}

/** Warns of a type that is in no list, or that only a server sends. */
function unexpectedType(text: string): string | null {
  const { type } = JSON.parse(text) as { type: string };
  return eventTemplates.some((row) => row.type === type) && serverEventOf(type) === null ? null : type;
}
