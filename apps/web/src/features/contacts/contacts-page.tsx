import type { ContactGroup } from '@kirim/contract/contacts'
import { FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useContactTotal, useGroups, useLiveContacts } from './contact-queries.ts'
import { type Removal, useRemoval } from './edit/use-removal.ts'
import { GroupsPanel } from './groups/groups-panel.tsx'
import { useGroupAddress, useUnknownGroup } from './groups/use-group-address.ts'
import { ContactsCard } from './list/contacts-card.tsx'
import type { OpenDialog } from './open-dialog.ts'

const ContactDialogs = lazyDialog(
  async () => (await import('./contact-dialogs.tsx')).ContactDialogs,
  ({ open }) => open !== null,
)

/** The contacts page [2.contacts]. The selected group is in the address (`?group=`). */
export function ContactsPage() {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  useLiveContacts()
  const groups = useGroups()
  const total = useContactTotal()
  useErrorToast(groups.error, t('Failed to load contact groups.'))
  const { groupId, select, leave, isLeaving } = useGroupAddress()
  const selected = groups.data?.find((group) => group._id === groupId) ?? null

  const removal = useRemoval((done) => {
    setDialog(null)
    if (isGroup(done, groupId)) leave()
  })
  const removing = removal.isPending ? removal.variables.removal : null
  // A group that is deleted here has its own message. A list that is still loading may contain a
  // group that was just created.
  const isDeletedHere = isLeaving || isGroup(removing, groupId)
  const isMissed = groupId && !selected && groups.isSuccess && !groups.isFetching
  useUnknownGroup(Boolean(isMissed && !isDeletedHere), () => select(null))
  return (
    <>
      <PageHeader
        title={t('Manage Contacts')}
        description={useSummary(total, groups.data?.filter((group) => !group.filter).length)}
        actions={
          <Allowed to="contacts:write">
            <Button onClick={() => setDialog({ kind: 'upload' })}>
              <FileUp aria-hidden="true" />
              {t('Upload Contacts from File')}
            </Button>
            <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
              <UserPlus aria-hidden="true" />
              {t('Add Contact Manually')}
            </Button>
          </Allowed>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[248px_minmax(0,1fr)]">
        <div className="min-w-0">
          <GroupsPanel
            groups={groups.data}
            total={total}
            selected={selected}
            onSelect={select}
            onOpen={setDialog}
          />
          {groups.isError && !groups.data && (
            <ErrorState
              className="mt-2 border-t-0 px-2.5 py-2 text-caption"
              message={t('Failed to load contact groups.')}
              query={groups}
            />
          )}
        </div>
        {/* The group in the address is known once the groups are loaded; no other list is shown
            before. */}
        {(groups.data || !groupId) && (
          <ContactsCard
            key={selected?._id ?? 'all'}
            group={selected}
            groups={groups.data ?? []}
            onOpen={(contact) => setDialog({ kind: 'panel', contact })}
            onRemove={(contact) =>
              setDialog({
                kind: 'removal',
                removal:
                  selected && !selected.filter
                    ? { kind: 'membership', contact, group: selected }
                    : { kind: 'contact', contact },
              })
            }
            onUpload={() => setDialog({ kind: 'upload' })}
          />
        )}
      </div>
      <ContactDialogs
        open={dialog?.kind === 'removal' && isGone(dialog.removal, groups.data) ? null : dialog}
        onOpen={setDialog}
        groups={groups.data ?? []}
        groupId={selected?._id ?? null}
        onGroup={select}
        removing={removal.isPending}
        onRemoval={(confirmed, leaveCampaigns) =>
          removal.mutate({ removal: confirmed, leaveCampaigns })
        }
      />
    </>
  )
}

function isGroup(removal: Removal | null, groupId: string | null): boolean {
  return removal?.kind === 'group' && removal.group._id === groupId
}

/** The group was deleted elsewhere, so there is nothing to confirm any more. */
function isGone(removal: Removal, groups: readonly ContactGroup[] | undefined): boolean {
  if (removal.kind === 'contact' || !groups) return false
  return !groups.some(({ _id }) => _id === removal.group._id)
}

/** "3,980 people, 5 groups."; the purpose of the page while there are hardly any contacts. */
function useSummary(people: number | undefined, groups: number | undefined): string {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (people === undefined || groups === undefined || people < 2 || groups === 0) {
    return t('Your contacts, and the groups that campaigns are sent to.')
  }
  return t('{people} people, {groups} groups.', {
    count: groups,
    people: number(people),
    groups: number(groups),
  })
}
