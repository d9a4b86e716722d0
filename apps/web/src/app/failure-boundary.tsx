import { Component, type ReactNode } from 'react'
import { RouteFailure } from './route-failure.tsx'

interface Props {
  /** The current address: another page gets a new attempt. Without it, no layout is around it. */
  at?: string
  children: ReactNode
}

/** Shows `RouteFailure` in place of pages that crashed. */
export class FailureBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate({ at }: Props) {
    if (at !== this.props.at && this.state.failed) this.setState({ failed: false })
  }

  override render() {
    const { at, children } = this.props
    return this.state.failed ? <RouteFailure isInLayout={at !== undefined} /> : children
  }
}
