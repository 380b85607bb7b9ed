// First: what it starts runs while everything else is evaluated.
import './open-early.ts';
import '../ui/base/fonts.ts';
import '../ui/base/tokens.css';
import '../ui/base/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../lib/client/query.ts';
import { App } from './app.tsx';
import { startPage } from './start-page.ts';

const root = document.getElementById('root');
// Every component in each of its states, for developers; not part of any build.
if (root && import.meta.env.DEV && location.hash === '#/gallery')
  void import('../ui/gallery/gallery.tsx').then(({ Gallery }) => createRoot(root).render(<Gallery />));
else if (root)
  void startPage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
