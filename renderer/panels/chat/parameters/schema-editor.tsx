import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { chat } from '../chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { jsonComplaint } from './json-complaint.ts';
import s from './parameters.module.css';

const sample = JSON.stringify(
  {
    type: 'object',
    properties: { title: { type: 'string' }, points: { type: 'array', items: { type: 'string' } } },
    required: ['title', 'points'],
    additionalProperties: false,
  },
  null,
  2,
);

/** Structured output: a JSON schema that the answer has to follow, in the form each protocol wants. */
export function SchemaEditor({ conversation: { schema } }: { conversation: Conversation }) {
  const words = useStrings().chat.parameters;
  const put = (by: Partial<Conversation['schema']>) =>
    chat().change((before) => ({ ...before, schema: { ...before.schema, ...by } }));
  return (
    <section className={s.section}>
      <h3 className={s.sectionHead}>
        {words.schema}
        <Switch checked={schema.on} onCheckedChange={(on) => put({ on })} ariaLabel={words.schema} />
      </h3>
      {schema.on && (
        <>
          <TextField value={schema.name} onValueChange={(name) => put({ name })} aria-label={words.schemaName} mono />
          <TextArea
            value={schema.text}
            onValueChange={(text) => put({ text })}
            aria-label={words.schemaText}
            placeholder={words.schemaText}
            mono
            minRows={4}
            maxRows={14}
            spellCheck={false}
          />
          {jsonComplaint(schema.text) && <p className={s.complaint}>{words.schemaInvalid}</p>}
          {!schema.text && (
            <div className={s.buttons}>
              <Button size="sm" onClick={() => put({ text: sample })}>
                {words.schemaSample}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}
