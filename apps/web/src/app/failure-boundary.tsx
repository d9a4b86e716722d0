import { Component, type ReactNode } from 'react'
import { RouteFailure } from './route-failure.tsx'

/** Shows `RouteFailure` in place of pages that broke, where no data router does. */
export class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <RouteFailure /> : this.props.children
  }
}
