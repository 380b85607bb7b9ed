import { useHostInfo } from '../../lib/client/host-info.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { keysLabel, pressShortcut, useShortcuts } from '../../lib/page/shortcuts.ts';
import { themes, useAppearance } from '../../lib/preferences/appearance.ts';
import { languageChoices, useLanguageChoice } from '../../lib/preferences/language.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { DemoSection } from './demo-section.tsx';
import { NoticesButton } from './notices-dialog.tsx';
import s from './settings.module.css';
import { UpdatesSection } from './updates-section.tsx';

/** Below what is seen first: it comes after the first paint. */
const backupsPart = lazyModule(() => import('./backups-section.tsx'));

/** One page, top to bottom; every choice takes effect at once. */
export function SettingsWork() {
  const t = useStrings();
  const { theme } = useAppearance();
  const { choice } = useLanguageChoice();
  const info = useHostInfo();
  const backups = useLazyModule(backupsPart, true);
  const sheet = useShortcuts().find(({ id }) => id === 'shortcuts');
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
          {sheet && (
            <Field label={t.settings.shortcuts} layout="row">
              <span>
                <Button shortcut={keysLabel(sheet.keys)} onClick={() => pressShortcut('shortcuts')}>
                  {t.frame.acts.shortcuts}
                </Button>
              </span>
            </Field>
          )}
        </section>
        <DemoSection />
        {backups && <backups.BackupsSection />}
        <UpdatesSection />
        <section className={s.block}>
          <h2>{t.settings.program}</h2>
          {info && (
            <dl className={s.facts}>
              <dt>{t.settings.version}</dt>
              <dd>{info.version}</dd>
              <dt>{t.settings.platform}</dt>
              <dd>{info.platform}</dd>
              <dt>{t.connections.keys}</dt>
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
