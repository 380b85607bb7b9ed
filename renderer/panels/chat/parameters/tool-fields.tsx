import { Trash2 } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { ToolDefinition } from '../model/conversation.ts';
import { jsonComplaint } from './json-complaint.ts';
import s from './parameters.module.css';

export interface ToolFieldsProps {
  tool: ToolDefinition;
  onChange: (by: Partial<ToolDefinition>) => void;
  onRemove: () => void;
}

/** One tool: its name, what it is for, and the schema of its arguments as typed. */
export function ToolFields({ tool, onChange, onRemove }: ToolFieldsProps) {
  const words = useStrings().chat.parameters;
  return (
    <div className={s.tool}>
      <div className={s.toolHead}>
        <TextField
          value={tool.name}
          onValueChange={(name) => onChange({ name })}
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
          onClick={onRemove}
        />
      </div>
      <TextField
        value={tool.description}
        onValueChange={(description) => onChange({ description })}
        aria-label={words.toolDescription}
        placeholder={words.toolDescription}
      />
      <TextArea
        value={tool.parameters}
        onValueChange={(parameters) => onChange({ parameters })}
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
  );
}
