import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { cancelable, playApp, playSystem } from './app.ts';
import { type PlayedNet, playNet } from './net.ts';
import type { Scene } from './scene.ts';
import { playSession } from './session.ts';
import { Strict } from './strict.ts';
import type { Typings } from './typings.ts';
import { playAutoUpdater } from './updater-system.ts';
import { playWindows } from './window.ts';

/** The main process side of `electron`, as the installed typings describe it, with the hand-written implementations. */
export function makeElectron(typings: Typings, scene: Scene) {
  const strict = new Strict(typings, scene.platform);
  const { app, exited, becomeReady, relaunches } = playApp(strict, scene);
  const { modules: system, notes } = playSystem(strict, scene);
  const { session, sessions } = playSession(strict, scene.proxy);
  const { windows, whenNone, whenFocused, applicationMenu, ...classes } = playWindows(strict);
  const net: PlayedNet = playNet();
  const written: Record<string, object> = {
    app,
    session,
    net: net.module,
    autoUpdater: playAutoUpdater(strict, () => app.quit()),
    // Only this is used from the module itself; the handlers belong to a session.
    protocol: { registerSchemesAsPrivileged() {}, handle: () => strict.log.push('protocol.handle of no session') },
    ...system,
    ...classes,
  };
  const modules: Record<string, object> = {};
  for (const [name, { kind, isClass }] of Object.entries(typings.modules)) {
    const own = written[name];
    const isEmitter = typings.kinds[kind]?.isEmitter;
    modules[name] =
      name === 'session'
        ? session
        : isClass
          ? strict.class(kind, (own ?? class extends EventEmitter {}) as new () => object, name)
          : strict.object(kind, own ?? (isEmitter ? new EventEmitter() : {}), name);
  }
  const electron = modules as unknown as typeof Electron;
  whenNone(() => electron.app.emit('window-all-closed'));
  whenFocused((window) => electron.app.emit('browser-window-focus', cancelable(), window));
  return { strict, electron, exited, relaunches, becomeReady, windows, sessions, applicationMenu, notes, net };
}
