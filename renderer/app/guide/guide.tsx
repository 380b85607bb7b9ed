import { useEffect, useRef, useState } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../lib/links/confirm-external-link.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import s from './guide.module.css';
import {
  type GuidePlace,
  guideGroups,
  guidePages,
  headingName,
  imageOf,
  placeOfPanel,
  readPlace,
} from './guide-pages.ts';

export interface GuideProps {
  /** The panel that the user is in: its page is opened. */
  panel: string;
  onClose: () => void;
}

/** The guide: the pages and images of `docs/guide`, available without a network. */
export function Guide({ panel, onClose }: GuideProps) {
  const { frame, pieces } = useStrings();
  const t = frame.guide;
  const [place, setPlace] = useState(() => placeOfPanel(panel));
  const page = guidePages.find(({ id }) => id === place.page) ?? guidePages[0];
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
          {guideGroups.map((group) => (
            <section key={group.id} className={s.group} aria-label={t.groups[group.id]}>
              <h3 className={s.groupTitle}>{t.groups[group.id]}</h3>
              {group.pages.map(({ id, title }) => (
                <button
                  key={id}
                  type="button"
                  className={classes(s.page, id === page.id && s.open)}
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
        <article className={s.text} lang="en" tabIndex={0} aria-label={page.title} ref={article}>
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
    const headings = [...element.querySelectorAll('h3, h4, h5')];
    const wanted = headings.find(({ textContent }) => headingName(textContent ?? '') === place.heading);
    if (wanted) wanted.scrollIntoView({ block: 'start' });
    else element.scrollTop = 0;
  }, [place]);
  return article;
}
