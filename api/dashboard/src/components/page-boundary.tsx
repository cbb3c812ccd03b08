import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { reachability } from '../api/client.ts';
import { IconPlugConnectedX } from '../icons.ts';
import { Empty } from './notices.tsx';

interface PageBoundaryProps {
  /** Another page is tried anew. */
  page: string;
  children: ReactNode;
}

/** Keeps the frame of the dashboard where the code of a page cannot be loaded, such as while Munim cannot be reached. */
export class PageBoundary extends Component<PageBoundaryProps, { failedOn: string | null }> {
  override state: { failedOn: string | null } = { failedOn: null };

  static getDerivedStateFromError(): { failedOn: string } {
    return { failedOn: '' };
  }

  override componentDidCatch(error: Error): void {
    // Messages of browsers that could not load code.
    if (/fetch|import|load/i.test(error.message)) reachability.lost();
    this.setState({ failedOn: this.props.page });
  }

  override render(): ReactNode {
    const { failedOn } = this.state;
    if (failedOn === null || (failedOn !== '' && failedOn !== this.props.page)) return this.props.children;
    return (
      <Empty
        order={1}
        icon={<IconPlugConnectedX />}
        title="This page is not loaded"
        actions={<Button onClick={() => window.location.reload()}>Load it</Button>}
      >
        Munim could not load it. Load it again once the header no longer says that Munim is offline.
      </Empty>
    );
  }
}
