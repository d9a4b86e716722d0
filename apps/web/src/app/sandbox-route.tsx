import { SandboxPage } from '#features/sandbox/sandbox-page.tsx'
import { useAppInfo } from '#shared/api/app-info.ts'
import { NotFound } from '#shared/ui/not-found.tsx'

/** The page exists only while the server runs on the sandbox network. */
export function SandboxRoute() {
  const info = useAppInfo()
  if (!info) return null
  return info.network === 'sandbox' ? <SandboxPage /> : <NotFound />
}
