import { useState } from 'react';
import { Mark } from '../base/mark.tsx';
import { UiProvider } from '../base/ui-provider.tsx';
import { Segmented } from '../controls/segmented.tsx';
import { Toasts } from '../feedback/toast.tsx';
import { Tips } from '../overlays/tips.tsx';
import { GalleryFields } from './fields.tsx';
import { GalleryFloating } from './floating.tsx';
import s from './gallery.module.css';
import { GalleryLists } from './lists.tsx';
import { GalleryMarkdown, GalleryWirePieces } from './markdown.tsx';
import { GalleryPieces } from './pieces.tsx';
import { GalleryStates } from './states.tsx';

type Theme = 'light' | 'dark';

/**
 * Every component in each of its states, for viewing and for the accessibility check. Development only; its texts are
 * samples.
 */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('light');
  const choose = (next: Theme) => {
    document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return (
    <UiProvider>
      <Toasts labels={{ region: 'Messages', close: 'Close message' }} usePlace={() => ({ right: 16, bottom: 16 })}>
        <main className={s.sheet}>
          <header className={s.top}>
            <Mark size={30} />
            <h1>Components and states</h1>
            <Segmented
              label="Theme"
              value={theme}
              onValueChange={choose}
              options={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </header>
          <GalleryStates />
          <GalleryPieces />
          <GalleryFields />
          <GalleryFloating />
          <GalleryLists />
          <GalleryWirePieces />
          <GalleryMarkdown />
        </main>
        <Tips />
      </Toasts>
    </UiProvider>
  );
}
