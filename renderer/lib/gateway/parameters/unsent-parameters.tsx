import { ChevronRight, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../../ui/base/icon.tsx';
import { ParamCaption } from '../../../ui/layout/param-row.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { groupOf, type ParameterGroup, parameterGroups } from './parameter-groups.ts';
import { ParameterPicker } from './parameter-picker.tsx';
import type { ParameterItem } from './parameter-row.tsx';
import s from './unsent-parameters.module.css';

interface UnsentParametersProps {
  parameters: readonly ParameterItem[];
  /** The element that edits a parameter, once it is sent. */
  controlOf: (name: string) => HTMLElement | null;
}

/** The parameters that are not sent: one line per group with their names, and a search over all of them. */
export function UnsentParameters({ parameters, controlOf }: UnsentParametersProps) {
  const t = useStrings().gateway.parameters;
  if (parameters.length === 0) return null;
  const groups = parameterGroups
    .map((group) => ({ group, members: parameters.filter(({ name }) => groupOf(name) === group) }))
    .filter(({ members }) => members.length > 0);
  return (
    <section className={s.unsent} aria-label={t.notSent}>
      <ParamCaption count={parameters.length}>{t.notSent}</ParamCaption>
      {groups.map(({ group, members }) => (
        <Opener key={group} group={group} parameters={parameters} controlOf={controlOf}>
          <Icon of={ChevronRight} size="xs" />
          <span className={s.group}>{t.groups[group]}</span>
          {/* Hidden from readers: the list behind the line names them, and here they would name the line itself. */}
          <span className={`cut-text ${s.names}`} aria-hidden>
            {members.map(({ name }, at) => (
              <span key={name} data-parameter={name}>
                {at > 0 && ', '}
                {name.slice(name.lastIndexOf('.') + 1)}
              </span>
            ))}
          </span>
          <span className="num">{members.length}</span>
        </Opener>
      ))}
      <Opener parameters={parameters} controlOf={controlOf}>
        <Icon of={Plus} size="xs" />
        <span className={s.group}>{t.add}</span>
      </Opener>
    </section>
  );
}

interface OpenerProps extends UnsentParametersProps {
  /** Lists only this group until something is typed. */
  group?: ParameterGroup;
  /** What is on the line. */
  children: ReactNode;
}

/** A line that opens the list of parameters; the selected one is sent, and its control gets the focus. */
function Opener({ group, parameters, controlOf, children }: OpenerProps) {
  const t = useStrings().gateway.parameters;
  const [isOpen, setOpen] = useState(false);
  const chosen = useRef<string | null>(null);
  return (
    <Popover
      label={group ? t.groups[group] : t.add}
      open={isOpen}
      onOpenChange={(next) => {
        chosen.current = null;
        setOpen(next);
      }}
      nextFocus={() => (chosen.current === null ? null : controlOf(chosen.current))}
      trigger={
        <button type="button" className={s.line}>
          {children}
        </button>
      }
    >
      <ParameterPicker
        parameters={parameters}
        group={group}
        onChoose={({ name, onSentChange }) => {
          chosen.current = name;
          setOpen(false);
          onSentChange(true);
        }}
      />
    </Popover>
  );
}
