import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { RenameDialog } from '../documents/rename-dialog.tsx';
import { notifyFailure } from '../failures/failure-text.tsx';
import { admitFile, chooseFiles, saveFile } from '../files/files.ts';
import { readText } from '../files/read-dropped.ts';
import { useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import {
  importPresets,
  isSameSetting,
  type PresetValues,
  removePreset,
  savePreset,
  settingsBelow,
  usePresets,
  withSettings,
  writePresets,
} from './presets.ts';

export interface PresetMenuProps {
  /** Which parameters the presets are for; see `Preset`. */
  scope: string;
  /** All settings of the panel; parameters that were never changed are absent. */
  settings: PresetValues;
  /** What the names of this scope begin with. */
  prefix: string;
  /** Called with all settings, those of this scope replaced. */
  onChange: (settings: Record<string, PresetValues[string]>) => void;
}

const maxFileBytes = 10_000_000;

/** The presets of a parameter column: its label is the one that is in use. */
export function PresetMenu({ scope, settings, prefix, onChange }: PresetMenuProps) {
  const t = useStrings().gateway.presets;
  const all = usePresets((state) => state.presets);
  const values = settingsBelow(settings, prefix);
  const apply = (next: PresetValues) => onChange(withSettings(settings, prefix, next));
  const [isNaming, setNaming] = useState(false);
  const presets = all.filter((preset) => preset.scope === scope);
  const used = presets.find((preset) => isSameSetting(preset.values, values));
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size="sm" intent="quiet" icon={<Icon of={Bookmark} size="s" />} aria-label={t.label(used?.name)}>
            <span className="cut-text">{used?.name ?? t.title}</span>
          </Button>
        }
        items={() => [
          ...(presets.length > 0
            ? [
                {
                  kind: 'radio' as const,
                  id: 'presets',
                  label: t.title,
                  value: used?.id ?? '',
                  options: presets.map(({ id, name }) => ({ value: id, label: name })),
                  onValueChange: (id: string) => {
                    const chosen = presets.find((preset) => preset.id === id);
                    if (chosen) apply(chosen.values);
                  },
                },
                { kind: 'separator' as const, id: 'after-presets' },
              ]
            : []),
          menuAction('save', t.save, () => setNaming(true)),
          menuAction('reset', t.reset, () => apply({})),
          ...(presets.length > 0
            ? [
                {
                  kind: 'submenu' as const,
                  id: 'delete',
                  label: t.remove,
                  items: presets.map(({ id, name }) => menuAction(id, name, () => removePreset(id), { danger: true })),
                },
              ]
            : []),
          { kind: 'separator', id: 'before-files' },
          menuAction('import', t.import, () => void importFile(t).catch(notifyFailure)),
          menuAction('export', t.export, () => void exportFile().catch(notifyFailure), { disabled: all.length === 0 }),
        ]}
      />
      <RenameDialog
        open={isNaming}
        name={used?.name ?? ''}
        words={{ title: t.saveTitle, name: t.name, save: t.saveButton, cancel: t.cancel }}
        onDone={(name) => {
          setNaming(false);
          if (name) savePreset(scope, name, values);
        }}
      />
    </>
  );
}

async function exportFile(): Promise<void> {
  const file = new File([writePresets(usePresets.getState().presets)], 'presets.json', { type: 'application/json' });
  await saveFile(await admitFile(file));
}

async function importFile(t: ReturnType<typeof useStrings>['gateway']['presets']): Promise<void> {
  const [file] = await chooseFiles({ accept: '.json,application/json' });
  if (!file) return;
  const added = importPresets(await readText(file, maxFileBytes));
  if (added === null) toast({ intent: 'bad', title: t.notPresets(file.name) });
  else toast({ intent: 'ok', title: t.imported(added) });
}
