import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { RenameDialog } from '../documents/rename-dialog.tsx';
import { notifyFailure } from '../failures/failure-text.tsx';
import { useStrings } from '../i18n/strings.ts';
import { isSameSetting, type PresetValues, savePreset, settingsBelow, usePresets, withSettings } from './presets.ts';
import { SavedLibrary } from './saved-library.tsx';

interface PresetMenuProps {
  /** Which parameters the presets are for; see `Preset`. */
  scope: string;
  /** All settings of the panel; parameters that were never changed are absent. */
  settings: PresetValues;
  /** What the names of this scope begin with. */
  prefix: string;
  /** Called with all settings, those of this scope replaced. */
  onChange: (settings: Record<string, PresetValues[string]>) => void;
}

/** The presets of a parameter column: its label is the one that is in use. */
export function PresetMenu({ scope, settings, prefix, onChange }: PresetMenuProps) {
  const words = useStrings();
  const t = words.gateway.presets;
  const { manage } = words.prompts.menu;
  const all = usePresets();
  const values = settingsBelow(settings, prefix);
  const apply = (next: PresetValues) => onChange(withSettings(settings, prefix, next));
  const [shown, setShown] = useState<'name' | 'library' | null>(null);
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
          menuAction('save', t.save, () => setShown('name')),
          menuAction('reset', t.reset, () => apply({})),
          { kind: 'separator', id: 'before-library' },
          menuAction('library', manage, () => setShown('library')),
        ]}
      />
      <RenameDialog
        open={shown === 'name'}
        name={used?.name ?? ''}
        words={{ title: t.saveTitle, name: t.name, save: t.saveButton, cancel: t.cancel }}
        onDone={(name) => {
          setShown(null);
          if (name) void savePreset(all, scope, name, values).catch(notifyFailure);
        }}
      />
      {shown === 'library' && <SavedLibrary kind="preset" onClose={() => setShown(null)} />}
    </>
  );
}
