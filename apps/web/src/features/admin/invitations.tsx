import type { Invitation } from '@kirim/contract/registration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { CardSection } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useInvitations } from './use-registration.ts'

/** The open invitations and a button to create one. */
export function Invitations() {
  const { t } = useTranslation()
  const { query, withdraw, withdrawing } = useInvitations()
  const invitations = query.data
  const [dialog, setDialog] = useState({ open: false, times: 0 })
  return (
    <>
      <CardSection className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h3 id="invitations" className="text-caption font-medium">
            {t('Invitations')}
          </h3>
          {invitations?.length === 0 && (
            <p className="text-caption text-muted-foreground">{t('No open invitations.')}</p>
          )}
        </div>
        <Button size="sm" onClick={() => setDialog({ open: true, times: dialog.times + 1 })}>
          {t('Invite a member')}
        </Button>
      </CardSection>
      {query.isError && !invitations && (
        <ErrorState message={t('Failed to load the invitations.')} query={query} />
      )}
      {invitations && invitations.length > 0 && (
        <ul aria-labelledby="invitations" className="max-h-72 overflow-y-auto border-t">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation._id}
              invitation={invitation}
              busy={withdrawing === invitation._id}
              onWithdraw={() => withdraw(invitation)}
            />
          ))}
        </ul>
      )}
      <InviteDialog
        key={dialog.times}
        open={dialog.open}
        onClose={() => setDialog({ ...dialog, open: false })}
      />
    </>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  busy: boolean
  onWithdraw: () => void
}

function InvitationRow({ invitation, busy, onWithdraw }: InvitationRowProps) {
  const { t } = useTranslation()
  const { longDateTime } = useFormat()
  const { note, expiresAt } = invitation
  const name = note || t('Without a name')
  return (
    <li className="flex items-center justify-between gap-4 border-b px-5 py-2.5 last:border-b-0">
      <div className="min-w-0">
        <p title={name} className={note ? 'truncate' : 'text-muted-foreground'}>
          {name}
        </p>
        <p className="text-caption text-muted-foreground">
          {t('Expires on {date}', { date: longDateTime(expiresAt) })}
        </p>
      </div>
      <Button
        size="sm"
        variant="danger-outline"
        busy={busy}
        busyText={t('Withdrawing...')}
        aria-label={t('Withdraw the invitation: {name}', { name })}
        onClick={onWithdraw}
      >
        {t('Withdraw')}
      </Button>
    </li>
  )
}
