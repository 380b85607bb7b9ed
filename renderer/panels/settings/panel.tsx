import { useState } from 'react';
import { themes } from '#shared/contract/theme.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useAppearance } from '../../lib/preferences/appearance.ts';
import { languageChoices, useLanguageChoice } from '../../lib/preferences/language.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { SavedLibrary } from '../../lib/saved/saved-library.tsx';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { pressShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { BackupsSection } from './backups-section.tsx';
import { DemoSection } from './demo-section.tsx';
import s from './settings.module.css';
import { UpdatesSection } from './updates-section.tsx';

/** One page, top to bottom; every setting takes effect at once. */
function SettingsWork() {
  const t = useStrings();
  const { theme } = useAppearance();
  const { choice } = useLanguageChoice();
  const info = useHostInfo();
  const sheetKeys = useKeysLabel('shortcuts');
  const [showsPrompts, setShowsPrompts] = useState(false);
  return (
    <div className={s.scroll}>
      <div className={s.page}>
        <h1>{t.settings.title}</h1>
        <section className={s.block}>
          <h2>{t.settings.appearance}</h2>
          <Field label={t.settings.theme} layout="row">
            <Segmented
              label={t.settings.theme}
              value={theme}
              onValueChange={(next) => useAppearance.setState({ theme: next })}
              options={themes.map((value) => ({ value, label: t.settings.themes[value] }))}
            />
          </Field>
          <Field label={t.settings.language} layout="row" hint={t.settings.languageHint}>
            <Segmented
              label={t.settings.language}
              value={choice}
              onValueChange={(next) => useLanguageChoice.setState({ choice: next })}
              options={languageChoices.map((value) => ({
                value,
                label: <span lang={value === 'system' ? undefined : value}>{t.settings.languages[value]}</span>,
              }))}
            />
          </Field>
          <Field label={t.settings.layout} layout="row" hint={t.settings.layoutHint}>
            <span>
              <Button onClick={() => useLayout.setState({ listPx: null, parametersPx: null, wirePx: null })}>
                {t.settings.resetLayout}
              </Button>
            </span>
          </Field>
          <Field label={t.settings.shortcuts} layout="row">
            <span>
              <Button shortcut={sheetKeys} onClick={() => pressShortcut('shortcuts')}>
                {t.frame.acts.shortcuts}
              </Button>
            </span>
          </Field>
          <Field label={t.settings.prompts} layout="row" hint={t.settings.promptsHint}>
            <span>
              <Button onClick={() => setShowsPrompts(true)}>{t.settings.managePrompts}</Button>
            </span>
          </Field>
          {showsPrompts && <SavedLibrary onClose={() => setShowsPrompts(false)} />}
        </section>
        <DemoSection />
        <BackupsSection />
        <UpdatesSection />
        <section className={s.block}>
          <h2>{t.settings.program}</h2>
          {info && (
            <dl className={s.facts}>
              <dt>{t.settings.version}</dt>
              <dd>{info.version}</dd>
              <dt>{t.settings.platform}</dt>
              <dd>{info.platform}</dd>
              <dt>{t.settings.keys}</dt>
              <dd>{t.frame.protection[info.protection].long}</dd>
              <dt>{t.settings.storage}</dt>
              <dd>{info.saving ? t.settings.saving : <Note intent="warn">{t.settings.notSaving}</Note>}</dd>
            </dl>
          )}
          <span>
            <NoticesButton />
          </span>
        </section>
      </div>
    </div>
  );
}

/** Reads the license notices, a file of the build next to the page; absent in development. */
async function readNotices(): Promise<string | null> {
  const response = await fetch('./THIRD-PARTY-NOTICES.txt');
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  return response.ok && isText ? response.text() : null;
}

/** A button that shows the licenses of all bundled software and fonts. */
function NoticesButton() {
  const t = useStrings().settings.notices;
  const [isOpen, setIsOpen] = useState(false);
  /** `null`: not read yet, or missing. */
  const [text, setText] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const show = async () => {
    setIsOpen(true);
    const found = await readNotices().catch(() => null);
    setText(found);
    setIsMissing(found === null);
  };
  return (
    <>
      <Button onClick={() => void show()}>{t.open}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t.open} size="lg" closeLabel={t.close}>
        {isMissing && <Note>{t.missing}</Note>}
        {text !== null && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
          <pre className={s.notices} lang="en" tabIndex={0}>
            {text}
          </pre>
        )}
      </Dialog>
    </>
  );
}

/** Appearance, the demo gateway, and information about the app. */
export const panel: PanelView = { Work: SettingsWork };
