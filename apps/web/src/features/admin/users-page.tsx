import type { User } from '@kirim/contract/accounts'
import { listUsers } from '@kirim/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { OrderSelect } from '#shared/list/order-select.tsx'
import { useAddressList } from '#shared/list/use-list.ts'
import { AdminTabs } from '#shared/routing/admin-tabs.tsx'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { QueryStatus } from '#shared/ui/error-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useFullestQuotas } from './fullest-quota.tsx'
import { MemberDialog, type MemberTask } from './member-dialog.tsx'
import { ProxiesCard } from './proxies-card.tsx'
import { RegistrationCard } from './registration-card.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns, userShape } from './user-list.ts'
import { UserTable } from './user-table.tsx'

/**
 * Admin User Management [2.admin]. The list is loaded for admins only; others see 'Access denied'.
 */
export function AdminUsersPage() {
  const { t } = useTranslation()
  const admin = useUser().role === 'admin'
  const query = useQuery({ ...callQuery(listUsers), enabled: admin })
  useErrorToast(query.error, t('Failed to get user list.'))
  const refused = query.error instanceof ApiError && query.error.status === 403
  if (!admin || refused) {
    return (
      <>
        <PageHeader title={t('Admin User Management')} />
        <Alert title={t('Access denied')} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('Admin User Management')}
        description={t(
          'A plan sets how many numbers a member can connect at once; quotas limit the rest.',
        )}
      />
      <AdminTabs />
      <RegistrationCard />
      <ProxiesCard />
      <Card aria-labelledby="members" className="min-w-0">
        {query.data ? (
          <Members members={query.data} />
        ) : (
          <>
            <CardHeader id="members" title={t('Members')} />
            <QueryStatus
              query={query}
              loading={t('Loading members...')}
              failed={t('Failed to get user list.')}
            />
          </>
        )}
      </Card>
    </>
  )
}

function Members({ members }: { members: readonly User[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { rows, found, search, sorting, pager } = useAddressList(members, userShape)
  const actions = useUserActions()
  const quotas = useFullestQuotas()
  const self = useUser()
  const [task, setTask] = useState<(MemberTask & { open: boolean; times: number }) | null>(null)
  /** The member's current data in the list. */
  const member = task && (members.find(({ _id }) => _id === task.member._id) ?? task.member)

  return (
    <>
      <CardHeader
        id="members"
        title={t('Members')}
        className="flex-wrap items-center"
        action={
          <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
            <span className="tnum shrink-0 text-caption text-muted-foreground">
              {t('{n} of {limit}', { n: number(found), limit: number(members.length) })}
            </span>
            <ListSearch
              value={search.value}
              onChange={search.change}
              label={t('Search by name or email')}
              className="min-w-0 flex-1 sm:w-64"
            />
            <OrderSelect
              className="w-full sm:w-44 lg:hidden"
              columns={userColumns.map(({ by, label }) => ({ by, label: t(label) }))}
              sorting={sorting}
            />
          </div>
        }
      />
      {found === 0 ? (
        <EmptyState title={t('No one matches this search.')} />
      ) : (
        <UserTable
          members={rows}
          sorting={sorting}
          actions={actions}
          quotas={quotas}
          onTask={(next) => setTask({ ...next, open: true, times: (task?.times ?? 0) + 1 })}
        />
      )}
      {pager && <TablePager {...pager} />}
      {task && member && (
        <MemberDialog
          key={task.times}
          task={{ ...task, member }}
          self={self}
          actions={actions}
          open={task.open}
          onClose={() => setTask({ ...task, open: false })}
        />
      )}
    </>
  )
}
