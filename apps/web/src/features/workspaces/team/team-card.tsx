import type { RoleName } from '@kirim/contract/roles'
import { ROLE_NAMES } from '@kirim/contract/roles'
import type { TeamInvitation, TeamMember } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { InvitationList } from './invitation-list.tsx'
import { PersonDialog, type PersonTask } from './person-dialogs.tsx'
import { RoleFilter } from './role-filter.tsx'
import { invitationsFound, peopleFound } from './team-list.ts'
import { TeamTable } from './team-table.tsx'

interface TeamCardProps {
  people: readonly TeamMember[]
  invitations: readonly TeamInvitation[]
  workspace: Workspace
}

/** The people and the invitations, with their filters. */
export function TeamCard({ people, invitations, workspace }: TeamCardProps) {
  const { t, i18n } = useTranslation()
  const self = useUser()
  const mayInvite = useMay('team:write')
  const { role, setRole, typed, setTyped, showEveryone } = useFilter()
  const filter = { role, search: typed }
  const shown = peopleFound(people, filter, i18n.language)
  const waiting = invitationsFound(invitations, filter, i18n.language)
  const [task, setTask] = useState<Task | null>(null)
  return (
    <Card aria-label={t('People')} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5 max-sm:px-4">
        <RoleFilter people={people} value={role} onChange={setRole} />
        <ListSearch
          value={typed}
          onChange={setTyped}
          label={t('Search name or e-mail')}
          className="sm:w-60"
        />
      </div>
      {shown.length > 0 && (
        <TeamTable
          people={people}
          shown={shown}
          selfId={self._id}
          workspace={workspace}
          onTask={(person, what) =>
            setTask({ person, what, open: true, times: (task?.times ?? 0) + 1 })
          }
        />
      )}
      {shown.length === 0 && waiting.length === 0 && (
        <EmptyState
          title={t('No one found')}
          description={t('No one in the team matches the filter and the search.')}
          action={<Button onClick={showEveryone}>{t('Show everyone')}</Button>}
        />
      )}
      {waiting.length > 0 && <InvitationList invitations={waiting} mayInvite={mayInvite} />}
      {task && (
        <PersonDialog
          key={task.times}
          task={task.what}
          person={task.person}
          workspace={workspace}
          open={task.open}
          onClose={() => setTask({ ...task, open: false })}
        />
      )}
    </Card>
  )
}

interface Task {
  person: TeamMember
  what: PersonTask
  open: boolean
  times: number
}

/** Role and search, kept in the address. */
function useFilter() {
  const view = useAddressView()
  const { typed, setTyped } = useTypedSearch()
  const role = ROLE_NAMES.find((name) => name === view.get('role')) ?? null
  return {
    role,
    setRole: (next: RoleName | null) => view.set({ role: next ?? '' }),
    typed,
    setTyped,
    showEveryone() {
      setTyped('')
      view.set({ role: '', q: '' })
    },
  }
}
