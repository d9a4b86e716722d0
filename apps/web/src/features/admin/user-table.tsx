import type { User } from '@kirim/contract/accounts'
import { KeyRound, Shield, ShieldOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { SortableTh } from '#shared/list/sortable-th.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { PlanBadge, RoleBadge } from '#shared/ui/status-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { PlanControl } from './plan-control.tsx'
import type { UserActions } from './use-user-actions.ts'
import { rightsOver, type UserColumn } from './user-list.ts'
import type { Question } from './user-question.tsx'

const TALL = 12
const wide = 'max-lg:hidden'

interface UserTableProps {
  members: readonly User[]
  sorting: SortingState<UserColumn>
  actions: UserActions
  onAsk: (question: Question) => void
  onResetLink: (member: User) => void
}

/** Six columns (SPEC §2); below 1024 px the name carries what its neighbours say. */
export function UserTable({ members, sorting, actions, onAsk, onResetLink }: UserTableProps) {
  const { t } = useTranslation()
  return (
    <Table aria-label={t('Members')} className="table-fixed">
      <TableHead sticky={members.length > TALL}>
        <tr>
          <SortableTh by="name" label={t('Name')} sorting={sorting} className="max-sm:pl-5" />
          <SortableTh by="email" label={t('Email')} sorting={sorting} className={`${wide} px-2`} />
          <SortableTh
            by="role"
            label={t('Role')}
            sorting={sorting}
            className={`${wide} w-[104px] px-2`}
          />
          <SortableTh
            by="plan"
            label={t('Plan')}
            sorting={sorting}
            className={`${wide} w-[92px] px-2`}
          />
          <SortableTh
            by="createdAt"
            label={t('Registration Date')}
            sorting={sorting}
            className={`${wide} w-[168px] px-2`}
          />
          <Th end className="w-[168px] max-sm:pr-4 sm:w-[188px] lg:w-[268px]">
            {t('Actions')}
          </Th>
        </tr>
      </TableHead>
      <tbody>
        {members.map((member) => (
          <UserRow
            key={member._id}
            member={member}
            actions={actions}
            onAsk={onAsk}
            onResetLink={onResetLink}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface UserRowProps extends Pick<UserTableProps, 'actions' | 'onAsk' | 'onResetLink'> {
  member: User
}

function UserRow({ member, actions, onAsk, onResetLink }: UserRowProps) {
  const { email, role, membershipPlan } = member
  const rights = rightsOver(member, useUser())
  const busy = actions.isBusy(member)
  return (
    <TableRow busy={busy} className="max-lg:align-top">
      <Td className="max-sm:pr-0 max-sm:pl-5">
        <NameCell member={member} />
      </Td>
      <Td className={`${wide} truncate px-2`} title={email}>
        {email}
      </Td>
      <Td className={`${wide} px-2`}>
        <RoleBadge role={role} />
      </Td>
      <Td className={`${wide} px-2`}>
        <Plan member={member} />
      </Td>
      <Td className={`${wide} px-2 text-caption text-balance text-muted-foreground`}>
        <RegisteredAt member={member} />
      </Td>
      <Td end className="max-sm:pr-4">
        <div className="inline-grid grid-cols-[auto_auto] items-center gap-2 lg:flex lg:justify-end">
          <PlanControl
            // A plan that was set elsewhere shows, whatever had been chosen here.
            key={membershipPlan}
            member={member}
            allowed={rights.changePlan}
            busy={busy}
            onUpdate={(plan) => void actions.setPlan(member, plan)}
          />
          <UserMenu member={member} actions={actions} onAsk={onAsk} onResetLink={onResetLink} />
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

/** 'N/A' for a member without a plan (SPEC §2 Admin User Management). */
function Plan({ member: { membershipPlan } }: { member: User }) {
  const { t } = useTranslation()
  return membershipPlan ? <PlanBadge plan={membershipPlan} /> : t('N/A')
}

/** Breaks before the domain, where it must break. */
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

function UserMenu({ member, actions, onAsk, onResetLink }: UserRowProps) {
  const { t } = useTranslation()
  const rights = rightsOver(member, useUser())
  return (
    <RowActions name={member.name} disabled={actions.isBusy(member)}>
      {member.role === 'admin' ? (
        <MenuItem
          icon={ShieldOff}
          disabled={!rights.changeRole}
          onSelect={() => onAsk({ deed: 'revoke-admin', member })}
        >
          {t('Revoke Admin')}
        </MenuItem>
      ) : (
        <MenuItem
          icon={Shield}
          disabled={!rights.changeRole}
          onSelect={() => onAsk({ deed: 'make-admin', member })}
        >
          {t('Make Admin')}
        </MenuItem>
      )}
      <MenuItem icon={KeyRound} disabled={!rights.resetLink} onSelect={() => onResetLink(member)}>
        {t('Link for a new password')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        danger
        disabled={!rights.remove}
        onSelect={() => onAsk({ deed: 'delete', member })}
      >
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}
