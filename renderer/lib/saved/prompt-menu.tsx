import { BookMarked } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Prompt } from '#shared/contract/prompts.ts';
import { fillVariables, variablesIn } from '#shared/variables.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { onEnter } from '../../ui/controls/on-enter.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { client } from '../client/client.ts';
import { notifyFailure } from '../failures/failure-text.tsx';
import { useStrings } from '../i18n/strings.ts';
import { announce } from '../notices/announce.ts';
import {
  applyPreset,
  type ComposerTarget,
  composerTarget,
  insertText,
  isSlash,
  type PresetTarget,
} from './composer-target.ts';
import { nothingTyped, type PickerRow, PromptPicker, type TypedQuery } from './prompt-picker.tsx';
import s from './saved.module.css';
import { newPrompt } from './saved-acts.ts';
import { SavedEditor } from './saved-editor.tsx';
import { SavedLibrary } from './saved-library.tsx';

interface PromptMenuProps {
  text: string;
  onText: (text: string) => void;
  /** Returns the field of the text. Default: the prompt of the panel. */
  field?: () => HTMLTextAreaElement | null;
  /** Parameters that presets can be applied to. */
  presets?: readonly PresetTarget[];
}

/** What is open. */
type Shown = { kind: 'picker'; isBySlash: boolean } | { kind: 'values'; prompt: Prompt } | { kind: 'save' | 'library' };

const promptField = () => document.querySelector<HTMLTextAreaElement>('main textarea[data-place="prompt"]');
const noPresets: readonly PresetTarget[] = [];

/** The saved prompts in a composer: insert one, save the text as one, and the list that `/` opens in an empty field. */
export function PromptMenu({ text, onText, field = promptField, presets = noPresets }: PromptMenuProps) {
  const t = useStrings().prompts;
  const [shown, setShown] = useState<Shown | null>(null);
  const [typed, setTyped] = useState(nothingTyped);
  /** Empty at first: a kept slash opens the list again. */
  const before = useRef('');
  /** The text is the slash: a choice replaces it. */
  const isTyped = shown?.kind === 'picker' && shown.isBySlash;
  const openBySlash = useEffectEvent(() => {
    const wasEmpty = before.current === '';
    before.current = text;
    if (!wasEmpty || !isSlash(text) || document.activeElement !== field()) return;
    openPicker(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is the occasion
  useEffect(() => openBySlash(), [text]);
  const openPicker = (isBySlash: boolean) => {
    setTyped(nothingTyped);
    setShown({ kind: 'picker', isBySlash });
  };
  /** A second slash wants the slash itself. */
  const takeBehindSlash = (next: TypedQuery) => (isSlash(next.text) ? closePicker(next.text) : setTyped(next));

  /** Where the cursor goes once the field shows this text. */
  const goal = useRef<{ text: string; cursor: number } | null>(null);
  // Within the commit: keys typed from now on belong behind what was inserted.
  useLayoutEffect(() => {
    const box = field();
    if (!box || box.value !== goal.current?.text) return;
    box.focus();
    box.setSelectionRange(goal.current.cursor, goal.current.cursor);
    goal.current = null;
  });
  const focusAt = (next: string, cursor: number) => {
    goal.current = { text: next, cursor };
  };
  const put = (next: string) => {
    before.current = next;
    onText(next);
  };
  const insert = (inserted: string, name: string, into: string) => {
    const { text: next, cursor } = insertText(into, inserted, into === '' ? null : field());
    put(next);
    focusAt(next, cursor);
    setShown(null);
    announce(t.values.inserted(name));
  };
  const use = async (id: string, into: string) => {
    try {
      const prompt = await client.prompts.get({ id });
      if (!prompt) return setShown(null);
      if (variablesIn([prompt.text]).length > 0) setShown({ kind: 'values', prompt });
      else insert(prompt.text, prompt.name, into);
    } catch (thrown) {
      setShown(null);
      notifyFailure(thrown);
    }
  };
  const choose = (row: PickerRow) => {
    if (isTyped) put('');
    if (row.kind === 'prompt') return void use(row.prompt.id, isTyped ? '' : text);
    applyPreset(row.target, row.preset.values);
    focusAt(isTyped ? '' : text, isTyped ? 0 : text.length);
    setShown(null);
    announce(t.picker.applied(row.name));
  };
  const manage = () => {
    if (isTyped) put('');
    setShown({ kind: 'library' });
  };
  const closePicker = (slash: string | null) => {
    setShown(null);
    if (slash === null) return;
    put(slash);
    focusAt(slash, slash.length);
  };

  const insertHere = useEffectEvent((id: string) => void use(id, text));
  useEffect(() => {
    const target: ComposerTarget = { insert: insertHere, presets };
    composerTarget.setState({ target });
    return () => composerTarget.setState((now) => (now.target === target ? { target: null } : now));
  }, [presets]);

  const close = () => setShown(null);
  return (
    <>
      <Menu
        trigger={<IconButton label={t.menu.label} intent="quiet" icon={<Icon of={BookMarked} />} />}
        items={[
          menuAction('insert', t.menu.insert, () => openPicker(false), { shortcut: '/' }),
          menuAction('save', t.menu.save, () => setShown({ kind: 'save' }), { disabled: text.trim() === '' }),
          { kind: 'separator', id: 'before-library' },
          menuAction('library', t.menu.manage, () => setShown({ kind: 'library' })),
        ]}
      />
      {shown?.kind === 'picker' && (
        <PromptPicker
          typed={typed}
          onTyped={isTyped ? takeBehindSlash : setTyped}
          presets={presets}
          field={field}
          isBySlash={shown.isBySlash}
          onChoose={choose}
          onClose={closePicker}
          onManage={manage}
        />
      )}
      {shown?.kind === 'values' && (
        <ValueForm
          prompt={shown.prompt}
          nextFocus={field}
          onDone={(filled) => (filled === null ? close() : insert(filled, shown.prompt.name, text))}
        />
      )}
      {shown?.kind === 'save' && <SavedEditor prompt={newPrompt({ text })} nextFocus={field} onDone={close} />}
      {shown?.kind === 'library' && <SavedLibrary nextFocus={field} onClose={close} />}
    </>
  );
}

interface ValueFormProps {
  prompt: Prompt;
  nextFocus: () => HTMLElement | null;
  /** Called with the filled text; `null` when the user cancelled. */
  onDone: (text: string | null) => void;
}

/** Asks for the values of a prompt's variables. An empty field leaves its variable in the text. */
function ValueForm({ prompt: { name, text, defaults }, nextFocus, onDone }: ValueFormProps) {
  const t = useStrings().prompts.values;
  const [values, setValues] = useState(defaults);
  const variables = variablesIn([text]);
  const insert = () => {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    onDone(fillVariables(text, Object.fromEntries(given)));
  };
  return (
    <FormDialog
      title={t.title(name)}
      size="sm"
      cancelLabel={t.cancel}
      onCancel={() => onDone(null)}
      submitLabel={t.insert}
      onSubmit={insert}
      nextFocus={nextFocus}
    >
      <div className={s.form}>
        {variables.map((variable) => (
          <Field key={variable} label={variable} hint={values[variable] ? undefined : t.hint(variable)}>
            <TextArea
              value={values[variable] ?? ''}
              onValueChange={(value) => setValues((before) => ({ ...before, [variable]: value }))}
              minRows={1}
              maxRows={6}
              dir="auto"
              onKeyDown={onEnter(insert)}
            />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
