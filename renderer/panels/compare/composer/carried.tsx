import { useStrings } from '../../../lib/i18n/strings.ts';
import { Chip } from '../../../ui/controls/chip.tsx';
import { changeComparison } from '../compare.ts';
import type { Comparison } from '../model/comparison.ts';
import s from './composer.module.css';

interface CarriedProps {
  comparison: Comparison;
  /** Ids of files that are listed as uploads. */
  uploaded: ReadonlySet<string>;
}

/** Files, tools and a schema that belong to the comparison, such as those that came from Chat; each can be removed. */
export function Carried({ comparison: { attachments, tools, schema }, uploaded }: CarriedProps) {
  const t = useStrings().compare.composer;
  const files = attachments.filter(({ file }) => !uploaded.has(file.id));
  if (files.length === 0 && tools.length === 0 && schema === null) return null;
  return (
    <div className={s.sync}>
      {files.map(({ file }) => (
        <Chip
          key={file.id}
          onRemove={() =>
            changeComparison((now) => ({
              ...now,
              attachments: now.attachments.filter((one) => one.file.id !== file.id),
            }))
          }
          removeLabel={t.removeFile(file.name)}
        >
          {file.name}
        </Chip>
      ))}
      {tools.map(({ name }) => (
        <Chip
          key={name}
          onRemove={() => changeComparison((now) => ({ ...now, tools: now.tools.filter((one) => one.name !== name) }))}
          removeLabel={t.removeTool(name)}
        >
          {t.tool} <span className="mono">{name}</span>
        </Chip>
      ))}
      {schema && (
        <Chip onRemove={() => changeComparison((now) => ({ ...now, schema: null }))} removeLabel={t.removeSchema}>
          {t.schema} <span className="mono">{schema.name}</span>
        </Chip>
      )}
    </div>
  );
}
