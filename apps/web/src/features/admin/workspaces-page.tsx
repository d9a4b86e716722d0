import { type AdminWorkspace, listAllWorkspaces } from '@kirim/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { OrderSelect } from '#shared/list/order-select.tsx'
import { useAddressList } from '#shared/list/use-list.ts'
import { AdminTabs } from '#shared/routing/admin-tabs.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { QueryStatus } from '#shared/ui/error-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useFullestQuotas } from './fullest-quota.tsx'
import { useWorkspaceActions } from './use-workspace-actions.ts'
import { WorkspaceDialog, type WorkspaceTask } from './workspace-dialog.tsx'
import { workspaceColumns, workspaceShape } from './workspace-list.ts'
import { WorkspaceTable } from './workspace-table.tsx'

/** All workspaces of the server, without anything that is in them. For admins. */
export function AdminWorkspacesPage() {
  const { t } = useTranslation()
  const query = useQuery(callQuery(listAllWorkspaces))
  return (
    <>
      <PageHeader
        title={t('Workspaces')}
        description={t(
          'Plans and quotas count for everybody in a workspace. What is in it stays with its people.',
        )}
      />
      <AdminTabs />
      <Card aria-labelledby="workspaces" className="min-w-0">
        {query.data ? (
          <Workspaces workspaces={query.data} />
        ) : (
          <>
            <CardHeader id="workspaces" title={t('All workspaces')} />
            <QueryStatus
              query={query}
              loading={t('Loading workspaces...')}
              failed={t('Failed to get the workspaces.')}
            />
          </>
        )}
      </Card>
    </>
  )
}

function Workspaces({ workspaces }: { workspaces: readonly AdminWorkspace[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { rows, found, search, sorting, pager } = useAddressList(workspaces, workspaceShape)
  const actions = useWorkspaceActions()
  const quotas = useFullestQuotas()
  const [task, setTask] = useState<(WorkspaceTask & { open: boolean; times: number }) | null>(null)
  /** The workspace as it is in the list now. */
  const workspace =
    task && (workspaces.find(({ id }) => id === task.workspace.id) ?? task.workspace)

  return (
    <>
      <CardHeader
        id="workspaces"
        title={t('All workspaces')}
        className="flex-wrap items-center"
        action={
          <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
            <span className="tnum shrink-0 text-caption text-muted-foreground">
              {t('{n} of {limit}', { n: number(found), limit: number(workspaces.length) })}
            </span>
            <ListSearch
              value={search.value}
              onChange={search.change}
              label={t('Search by name or owner')}
              className="min-w-0 flex-1 sm:w-64"
            />
            <OrderSelect
              className="w-full sm:w-44 lg:hidden"
              columns={workspaceColumns.map(({ by, label }) => ({ by, label: t(label) }))}
              sorting={sorting}
            />
          </div>
        }
      />
      {found === 0 ? (
        <EmptyState title={t('No workspace matches this search.')} />
      ) : (
        <WorkspaceTable
          workspaces={rows}
          sorting={sorting}
          actions={actions}
          quotas={quotas}
          onTask={(next) => setTask({ ...next, open: true, times: (task?.times ?? 0) + 1 })}
        />
      )}
      {pager && <TablePager {...pager} />}
      {task && workspace && (
        <WorkspaceDialog
          key={task.times}
          task={{ ...task, workspace }}
          actions={actions}
          open={task.open}
          onClose={() => setTask({ ...task, open: false })}
        />
      )}
    </>
  )
}
