import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { ChatList } from './list/chat-list.tsx';
import { Parameters } from './parameters/parameters.tsx';
import { ChatPatchLine } from './patch-line.tsx';
import { ChatWork } from './work.tsx';

/** Chat completions, responses and the native protocol in one panel, switched by the route socket. */
export const panel: PanelView = { List: ChatList, PatchLine: ChatPatchLine, Work: ChatWork, Parameters };
