import { type Session, session } from 'electron';
import { appScheme } from './app-origin.ts';
import { openDevPage } from './dev-page.ts';
import type { Shelf } from './file-response.ts';
import { wallOff } from './network-wall.ts';
import { openBuiltPage } from './page-response.ts';
import { guardPermissions } from './permissions.ts';
import { createAppHandler } from './protocol.ts';

export interface PageSessionParts {
  /** Folder of the built page. */
  folder: string;
  /** Address of a development server that gives the page instead, or `null`. */
  devServer: string | null;
  files: Shelf;
}

/**
 * The session that the window runs in: it answers `app://patchbay`, has no network and grants next to nothing. It is
 * kept on disk only because the names of microphones would change with every start otherwise.
 */
export async function openPageSession({ folder, devServer, files }: PageSessionParts): Promise<Session> {
  const own = session.fromPartition('persist:page');
  guardPermissions(own);
  await wallOff(own, devServer);
  own.setSpellCheckerEnabled(process.platform === 'darwin');
  const page = devServer === null ? await openBuiltPage(folder) : openDevPage(devServer);
  own.protocol.handle(appScheme, createAppHandler(page, files));
  return own;
}
