import { AdminGuard } from '#features/admin/admin-guard.tsx'
import { AdminWorkspacesPage } from '#features/admin/workspaces-page.tsx'

export function WorkspacesRoute() {
  return (
    <AdminGuard>
      <AdminWorkspacesPage />
    </AdminGuard>
  )
}
