import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import { FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import type { OpenDialog } from './contact-dialogs.tsx'
import { useContactTotal, useGroups, useLiveContacts } from './contact-queries.ts'
import { type Removal, useRemoval } from './edit/use-removal.ts'
import { GroupsPanel } from './groups/groups-panel.tsx'
import { useGroupAddress } from './groups/use-group-address.ts'
import { useUnknownGroup } from './groups/use-unknown-group.ts'
import { ContactsCard } from './list/contacts-card.tsx'

const ContactDialogs = lazyDialog(
  async () => (await import('./contact-dialogs.tsx')).ContactDialogs,
  ({ open, edited, renamed, removed, shown, segment }) =>
    Boolean(open || edited || renamed || removed || shown || segment),
)

/** The contacts page [2.contacts]. The selected group is in the address (`?group=`). */
export function ContactsPage() {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [asked, setAsked] = useState<Removal | null>(null)
  const [edited, setEdited] = useState<Contact | null>(null)
  const [renamed, setRenamed] = useState<ContactGroup | null>(null)
  const [shown, setShown] = useState<Contact | null>(null)
  const [segment, setSegment] = useState<ContactGroup | 'new' | null>(null)
  useLiveContacts()
  const groups = useGroups()
  const total = useContactTotal()
  useErrorToast(groups.error, t('Failed to load contact groups.'))
  const { groupId, select, leave, isLeaving } = useGroupAddress()
  const selected = groups.data?.find((group) => group._id === groupId) ?? null

  const removal = useRemoval((done) => {
    setAsked(null)
    if (isGroup(done, groupId)) leave()
  })
  const removing = removal.isPending ? removal.variables.removal : null
  // Deleting a group here leaves it with its own message. A list that is being loaded may contain a
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
          <>
            <Button onClick={() => setDialog('upload')}>
              <FileUp aria-hidden="true" />
              {t('Upload Contacts from File')}
            </Button>
            <Button variant="primary" onClick={() => setDialog('add')}>
              <UserPlus aria-hidden="true" />
              {t('Add Contact Manually')}
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[248px_minmax(0,1fr)]">
        <div className="min-w-0">
          <GroupsPanel
            groups={groups.data}
            failed={groups.isError}
            total={total}
            selected={selected}
            onSelect={select}
            onCreate={() => setDialog('group')}
            onRename={setRenamed}
            onSegment={setSegment}
            onDetails={() => setDialog('details')}
            onDelete={(group) => setAsked({ kind: 'group', group })}
          />
          {groups.isError && !groups.data && (
            <ErrorState
              className="mt-2 border-t-0 px-2.5 py-2 text-caption"
              message={t('Failed to load contact groups.')}
              onRetry={() => groups.refetch()}
              busy={groups.isFetching}
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
            busyContactId={removing && removing.kind !== 'group' ? removing.contact._id : null}
            onOpen={setShown}
            onRemove={(contact) =>
              setAsked(
                selected && !selected.filter
                  ? { kind: 'membership', contact, group: selected }
                  : { kind: 'contact', contact },
              )
            }
            onUpload={() => setDialog('upload')}
          />
        )}
      </div>
      <ContactDialogs
        open={dialog}
        onOpen={setDialog}
        edited={edited}
        onEdited={setEdited}
        shown={shown}
        onShown={setShown}
        onDelete={(contact) => {
          setShown(null)
          setAsked({ kind: 'contact', contact })
        }}
        segment={segment}
        onSegment={setSegment}
        renamed={renamed}
        onRenamed={setRenamed}
        removed={asked && isGone(asked, groups.data) ? null : asked}
        removing={removal.isPending}
        onRemoval={(asked, leaveCampaigns) => removal.mutate({ removal: asked, leaveCampaigns })}
        onKept={() => setAsked(null)}
        groups={groups.data ?? []}
        groupId={selected?._id ?? null}
        onGroup={select}
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
  const counted = { people: number(people), groups: number(groups) }
  return groups === 1
    ? t('{people} people, 1 group.', counted)
    : t('{people} people, {groups} groups.', counted)
}
