import { Plus } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { chat } from '../chat.ts';
import type { Conversation, ToolDefinition } from '../model/conversation.ts';

import s from './parameters.module.css';

const ToolFields = lazyPart(async () => (await import('./tool-and-schema-fields.tsx')).ToolFields);
const SchemaFields = lazyPart(async () => (await import('./tool-and-schema-fields.tsx')).SchemaFields);

const sample: ToolDefinition = {
  name: 'get_weather',
  description: 'Current weather in a city',
  parameters: JSON.stringify(
    {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
      required: ['city'],
    },
    null,
    2,
  ),
};

/** The tools the model may call, each with its schema as typed. */
export function ToolsEditor({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat.parameters;
  const { tools } = conversation;
  const put = (next: ToolDefinition[]) => chat().change((before) => ({ ...before, tools: next }));
  return (
    <section className={s.section}>
      <h3 className={s.sectionHead}>
        {words.tools}
        <Badge intent={tools.length ? 'live' : 'neutral'}>
          {tools.length ? words.toolsCount(tools.length) : words.toolsNone}
        </Badge>
      </h3>
      {tools.map((tool, at) => (
        <ToolFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool has no identity but its position; its name is being typed
          key={at}
          tool={tool}
          onChange={(by) => put(tools.map((other, place) => (place === at ? { ...other, ...by } : other)))}
          onRemove={() => put(tools.filter((_, place) => place !== at))}
        />
      ))}
      <div className={s.buttons}>
        <Button
          size="sm"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => put([...tools, { name: '', description: '', parameters: '' }])}
        >
          {words.addTool}
        </Button>
        {tools.length === 0 && (
          <Button size="sm" intent="quiet" onClick={() => put([sample])}>
            {words.addSample}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Structured output: a JSON schema the reply must follow, in the form each protocol requires. */
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
      {schema.on && <SchemaFields schema={schema} onChange={put} />}
    </section>
  );
}
