import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { chat } from '../chat.ts';
import type { Conversation } from '../model/conversation.ts';
import s from './parameters.module.css';

const schemaFields = lazyModule(() => import('./schema-fields.tsx'));

/** Structured output: a JSON schema that the answer has to follow, in the form each protocol wants. */
export function SchemaEditor({ conversation: { schema } }: { conversation: Conversation }) {
  const words = useStrings().chat.parameters;
  const put = (by: Partial<Conversation['schema']>) =>
    chat().change((before) => ({ ...before, schema: { ...before.schema, ...by } }));
  const fields = useLazyModule(schemaFields, schema.on);
  return (
    <section className={s.section}>
      <h3 className={s.sectionHead}>
        {words.schema}
        <Switch checked={schema.on} onCheckedChange={(on) => put({ on })} ariaLabel={words.schema} />
      </h3>
      {fields && schema.on && <fields.SchemaFields schema={schema} onChange={put} />}
    </section>
  );
}
