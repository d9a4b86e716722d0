import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { QueryStatus } from '#shared/ui/error-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { useMay, useWorkspace } from '#shared/workspace/workspace-context.ts'
import { InviteDialog } from '../invite/invite-dialog.tsx'
import { EveryoneCard } from './everyone-card.tsx'
import { RolesCard } from './roles-card.tsx'
import { TeamCard } from './team-card.tsx'
import { useTeam } from './use-team.ts'

/** The people of the workspace, what they may do, and the invitations. */
export function TeamPage() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const workspace = useWorkspace()
  const mayInvite = useMay('team:write')
  const team = useTeam()
  const [inviting, setInviting] = useState({ open: false, times: 0 })
  const { people, invitations } = team.data ?? { people: [], invitations: [] }
  const counts = [
    t('{n} people in {workspace}.', {
      count: people.length,
      n: number(people.length),
      workspace: workspace.name,
    }),
    invitations.length > 0 &&
      t('{n} invitations wait.', { count: invitations.length, n: number(invitations.length) }),
  ]
  return (
    <>
      <PageHeader
        title={t('Team')}
        description={
          <span className="wrap-anywhere">
            {team.data ? counts.filter(Boolean).join(' ') : workspace.name}
          </span>
        }
        actions={
          mayInvite && (
            <Button
              variant="primary"
              disabled={!team.data}
              onClick={() => setInviting({ open: true, times: inviting.times + 1 })}
            >
              <UserPlus aria-hidden="true" />
              {t('Invite people')}
            </Button>
          )
        }
      />
      {team.data ? (
        <TeamCard {...team.data} workspace={workspace} />
      ) : (
        <Card aria-label={t('People')}>
          <QueryStatus
            query={team}
            loading={t('Loading the team...')}
            failed={t('The team could not be loaded.')}
          />
        </Card>
      )}
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_376px]">
        <RolesCard />
        <EveryoneCard workspace={workspace} />
      </div>
      <InviteDialog
        key={inviting.times}
        open={inviting.open}
        onClose={() => setInviting({ ...inviting, open: false })}
        workspace={workspace}
        people={people}
        invitations={invitations}
      />
    </>
  )
}
