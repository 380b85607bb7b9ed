import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from './parameters.module.css';
import { jsonProblem, type ToolDefinition } from './tool-definition.ts';

interface ToolsEditorProps<Tool extends ToolDefinition> {
  tools: readonly Tool[];
  onChange: (tools: Tool[]) => void;
  /** Makes a tool from a template; the empty tool has an empty output. */
  create: (template: ToolTemplate) => Tool;
  /** What else a tool has here, below its schema. */
  detail?: ((tool: Tool, onChange: (by: Partial<Tool>) => void) => ReactNode) | undefined;
  /** More rows of the menu that adds a tool. */
  more?: readonly MenuItem[] | undefined;
}

/** The names of the tools, and the one that is being edited with its schema as typed. New ones begin with a template. */
export function ToolsEditor<Tool extends ToolDefinition>(props: ToolsEditorProps<Tool>) {
  const { tools, onChange, create, detail, more = [] } = props;
  const words = useStrings().gateway.tools;
  const [edited, setEdited] = useState<number | null>(null);
  const tool = edited === null ? undefined : tools[edited];
  const add = (template: ToolTemplate) => {
    onChange([...tools, create(template)]);
    setEdited(tools.length);
  };
  const row = (label: string, template: ToolTemplate): MenuItem =>
    menuAction(label, label, () => add(template), { hint: template.description });
  const change = (by: Partial<Tool>) =>
    onChange(tools.map((other, at) => (at === edited ? { ...other, ...by } : other)));
  return (
    <div className={s.tools}>
      {tools.map(({ name }, at) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool has no identity but its position; its name is being typed
          key={at}
          pressed={at === edited}
          onPressedChange={(pressed) => setEdited(pressed ? at : null)}
        >
          {name || words.name}
        </Chip>
      ))}
      <Menu
        trigger={<Button size="sm">{words.add}</Button>}
        items={[
          row(words.empty, { name: '', description: '', parameters: '', output: '' }),
          { kind: 'separator', id: 'templates' },
          ...toolTemplates.map((template) => row(template.name, template)),
          ...more,
        ]}
      />
      {tool && (
        <ToolFields
          tool={tool}
          onChange={(by) => change(by as Partial<Tool>)}
          onRemove={() => {
            onChange(tools.filter((_, at) => at !== edited));
            setEdited(null);
          }}
        >
          {detail?.(tool, change)}
        </ToolFields>
      )}
    </div>
  );
}

interface ToolFieldsProps {
  tool: ToolDefinition;
  onChange: (by: Partial<ToolDefinition>) => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One tool: its name, its description and the schema of its arguments as typed. */
function ToolFields({ tool, onChange, onRemove, children }: ToolFieldsProps) {
  const words = useStrings().gateway.tools;
  return (
    <div className={s.tool}>
      <div className={s.head}>
        <TextField
          value={tool.name}
          onValueChange={(name) => onChange({ name })}
          aria-label={words.name}
          placeholder={words.name}
          mono
          invalid={!tool.name}
        />
        <IconButton
          label={words.remove(tool.name)}
          icon={<Icon of={Trash2} size="s" />}
          intent="quiet"
          size="sm"
          onClick={onRemove}
        />
      </div>
      <TextField
        value={tool.description}
        onValueChange={(description) => onChange({ description })}
        aria-label={words.description}
        placeholder={words.description}
      />
      <TextArea
        value={tool.parameters}
        onValueChange={(parameters) => onChange({ parameters })}
        aria-label={words.parameters}
        placeholder={words.parameters}
        mono
        minRows={2}
        maxRows={10}
        spellCheck={false}
      />
      {!tool.name && <p className={s.complaint}>{words.nameless}</p>}
      {tool.parameters && jsonProblem(tool.parameters) && <p className={s.complaint}>{words.invalid}</p>}
      {children}
    </div>
  );
}

/** A tool to begin with, and an output that such a tool returns. */
interface ToolTemplate extends ToolDefinition {
  output: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function template(name: string, description: string, properties: object, required: string[], output: object) {
  return {
    ...{ name, description },
    parameters: json({ type: 'object', properties, required, additionalProperties: false }),
    output: json(output),
  };
}

const text = (description: string) => ({ type: 'string', description });

/** Tools that are common in applications. Names and schemas are in English, as models are trained on them. */
const toolTemplates: readonly ToolTemplate[] = [
  template(
    'get_weather',
    'Current weather in a city',
    { city: text('Name of the city'), unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    ['city'],
    { city: 'Paris', temperature: 18, unit: 'celsius', sky: 'partly cloudy' },
  ),
  template(
    'search',
    'Search the web and return the best matches',
    { query: text('What to search for'), limit: { type: 'integer', minimum: 1, maximum: 10 } },
    ['query'],
    { results: [{ title: 'Example Domain', url: 'https://docs.example/', snippet: 'For use in documentation.' }] },
  ),
  template(
    'calculator',
    'Evaluate an arithmetic expression',
    { expression: text('For example (3 + 4) * 12') },
    ['expression'],
    { result: 84 },
  ),
  template(
    'get_time',
    'Current date and time in a time zone',
    { time_zone: text('IANA name, for example Europe/Paris') },
    ['time_zone'],
    { time: '2026-01-05T09:30:00+01:00' },
  ),
  template('lookup_order', 'Status of an order', { order_id: text('Number of the order') }, ['order_id'], {
    order_id: 'A-1042',
    status: 'shipped',
    delivery: 'Thursday',
  }),
];
