import { useState } from 'react';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { type BodyMode, bodyModes } from './body-modes.ts';

export interface BodySwitchProps {
  mode: BodyMode;
  modes: readonly BodyMode[];
  onModeChange: (mode: BodyMode) => void;
}

/** The chosen form of a body: the person's choice while it makes sense for the media type, else the best one. */
export function useBodyMode(mediaType: string | null): BodySwitchProps {
  const [chosen, setChosen] = useState<BodyMode | null>(null);
  const modes = bodyModes(mediaType);
  return { mode: chosen && modes.includes(chosen) ? chosen : (modes[0] ?? 'text'), modes, onModeChange: setChosen };
}

export function BodySwitch({ mode, modes, onModeChange }: BodySwitchProps) {
  const t = useStrings().wire;
  return (
    <Segmented
      label={t.bodyForm}
      value={mode}
      onValueChange={onModeChange}
      options={modes.map((value) => ({ value, label: t.bodyModes[value] }))}
    />
  );
}
