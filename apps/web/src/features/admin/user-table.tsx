import type { User } from '@kirim/contract/accounts'
import type { QuotaUse } from '@kirim/contract/quotas'
import { CircleDot, Gauge, KeyRound, Shield, ShieldOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { PlanBadge, RoleBadge } from '#shared/ui/status-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { FullestQuota } from './fullest-quota.tsx'
import type { MemberTask } from './member-dialog.tsx'
import type { UserActions } from './use-user-actions.ts'
import { permissionsOn, type UserColumn, userColumns } from './user-list.ts'

const TALL = 12
const wideOnly = 'max-lg:hidden'

interface UserTableProps {
  members: readonly User[]
  sorting: SortingState<UserColumn>
  actions: UserActions
  /** The fullest quota of each member by id. */
  quotas: ReadonlyMap<string, QuotaUse>
  onTask: (task: MemberTask) => void
}

/** Six columns [2.admin.columns]; below 1024 px the name cell includes the others. */
export function UserTable({ members, sorting, ...row }: UserTableProps) {
  const { t } = useTranslation()
  return (
    <Table aria-label={t('Members')} className="table-fixed">
      <TableHead sticky={members.length > TALL}>
        <tr>
          {userColumns.map(({ by, label, className }) => (
            <SortableTh key={by} by={by} label={t(label)} sorting={sorting} className={className} />
          ))}
          <Th end className="w-24 max-sm:pr-4 lg:w-[220px]">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {members.map((member) => (
          <UserRow key={member._id} member={member} {...row} />
        ))}
      </tbody>
    </Table>
  )
}

interface UserRowProps extends Pick<UserTableProps, 'actions' | 'quotas' | 'onTask'> {
  member: User
}

function UserRow({ member, actions, quotas, onTask }: UserRowProps) {
  const { _id, name, email, role } = member
  const busy = actions.isBusy(member)
  const use = quotas.get(_id)
  const fullest = (className: string) =>
    use && (
      <FullestQuota
        name={name}
        use={use}
        onOpen={() => onTask({ what: 'quotas', member })}
        className={className}
      />
    )
  return (
    <TableRow busy={busy} className="max-lg:align-top">
      <Td className="max-sm:pr-0 max-sm:pl-5">
        <NameCell member={member} />
        {fullest('mt-1 lg:hidden')}
      </Td>
      <Td className={`${wideOnly} truncate px-2`} title={email}>
        {email}
      </Td>
      <Td className={`${wideOnly} px-2`}>
        <RoleBadge role={role} />
      </Td>
      <Td className={`${wideOnly} px-2`}>
        <Plan member={member} />
      </Td>
      <Td className={`${wideOnly} px-2 text-caption whitespace-nowrap text-muted-foreground`}>
        <RegisteredAt member={member} />
      </Td>
      <Td end className="max-sm:pr-4">
        <div className="flex items-center justify-end gap-3">
          {fullest('max-lg:hidden')}
          <UserMenu member={member} busy={busy} onTask={onTask} />
        </div>
      </Td>
    </TableRow>
  )
}

function NameCell({ member }: { member: User }) {
  const { t } = useTranslation()
  const self = useUser()
  const { _id, name, email, role } = member
  return (
    <>
      <p className="flex min-w-0 items-baseline gap-1.5">
        <span title={name} className="truncate font-medium">
          {name}
        </span>
        {_id === self._id && (
          <span className="text-caption text-muted-foreground">{t('(you)')}</span>
        )}
      </p>
      <div className="text-caption text-muted-foreground lg:hidden">
        <p className="wrap-anywhere">
          <Email address={email} />
        </p>
        <div className="my-1.5 flex flex-wrap gap-1">
          <RoleBadge role={role} />
          <Plan member={member} />
        </div>
        <RegisteredAt member={member} />
      </div>
    </>
  )
}

/** 'N/A' for a member without a plan [2.admin.plan-none]. */
function Plan({ member: { membershipPlan } }: { member: User }) {
  const { t } = useTranslation()
  return membershipPlan ? <PlanBadge plan={membershipPlan} /> : t('N/A')
}

/** Wraps before the domain when it is too long. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function RegisteredAt({ member: { createdAt } }: { member: User }) {
  const { longDateTime } = useFormat()
  return <time dateTime={createdAt}>{longDateTime(createdAt)}</time>
}

interface UserMenuProps {
  member: User
  busy: boolean
  onTask: UserTableProps['onTask']
}

function UserMenu({ member, busy, onTask }: UserMenuProps) {
  const { t } = useTranslation()
  const rights = permissionsOn(member, useUser())
  const leadTo = (what: MemberTask['what']) => () => onTask({ what, member })
  return (
    <RowActions name={member.name} disabled={busy}>
      <MenuItem icon={CircleDot} onSelect={leadTo('plan')}>
        {t('Change plan')}
      </MenuItem>
      <MenuItem icon={Gauge} onSelect={leadTo('quotas')}>
        {t('Quotas')}
      </MenuItem>
      <MenuSeparator />
      {member.role === 'admin' ? (
        <MenuItem icon={ShieldOff} disabled={!rights.changeRole} onSelect={leadTo('revoke-admin')}>
          {t('Revoke Admin')}
        </MenuItem>
      ) : (
        <MenuItem icon={Shield} disabled={!rights.changeRole} onSelect={leadTo('make-admin')}>
          {t('Make Admin')}
        </MenuItem>
      )}
      <MenuItem icon={KeyRound} disabled={!rights.resetLink} onSelect={leadTo('reset-link')}>
        {t('Password reset link')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger disabled={!rights.remove} onSelect={leadTo('delete')}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}
