import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { rememberPackages, writeNotices } from './scripts/third-party-notices.ts';

const at = (place: string) => path.join(import.meta.dirname, place);
// Everything else is bundled: the packaged app and the npm tarball need no node_modules.
const external = [/^node:/, ...builtinModules, 'electron', '@napi-rs/keyring', 'vite'];

/** Sources that the desktop app never imports. The package check names a chunk that is missing or unneeded. */
const terminalOnly =
  /\/electron\/(?:cli\/|core\/(?:host-services|store\/stored-names)\.ts|browser\/browser-host\.ts|hosting\/(?:open-address|keyring-vault)\.ts)|\/shared\/looks-like-key\.ts/;

/** Puts the videos of the demo gateway beside the program, which reads them as files. */
const includeDemoVideos: Plugin = {
  name: 'include-demo-videos',
  applyToEnvironment: ({ name }) => name === 'main',
  generateBundle() {
    const folder = at('electron/demo/media/video/files');
    for (const file of readdirSync(folder))
      this.emitFile({ type: 'asset', fileName: `demo-videos/${file}`, source: readFileSync(path.join(folder, file)) });
  },
};

/** One build for the page, the hosts (Electron main and terminal) and the preload. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  publicDir: false,
  plugins: [includeDemoVideos, react({ compiler: true }), rememberPackages()],
  worker: { plugins: () => [rememberPackages()] },
  // The host replaces it in every page it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        // A strict policy blocks data: fonts and images.
        assetsInlineLimit: 0,
        // The page comes from this computer.
        chunkSizeWarningLimit: 4000,
        modulePreload: { polyfill: false },
        // What several panels share is one file: left alone, each set of users has its own, over 200 until a chat is shown.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', minShareCount: 2 }] } } },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: at('dist/main'),
        emptyOutDir: true,
        target: 'node22',
        ssr: true,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: at('electron/desktop/main.ts'),
            cli: at('electron/cli/main.ts'),
            // Each is started as a separate thread.
            'read-worker': at('electron/core/readers/large/read-worker.ts'),
            'assertion-worker': at('electron/core/compare/assertion-worker.ts'),
            'storage-worker': at('electron/core/store/maintenance/storage-worker.ts'),
          },
          external,
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            // Code only for the terminal and the browser host is omitted from the desktop package.
            chunkFileNames: ({ moduleIds, facadeModuleId }) =>
              `${[facadeModuleId ?? '', ...moduleIds].some((id) => terminalOnly.test(id)) ? 'terminal' : 'chunks'}/[name]-[hash].js`,
          },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: at('dist/main'),
        emptyOutDir: false,
        target: 'chrome140',
        ssr: true,
        minify: false,
        // A sandboxed preload must be one CommonJS file.
        rolldownOptions: {
          input: at('electron/desktop/preload.ts'),
          external,
          output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        if (environment.name !== 'ssr') await builder.build(environment);
      writeNotices(at('dist/renderer/THIRD-PARTY-NOTICES.txt'));
    },
  },
});
