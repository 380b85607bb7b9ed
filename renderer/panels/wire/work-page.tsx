import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TabList, type TabListProps, TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import s from './panel.module.css';

interface WorkPageProps {
  title: string;
  backLabel: string;
  onBack: () => void;
  /** After the title. */
  head?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A page that replaces the table. It takes the focus; Escape goes back. */
export function WorkPage({ title, backLabel, onBack, head, onKeyDown, children }: WorkPageProps) {
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <section
      ref={page}
      className={s.page}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Escape' && !event.defaultPrevented) onBack();
      }}
    >
      <header className={s.head}>
        <Button size="sm" intent="quiet" icon={<Icon of={ArrowLeft} size="s" />} onClick={onBack}>
          {backLabel}
        </Button>
        <h1>{title}</h1>
        {head}
      </header>
      {children}
    </section>
  );
}

interface TabbedPartsProps<T extends string> extends TabListProps<T> {
  value: T;
  onValueChange: (value: T) => void;
  /** Above the tabs. */
  head?: ReactNode;
  /** The content of the open tab. */
  children: ReactNode;
}

/** Parts of an exchange in tabs, filling the remaining height. */
export function TabbedParts<T extends string>({ value, onValueChange, head, children, ...list }: TabbedPartsProps<T>) {
  return (
    <Tabs value={value} onValueChange={onValueChange} className={s.tabs}>
      {head}
      <div className={s.tabRow}>
        <TabList {...list} />
      </div>
      <TabPanel value={value} className={s.panel}>
        {children}
      </TabPanel>
    </Tabs>
  );
}
