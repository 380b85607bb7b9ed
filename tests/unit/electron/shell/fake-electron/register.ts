import { registerHooks } from 'node:module';

const fake = new URL('electron.ts', import.meta.url).href;

/** Whatever asks for Electron in this process gets the stand-in. */
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: fake, shortCircuit: true } : next(name, context)),
});
