import type { ReactNode } from 'react'

/** How far earlier messages have been read; `children` once there is nothing to tell. */
export function HistoryProgress({ children }: { children?: ReactNode }) {
  return children
}
