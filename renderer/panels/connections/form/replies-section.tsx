import type { ConnectionFormProps } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import s from '../connections.module.css';

/** How replies are read, and from where their images and videos may be downloaded. */
export function RepliesSection({ fields, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const [first = ['', ''], ...others] = fields.reasoningTags;
  const [open, close] = first;
  const set = (tags: [string, string]) =>
    onChange({ ...fields, reasoningTags: tags.join('') === '' && others.length === 0 ? [] : [tags, ...others] });
  return (
    <section className={s.block}>
      <h2>{t.repliesPart}</h2>
      <div className={layout.stack}>
        <Field label={t.reasoningTags} layout="row" hint={t.reasoningTagsHint}>
          <div className={s.routePath}>
            <TextField
              value={open}
              onValueChange={(text) => set([text, close])}
              mono
              maxLength={64}
              aria-label={t.openingTag}
              placeholder={t.openingExample}
            />
            <TextField
              value={close}
              onValueChange={(text) => set([open, text])}
              mono
              maxLength={64}
              aria-label={t.closingTag}
              placeholder={t.closingExample}
            />
          </div>
        </Field>
        <Field label={t.media} layout="row" hint={t.mediaHint}>
          <Tick
            checked={fields.mediaOrigins === 'any'}
            onCheckedChange={(isAny) => onChange({ ...fields, mediaOrigins: isAny ? 'any' : 'public' })}
            label={t.mediaAny}
          />
        </Field>
      </div>
    </section>
  );
}
