import type { App } from 'electron';
import type { EventLog } from '#core/log/event-log.ts';
import type { AppWindows } from './windows.ts';

/** Logs every process of the program that ends unexpectedly, such as that of the GPU. */
export function watchProcesses(app: Pick<App, 'on'>, log: Pick<EventLog, 'note'>): void {
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') log.note('page-gone', { reason, exitCode });
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit')
      log.note('process-gone', { type, reason, exitCode, ...(serviceName && { service: serviceName }) });
  });
}

/** Logs pages that hang, and pages that respond again. */
export function watchHangs(windows: Pick<AppWindows, 'onOpen'>, log: Pick<EventLog, 'note'>): void {
  windows.onOpen((window) => {
    window.on('unresponsive', () => log.note('page-hangs'));
    window.on('responsive', () => log.note('page-answers'));
  });
}
