import { useState } from 'react';
import { GalleryFields } from './gallery/fields.tsx';
import { GalleryFloating } from './gallery/floating.tsx';
import s from './gallery/gallery.module.css';
import { GalleryLists } from './gallery/lists.tsx';
import { GalleryMarkdown } from './gallery/markdown.tsx';
import { GalleryPieces } from './gallery/pieces.tsx';
import { GalleryStates } from './gallery/states.tsx';
import { GalleryWirePieces } from './gallery/wire-pieces.tsx';
import { Mark } from './mark.tsx';
import { Segmented } from './segmented.tsx';
import { Tips } from './tips.tsx';
import { Toasts } from './toast.tsx';
import { UiProvider } from './ui-provider.tsx';

type Theme = 'light' | 'dark';

/** Every piece in each of its states, for looking and for the accessibility check. Development only; its words are samples. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('light');
  const choose = (next: Theme) => {
    document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return (
    <UiProvider>
      <Toasts labels={{ region: 'Messages', close: 'Close message' }}>
        <main className={s.sheet}>
          <header className={s.top}>
            <Mark size={30} label="Patchbay" />
            <h1>States and pieces</h1>
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
