import { Toast as Base } from '@base-ui/react/toast';
import { Check, CircleHelp, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import type { Intent } from '../base/intent.ts';
import tone from '../base/tone.module.css';
import { Button, IconButton } from '../controls/button.tsx';
import s from './toast.module.css';

export interface ToastMessage {
  intent?: Intent | undefined;
  title: string;
  body?: ReactNode;
  action?: { label: string; onSelect: () => void } | undefined;
  /** 0 stays until it is closed. The time stops while the pointer or the focus is on a toast. Default 5000. */
  timeoutMs?: number | undefined;
}

interface ToastDetail {
  intent: Intent;
  action: ToastMessage['action'];
}

export interface ToastStore {
  /** Shows a message and returns its id. Only for what has no place on the page. */
  add: (message: ToastMessage) => string;
  close: (id: string) => void;
  /** Closes all of them, as when what they were about is no longer shown. */
  clear: () => void;
}

const glyph = {
  neutral: Info,
  ok: Check,
  warn: TriangleAlert,
  bad: TriangleAlert,
  odd: CircleHelp,
  live: Info,
} as const;

const stack = Base.createToastManager<ToastDetail>();

/** The newest toast that only confirms: it asks for nothing and warns of nothing. */
let confirmation: string | undefined;

/** Shows toasts from anywhere, including code outside React. */
export const toasts: ToastStore = {
  add({ intent = 'neutral', title, body, action, timeoutMs }) {
    const confirms = !action && (intent === 'ok' || intent === 'neutral');
    // One confirmation at a time: several acts in a row would grow a stack over the controls of the next one.
    if (confirms && confirmation !== undefined) stack.close(confirmation);
    const id = stack.add({
      title,
      description: body,
      priority: intent === 'bad' ? 'high' : 'low',
      timeout: timeoutMs ?? 5000,
      data: { intent, action },
    });
    if (confirms) confirmation = id;
    return id;
  },
  close: (id) => stack.close(id),
  clear: () => stack.close(),
};

export interface ToastsProps {
  labels: { region: string; close: string };
  /** Their distance from the right and the lower edge of the page, px. */
  usePlace: (isShowing: boolean) => { right: number; bottom: number };
  children: ReactNode;
}

/** Wraps the page once and draws its toasts, newest at the bottom, four at most. */
export function Toasts({ labels, usePlace, children }: ToastsProps) {
  return (
    <Base.Provider toastManager={stack} limit={4}>
      {children}
      <Base.Portal>
        <ToastList labels={labels} usePlace={usePlace} />
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList({ labels, usePlace }: Omit<ToastsProps, 'children'>) {
  const { toasts: shown, close } = Base.useToastManager<ToastDetail>();
  const place = usePlace(shown.length > 0);
  const drawn = shown.map((toast) => {
    const { intent = 'neutral', action } = toast.data ?? {};
    return (
      <Base.Root key={toast.id} toast={toast} swipeDirection="right" className={s.toast}>
        <span className={classes(s.glyph, tone[intent])}>
          <Icon of={glyph[intent]} />
        </span>
        <div className={s.text}>
          <Base.Title className={s.title} />
          <Base.Description className={s.body} />
        </div>
        {action && (
          <Button
            intent="quiet"
            size="sm"
            onClick={() => {
              action.onSelect();
              close(toast.id);
            }}
          >
            {action.label}
          </Button>
        )}
        <Base.Close
          render={<IconButton label={labels.close} size="sm" icon={<Icon of={X} size="s" />} side="left" />}
        />
      </Base.Root>
    );
  });
  return (
    <Base.Viewport className={s.viewport} style={place} aria-label={labels.region}>
      {drawn}
    </Base.Viewport>
  );
}
