import type { Capability } from '@kirim/contract/roles'
import type { ReactNode } from 'react'
import { useMay } from './workspace-context.ts'

interface AllowedProps {
  to: Capability
  children: ReactNode
  /** Shown to the others; nothing by default. */
  otherwise?: ReactNode
}

/** Controls of those who may do this in the workspace of the tab; the others do not see them. */
export function Allowed({ to, children, otherwise }: AllowedProps) {
  return useMay(to) ? children : otherwise
}
