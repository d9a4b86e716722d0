import { profile } from '@kirim/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useAuth } from '#shared/auth/auth-context.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'

/**
 * Renders its children for admins only [2.guard]. Asks the server for the role each time, because
 * it may have changed; without an answer the stored role counts.
 */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { status, user, updateSession } = useAuth()
  const check = useQuery({
    ...callQuery(profile),
    queryKey: ['admin-guard', user?._id, user?.role],
    enabled: status === 'authenticated',
    retry: false,
    gcTime: 0,
  })
  const role = check.data?.role ?? user?.role
  const keepRole = useEffectEvent(() => {
    if (user && role && role !== user.role) updateSession({ ...user, role }, user.token)
  })
  useEffect(() => {
    if (check.data) keepRole()
  }, [check.data])

  if (status === 'loading' || check.isLoading) {
    return (
      <p role="status" className="text-muted-foreground">
        {t('Memeriksa status admin...')}
      </p>
    )
  }
  if (role !== 'admin') {
    return (
      <>
        <PageHeader title={t('Admin Users')} />
        <Alert title={t('Akses Ditolak')}>
          {t('Anda tidak mempunyai kebenaran untuk mengakses halaman ini.')}
        </Alert>
      </>
    )
  }
  return children
}
