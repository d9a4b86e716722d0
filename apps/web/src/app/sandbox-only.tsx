import { Outlet } from 'react-router'
import { useAppInfo } from '#shared/api/app-info.ts'
import { NotFound } from '#shared/ui/not-found.tsx'

/** Pages that exist only while the server runs on the sandbox network. */
export function SandboxOnly() {
  const info = useAppInfo()
  if (!info) return null
  return info.network === 'sandbox' ? <Outlet /> : <NotFound />
}
