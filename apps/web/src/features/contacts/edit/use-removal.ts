import {
  type Contact,
  type ContactGroup,
  deleteContact,
  deleteGroup,
  removeFromGroup,
} from '@kirim/contract/contacts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { useContactsRefresh } from '../contact-queries.ts'

export type Removal =
  | { kind: 'contact'; contact: Contact }
  | { kind: 'membership'; contact: Contact; group: ContactGroup }
  | { kind: 'group'; group: ContactGroup }

/** Carries out a confirmed removal and reports a failure [8.contacts]. */
export function useRemoval(onDone: (removal: Removal) => void) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const outcomes = {
    contact: { done: t('Contact deleted.'), failed: t('Failed to delete contact.') },
    membership: {
      done: t('Contact removed from the group.'),
      failed: t('Failed to remove contact from group.'),
    },
    group: { done: t('Group deleted.'), failed: t('Failed to delete group.') },
  }
  return useMutation({
    mutationFn: carryOut,
    onSuccess: async (_answer, { removal }) => {
      const isSegment = removal.kind === 'group' && removal.group.filter
      const title = isSegment ? t('Segment deleted.') : outcomes[removal.kind].done
      toast({ title, tone: 'success' })
      onDone(removal)
      await refresh()
    },
    onError: (error, { removal }) => {
      toast({ title: messageOf(error, outcomes[removal.kind].failed), tone: 'error' })
      onDone(removal)
    },
  })
}

interface Confirmed {
  removal: Removal
  /** Also removes the contact from campaigns that have not messaged them. */
  leaveCampaigns: boolean
}

function carryOut({ removal, leaveCampaigns }: Confirmed) {
  if (removal.kind === 'group') {
    return request(deleteGroup, { params: { id: removal.group._id } })
  }
  if (removal.kind === 'contact') {
    return request(deleteContact, {
      params: { id: removal.contact._id },
      query: { leaveCampaigns },
    })
  }
  const params = { groupId: removal.group._id, contactId: removal.contact._id }
  return request(removeFromGroup, { params, query: { leaveCampaigns } })
}
