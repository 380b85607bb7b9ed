import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { chat } from '../chat.ts';
import s from './thread-head.module.css';

/** Edits the system prompt of the open conversation. */
export function SystemPrompt() {
  const words = useStrings().chat.composer;
  const system = useStore(chat(), ({ open, openId }) => open[openId]?.system ?? '');
  return (
    <div className={s.system}>
      <Field label={words.system} hint={words.systemHint}>
        <TextArea
          value={system}
          onValueChange={(text) => chat().change((conversation) => ({ ...conversation, system: text }))}
          minRows={4}
          maxRows={16}
          autoFocus
          dir="auto"
        />
      </Field>
    </div>
  );
}
