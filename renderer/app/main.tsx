import '../ui/base/tokens.css';
import '../ui/base/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../lib/client/query.ts';
import { UiProvider } from '../ui/base/ui-provider.tsx';
import { App } from './app.tsx';
import { startPage } from './start-page.ts';

const root = document.getElementById('root');
if (root)
  void startPage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <App />
          </UiProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
