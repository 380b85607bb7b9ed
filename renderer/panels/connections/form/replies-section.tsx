import { Plus, X } from 'lucide-react';
import type { ConnectionFormProps } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import s from '../connections.module.css';

/** How replies are read, and from where their images and videos may be downloaded. */
export function RepliesSection({ fields, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  return (
    <section className={s.block}>
      <h2>{t.repliesPart}</h2>
      <div className={layout.stack}>
        <ReasoningTags
          tags={fields.reasoningTags}
          onTagsChange={(reasoningTags) => onChange({ ...fields, reasoningTags })}
        />
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

type Tags = ConnectionFormProps['fields']['reasoningTags'];

/** Pairs of tags, one a row. There is always a row to type into. */
function ReasoningTags({ tags, onTagsChange }: { tags: Tags; onTagsChange: (tags: Tags) => void }) {
  const t = useStrings().connections;
  const rows: Tags = tags.length > 0 ? tags : [['', '']];
  const isBlank = ([open, close]: Tags[number]) => open + close === '';
  const set = (next: Tags) => onTagsChange(next.every(isBlank) ? [] : next);
  const put = (at: number, pair: Tags[number]) => set(rows.map((one, place) => (place === at ? pair : one)));
  const labelOf = (label: string, at: number) => (at === 0 ? label : `${label} ${at + 1}`);
  return (
    <Field label={t.reasoningTags} layout="row" hint={t.reasoningTagsHint}>
      <div className={s.routePaths}>
        {rows.map(([open, close], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <div key={at} className={s.routePath}>
            <TextField
              value={open}
              onValueChange={(text) => put(at, [text, close])}
              mono
              maxLength={64}
              aria-label={labelOf(t.openingTag, at)}
              placeholder={t.openingExample}
            />
            <TextField
              value={close}
              onValueChange={(text) => put(at, [open, text])}
              mono
              maxLength={64}
              aria-label={labelOf(t.closingTag, at)}
              placeholder={t.closingExample}
            />
            {rows.length > 1 && (
              <IconButton
                label={t.removeTags(at + 1)}
                size="sm"
                icon={<Icon of={X} size="s" />}
                onClick={() => set(rows.filter((_, place) => place !== at))}
              />
            )}
          </div>
        ))}
        {!rows.some(isBlank) && (
          <Button
            size="sm"
            intent="quiet"
            icon={<Icon of={Plus} size="s" />}
            onClick={() => onTagsChange([...rows, ['', '']])}
          >
            {t.addTags}
          </Button>
        )}
      </div>
    </Field>
  );
}
