import { ChevronRight, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ParamCaption } from '../../../ui/layout/param-row.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { fuzzyMatch } from '../../search/fuzzy.ts';
import { type ParameterItem, ParameterRow } from './parameter-row.tsx';
import s from './parameters.module.css';

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

interface UnsentParametersProps {
  parameters: readonly ParameterItem[];
  /** The element that edits a parameter, once it is sent. */
  controlOf: (name: string) => HTMLElement | null;
}

/** The parameters that are not sent: one line per group with their names, and a search over all of them. */
function UnsentParameters({ parameters, controlOf }: UnsentParametersProps) {
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

interface ParameterPickerProps {
  parameters: readonly ParameterItem[];
  /** Listed alone until something is typed. */
  group: ParameterGroup | undefined;
  onChoose: (parameter: ParameterItem) => void;
}

/** Finds a parameter by its name, what it does or its group; arrow keys move, Enter chooses. */
function ParameterPicker({ parameters, group, onChoose }: ParameterPickerProps) {
  const t = useStrings().gateway.parameters;
  const [query, setQuery] = useState('');
  const [activeName, setActive] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const matches = parameters.filter(({ name, hint = '' }) =>
    query === ''
      ? group === undefined || groupOf(name) === group
      : fuzzyMatch(query, `${name} ${hint} ${t.groups[groupOf(name)]}`),
  );
  const groups = parameterGroups
    .map((each) => ({ group: each, members: matches.filter(({ name }) => groupOf(name) === each) }))
    .filter(({ members }) => members.length > 0);
  const options = groups.flatMap(({ members }) => members);
  const active = options.find(({ name }) => name === activeName) ?? options[0];
  const optionId = ({ name }: ParameterItem) => `${id}${name}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = options[(active ? options.indexOf(active) : -1) + step];
      if (next) setActive(next.name);
      if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className={s.picker}>
      <TextField
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active ? optionId(active) : undefined}
        value={query}
        onValueChange={setQuery}
        onKeyDown={onKeyDown}
        icon={<Icon of={Search} size="s" />}
        placeholder={t.search}
        aria-label={t.search}
      />
      <div id={id} className={s.options} role="listbox" aria-label={t.notSent}>
        {groups.map(({ group: each, members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={each} role="group" aria-label={t.groups[each]}>
            {(group === undefined || query !== '') && (
              <div className={s.caption} aria-hidden>
                {t.groups[each]}
              </div>
            )}
            {members.map((parameter) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search field
              <div
                key={parameter.name}
                id={optionId(parameter)}
                className={s.option}
                role="option"
                tabIndex={-1}
                aria-selected={parameter === active}
                aria-label={parameter.name}
                title={parameter.hint}
                onPointerMove={() => setActive(parameter.name)}
                onClick={() => onChoose(parameter)}
              >
                <span className="mono">{parameter.name}</span>
                {parameter.hint && <span className={`cut-text ${s.hint}`}>{parameter.hint}</span>}
              </div>
            ))}
          </div>
        ))}
        {options.length === 0 && <p className={s.none}>{t.none}</p>}
      </div>
    </div>
  );
}

const parameterGroups = ['sampling', 'limits', 'reasoning', 'output', 'tools', 'advanced'] as const;
type ParameterGroup = (typeof parameterGroups)[number];

const members: Readonly<Record<Exclude<ParameterGroup, 'advanced'>, string>> = {
  sampling: 'temperature top_p top_k seed presence_penalty frequency_penalty',
  limits:
    'max_tokens max_completion_tokens max_output_tokens stop stop_sequences truncation max_chunks_per_doc overlap_tokens',
  reasoning: 'reasoning_effort effort summary include_thoughts thinking_budget thinking_level',
  output:
    'stream include_usage n candidate_count verbosity response_format response_json_schema format logprobs top_logprobs modalities ' +
    'response_modalities include size quality style background output_format output_compression input_fidelity ' +
    'partial_images encoding_format dimensions return_documents voice speed instructions stream_format language ' +
    'timestamp_granularities audio_format seconds duration fps mode',
  tools: 'tools tool_choice parallel_tool_calls web_search_options',
};

const groupOfName = new Map(
  Object.entries(members).flatMap(([group, names]) =>
    names.split(' ').map((name) => [name, group as ParameterGroup] as const),
  ),
);

/** Returns the group that a parameter is listed in, from the last name of its path, in any spelling. */
function groupOf(name: string): ParameterGroup {
  if (name.startsWith('toolConfig.')) return 'tools';
  const last = name.slice(name.lastIndexOf('.') + 1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return groupOfName.get(last) ?? 'advanced';
}
