import { useEffect, useRef, useState } from 'react';
import type { Language } from '#shared/contract/language.ts';
import { useLanguage, useStrings } from '../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../lib/links/confirm-external-link.ts';
import { classes } from '../../ui/base/class-names.ts';
import { type LazyModule, lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Note } from '../../ui/feedback/note.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import s from './guide.module.css';
import {
  type GuideGroup,
  type GuidePlace,
  headingName,
  imageOf,
  placeOfPanel,
  readGuide,
  readPlace,
} from './guide-pages.ts';

/** The guide in each language, loaded when it is first shown. */
const guides: Record<Language, LazyModule<readonly GuideGroup[]>> = {
  en: lazyModule(async () => readGuide((await import('./texts-en.ts')).texts, 'en')),
  'zh-CN': lazyModule(async () => readGuide((await import('./texts-zh.ts')).texts, 'zh-CN')),
};

export interface GuideProps {
  /** The panel that the user is in: its page is opened. */
  panel: string;
  onClose: () => void;
}

/** The guide: the pages and images of `docs/guide`, available without a network. */
export function Guide(props: GuideProps) {
  const language = useLanguage();
  const groups = useLazyModule(guides[language]);
  return groups && <GuideDialog key={language} {...props} language={language} groups={groups} />;
}

interface GuideDialogProps extends GuideProps {
  language: Language;
  groups: readonly GuideGroup[];
}

function GuideDialog({ panel, onClose, language, groups }: GuideDialogProps) {
  const { frame, pieces } = useStrings();
  const t = frame.guide;
  const [place, setPlace] = useState(() => placeOfPanel(panel, language));
  const page = groups.flatMap(({ pages }) => pages).find(({ id }) => id === place.page);
  const article = useArticle(place);
  const [places] = useState(() => ({
    has: (href: string) => readPlace(href, place.page) !== null,
    open: (href: string) => setPlace((now) => readPlace(href, now.page) ?? now),
    picture: imageOf,
  }));
  if (!page) return null;
  return (
    <Dialog open onOpenChange={onClose} title={t.title} closeLabel={frame.close} size="xl" initialFocus={article}>
      <div className={s.guide}>
        <nav className={s.pages} aria-label={t.pages}>
          {groups.map((group) => (
            <section key={group.id} className={s.group} aria-label={t.groups[group.id]}>
              <h3 className={s.groupTitle}>{t.groups[group.id]}</h3>
              {group.pages.map(({ id, title, language: pageLanguage }) => (
                <button
                  key={id}
                  type="button"
                  className={classes(s.page, id === page.id && s.open)}
                  lang={pageLanguage}
                  aria-current={id === page.id ? 'page' : undefined}
                  onClick={() => setPlace({ page: id, heading: null })}
                >
                  {title}
                </button>
              ))}
            </section>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is scrolled with keys */}
        <article className={s.text} lang={page.language} tabIndex={0} aria-label={page.title} ref={article}>
          {page.language !== language && (
            <div className={s.notTranslated} lang={language}>
              <Note>{t.notTranslated}</Note>
            </div>
          )}
          <Markdown
            key={page.id}
            text={page.text}
            live={false}
            labels={pieces.markdown}
            onLink={confirmExternalLink}
            places={places}
          />
        </article>
      </div>
    </Dialog>
  );
}

/** Scrolls the requested heading into view, or the beginning of the page. */
function useArticle(place: GuidePlace) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = article.current;
    if (!element) return;
    element.scrollTop = 0;
    const scrollToHeading = () => {
      const headings = [...element.querySelectorAll('h3, h4, h5')];
      const wanted = headings.find(({ textContent }) => headingName(textContent ?? '') === place.heading);
      wanted?.scrollIntoView({ block: 'start' });
      return wanted !== undefined;
    };
    if (place.heading === null || scrollToHeading()) return;
    // A long page is drawn in steps, and the heading may be in a later one.
    const drawn = new MutationObserver(() => {
      if (scrollToHeading()) drawn.disconnect();
    });
    drawn.observe(element, { childList: true, subtree: true });
    return () => drawn.disconnect();
  }, [place]);
  return article;
}
