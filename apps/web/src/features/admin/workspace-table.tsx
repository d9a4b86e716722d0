import type { AdminWorkspace } from '@kirim/contract/admin'
import type { QuotaUse } from '@kirim/contract/quotas'
import { CircleDot, Gauge, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { PlanBadge } from '#shared/ui/status-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { FullestQuota } from './fullest-quota.tsx'
import type { WorkspaceActions } from './use-workspace-actions.ts'
import type { WorkspaceTask } from './workspace-dialog.tsx'
import { type WorkspaceColumn, workspaceColumns } from './workspace-list.ts'

const TALL = 12
const wideOnly = 'max-lg:hidden'

interface WorkspaceTableProps {
  workspaces: readonly AdminWorkspace[]
  sorting: SortingState<WorkspaceColumn>
  actions: WorkspaceActions
  /** The fullest quota of each workspace by id. */
  quotas: ReadonlyMap<string, QuotaUse>
  onTask: (task: WorkspaceTask) => void
}

/** Seven columns; below 1024 px the name cell includes the others. */
export function WorkspaceTable({ workspaces, sorting, ...row }: WorkspaceTableProps) {
  const { t } = useTranslation()
  return (
    <Table aria-label={t('Workspaces')} className="table-fixed">
      <TableHead sticky={workspaces.length > TALL}>
        <tr>
          {workspaceColumns.map(({ by, label, end, className }) => (
            <SortableTh
              key={by}
              by={by}
              label={t(label)}
              sorting={sorting}
              end={end}
              className={className}
            />
          ))}
          <Th end className="w-24 max-sm:pr-4 lg:w-[220px]">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} {...row} />
        ))}
      </tbody>
    </Table>
  )
}

interface WorkspaceRowProps extends Pick<WorkspaceTableProps, 'actions' | 'quotas' | 'onTask'> {
  workspace: AdminWorkspace
}

function WorkspaceRow({ workspace, actions, quotas, onTask }: WorkspaceRowProps) {
  const { number, date } = useFormat()
  const { id, name, people, numbers, membershipPlan, createdAt } = workspace
  const busy = actions.isBusy(workspace)
  const use = quotas.get(id)
  const fullest = (className: string) =>
    use && (
      <FullestQuota
        name={name}
        use={use}
        onOpen={() => onTask({ what: 'quotas', workspace })}
        className={className}
      />
    )
  return (
    <TableRow busy={busy} className="max-lg:align-top">
      <Td className="max-sm:pr-0 max-sm:pl-5">
        <NameCell workspace={workspace} />
        {fullest('mt-1 lg:hidden')}
      </Td>
      <Td className={`${wideOnly} px-2`}>
        <Owners workspace={workspace} />
      </Td>
      <Td end className={`${wideOnly} tnum px-2`}>
        {number(people)}
      </Td>
      <Td end className={`${wideOnly} tnum px-2`}>
        {number(numbers)}
      </Td>
      <Td className={`${wideOnly} pr-2 pl-5`}>
        <PlanBadge plan={membershipPlan} />
      </Td>
      <Td className={`${wideOnly} px-2 text-caption whitespace-nowrap text-muted-foreground`}>
        <time dateTime={createdAt}>{date(new Date(createdAt))}</time>
      </Td>
      <Td end className="max-sm:pr-4">
        <div className="flex items-center justify-end gap-3">
          {fullest('max-lg:hidden')}
          <WorkspaceMenu workspace={workspace} busy={busy} onTask={onTask} />
        </div>
      </Td>
    </TableRow>
  )
}

function NameCell({ workspace }: { workspace: AdminWorkspace }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { name, people, numbers, membershipPlan } = workspace
  return (
    <>
      <p title={name} className="line-clamp-2 wrap-anywhere font-medium">
        {name}
      </p>
      <div className="text-caption text-muted-foreground lg:hidden">
        <Owners workspace={workspace} />
        <p className="tnum mt-1">
          {t('{n} people', { count: people, n: number(people) })} ·{' '}
          {t('{n} numbers', { count: numbers, n: number(numbers) })}
        </p>
        <p className="mt-1.5">
          <PlanBadge plan={membershipPlan} />
        </p>
      </div>
    </>
  )
}

/** The first owner, and how many more there are. */
function Owners({ workspace: { owners } }: { workspace: AdminWorkspace }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [first, ...more] = owners
  if (!first) return <span className="text-muted-foreground">{t('Nobody')}</span>
  const others = number(more.length)
  return (
    <span
      title={owners.map(({ name, email }) => `${name} (${email})`).join('\n')}
      className="block min-w-0"
    >
      <span className="block truncate">
        {more.length === 0 ? first.name : t('{name} and {n} more', { name: first.name, n: others })}
      </span>
      <span className="block truncate text-caption text-muted-foreground">{first.email}</span>
    </span>
  )
}

interface WorkspaceMenuProps {
  workspace: AdminWorkspace
  busy: boolean
  onTask: WorkspaceTableProps['onTask']
}

function WorkspaceMenu({ workspace, busy, onTask }: WorkspaceMenuProps) {
  const { t } = useTranslation()
  const leadTo = (what: WorkspaceTask['what']) => () => onTask({ what, workspace })
  return (
    <RowActions name={workspace.name} disabled={busy}>
      <MenuItem icon={CircleDot} onSelect={leadTo('plan')}>
        {t('Change plan')}
      </MenuItem>
      <MenuItem icon={Gauge} onSelect={leadTo('quotas')}>
        {t('Quotas')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={leadTo('delete')}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}
