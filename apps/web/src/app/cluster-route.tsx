import { AdminGuard } from '#features/admin/admin-guard.tsx'
import { ClusterPage } from '#features/cluster/cluster-page.tsx'

export function ClusterRoute() {
  return (
    <AdminGuard>
      <ClusterPage />
    </AdminGuard>
  )
}
