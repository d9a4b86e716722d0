import { AdminGuard } from '#features/admin/admin-guard.tsx'
import { AdminUsersPage } from '#features/admin/users-page.tsx'

export function AdminRoute() {
  return (
    <AdminGuard>
      <AdminUsersPage />
    </AdminGuard>
  )
}
