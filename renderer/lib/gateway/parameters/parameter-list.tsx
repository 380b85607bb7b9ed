import { useRef, useState } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { ParamCaption } from '../../../ui/layout/param-row.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { type ParameterItem, ParameterRow } from './parameter-row.tsx';
import { UnsentParameters } from './unsent-parameters.tsx';

interface ParameterListProps {
  /** In the order in which they are shown. */
  parameters: readonly ParameterItem[];
  /** Limits learned from refusals of the route and model. */
  limits: readonly LearnedLimit[];
}

/**
 * The parameters that are sent, each with its control, and below them the names of the others by group. One that
 * Patchbay leaves out because of a limit stays with its reason. Nothing moves under the pointer or the focus: a row whose tick is cleared stays until both have left the list.
 */
export function ParameterList({ parameters, limits }: ParameterListProps) {
  const t = useStrings().gateway.parameters;
  const list = useRef<HTMLDivElement>(null);
  const [isInUse, setInUse] = useState(false);
  const [held, setHeld] = useState<readonly string[]>([]);
  const shown = parameters.filter(({ name, sent, isKept }) => sent || isKept || (isInUse && held.includes(name)));
  const names = shown.map(({ name }) => name);
  if (names.join() !== held.join()) setHeld(names);
  const controlOf = (name: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-parameter="${name}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    return (
      row?.querySelector<HTMLElement>(':is(input, textarea, button):not([type="checkbox"]:not([role]), :disabled)') ??
      row?.querySelector('input') ??
      null
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watched, to know when the rows may move
    <div
      ref={list}
      onPointerEnter={() => setInUse(true)}
      onFocus={() => setInUse(true)}
      onPointerLeave={() => list.current?.contains(document.activeElement) || setInUse(false)}
      onBlur={({ relatedTarget }) => {
        if (list.current?.contains(relatedTarget) || list.current?.matches(':hover') || !document.hasFocus()) return;
        setInUse(false);
      }}
    >
      <section aria-label={t.sent}>
        <ParamCaption count={parameters.filter(({ sent }) => sent).length}>{t.sent}</ParamCaption>
        {shown.map((parameter) => (
          <ParameterRow key={parameter.name} {...parameter} limits={limits} />
        ))}
      </section>
      <UnsentParameters parameters={parameters.filter(({ name }) => !names.includes(name))} controlOf={controlOf} />
    </div>
  );
}
