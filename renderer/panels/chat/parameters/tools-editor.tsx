import { Plus, Trash2 } from 'lucide-react';
import { useStrings } from '../../../lib/strings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { chat } from '../chat.ts';
import type { Conversation, ToolDefinition } from '../model/conversation.ts';
import { jsonComplaint } from './json-complaint.ts';
import s from './parameters.module.css';

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
  const change = (at: number, by: Partial<ToolDefinition>) =>
    put(tools.map((tool, place) => (place === at ? { ...tool, ...by } : tool)));
  return (
    <section className={s.section}>
      <h3 className={s.sectionHead}>
        {words.tools}
        <Badge intent={tools.length ? 'live' : 'neutral'}>
          {tools.length ? words.toolsCount(tools.length) : words.toolsNone}
        </Badge>
      </h3>
      {tools.map((tool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool has no identity but its place; its name is being typed
        <div key={at} className={s.tool}>
          <div className={s.toolHead}>
            <TextField
              value={tool.name}
              onValueChange={(name) => change(at, { name })}
              aria-label={words.toolName}
              placeholder={words.toolName}
              mono
              invalid={!tool.name}
            />
            <IconButton
              label={words.removeTool(tool.name)}
              icon={<Icon of={Trash2} size="s" />}
              intent="quiet"
              size="sm"
              onClick={() => put(tools.filter((_, place) => place !== at))}
            />
          </div>
          <TextField
            value={tool.description}
            onValueChange={(description) => change(at, { description })}
            aria-label={words.toolDescription}
            placeholder={words.toolDescription}
          />
          <TextArea
            value={tool.parameters}
            onValueChange={(parameters) => change(at, { parameters })}
            aria-label={words.toolParameters}
            placeholder={words.toolParameters}
            mono
            minRows={2}
            maxRows={10}
            spellCheck={false}
          />
          {!tool.name && <p className={s.complaint}>{words.toolNameless}</p>}
          {tool.parameters && jsonComplaint(tool.parameters) && <p className={s.complaint}>{words.toolInvalid}</p>}
        </div>
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
