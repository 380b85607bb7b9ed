import { Component, type ErrorInfo, type ReactNode } from 'react';
import { lazyModule, lazyPart } from '../../ui/base/lazy-module.ts';
import type { Broken } from './broken-panel.tsx';

/** Fetched early: what breaks a panel may be that nothing can be fetched. */
const brokenPanel = lazyModule(async () => (await import('./broken-panel.tsx')).BrokenPanel);
const BrokenPanel = lazyPart(brokenPanel.load);

/** Contains a panel that throws: the frame stays, and the error can be copied for a report. */
export class PanelBoundary extends Component<{ panel: string; children: ReactNode }, { broken: Broken | null }> {
  override state: { broken: Broken | null } = { broken: null };

  static getDerivedStateFromError(error: unknown) {
    return { broken: { error: error instanceof Error ? error : new Error(String(error)), where: '' } };
  }

  override componentDidMount() {
    brokenPanel.load().catch(() => undefined);
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo) {
    this.setState(({ broken }) => ({ broken: broken && { ...broken, where: componentStack ?? '' } }));
  }

  override render() {
    const { broken } = this.state;
    if (!broken) return this.props.children;
    return <BrokenPanel panel={this.props.panel} {...broken} onRetry={() => this.setState({ broken: null })} />;
  }
}
