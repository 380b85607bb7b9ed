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
import { jsonProblem, type ToolDefinition } from './tool-definition.ts';
import { type ToolTemplate, toolTemplates } from './tool-templates.ts';
import s from './tools-editor.module.css';

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
