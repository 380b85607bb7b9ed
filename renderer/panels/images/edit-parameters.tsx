import { useActive } from '../../lib/gateway/connections/active.ts';
import { formatBytes } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { chooseFieldStyle, fieldStyleOf, useForm } from './form.ts';
import { isBlank } from './mask/mask-strokes.ts';
import { useMaskOn } from './mask/masks.ts';
import { fieldStyles } from './model/image-spec.ts';
import s from './panel.module.css';

/** Parameters that only edits have: how their images are named, and facts about the first one. */
export function EditParameters() {
  return (
    <>
      <FieldStyleChoice />
      <SourceFacts />
    </>
  );
}

/** How the files of an edit are named; saved per connection. */
function FieldStyleChoice() {
  const t = useStrings().images.fieldStyle;
  const styles = useForm((form) => form.fieldStyles);
  const { connection } = useActive();
  if (!connection) return null;
  const style = fieldStyleOf(styles, connection.id);
  return (
    <div className={s.block}>
      <Field label={t.title} hint={t.hints[style]}>
        <Select
          value={style}
          onValueChange={(next) => chooseFieldStyle(connection.id, next)}
          options={fieldStyles.map((value) => ({ value, label: t.names[value] }))}
          width="100%"
        />
      </Field>
    </div>
  );
}

/** Facts about the image to edit, and what the result will be compared for. */
function SourceFacts() {
  const t = useStrings().images.source;
  const { inputs } = useForm();
  const [first] = inputs;
  const isMasked = !isBlank(useMaskOn(first?.file.id));
  if (!first) return null;
  const { file, width, height } = first;
  return (
    <section className={s.source} aria-label={t.title}>
      <h3>
        {t.title} <span className="cut-text">{file.name}</span>
      </h3>
      <dl>
        <dt>{t.size}</dt>
        <dd className="mono-s">{width && height ? `${width}×${height}` : t.unknown}</dd>
        <dt>{t.file}</dt>
        <dd className="mono-s">{`${file.type.replace('image/', '').toUpperCase()}, ${formatBytes(file.sizeBytes)}`}</dd>
        <dt>{t.mask}</dt>
        <dd className="mono-s">{isMasked ? t.maskAs(`${width}×${height}`) : t.noMask}</dd>
      </dl>
      <p>{t.after}</p>
    </section>
  );
}
