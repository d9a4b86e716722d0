import {
  changeContact,
  changePhone,
  createGroup,
  createPhone,
  listChats,
  listGroups,
  listMessages,
  listPhones,
  type SandboxChat,
  scanCode,
} from '@kirim/contract/sandbox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { refusedFields } from '#shared/forms/use-refused-fields.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { toast } from '#shared/toast/toast.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'

/** One chat of one virtual phone. */
export interface ChatPlace {
  phoneNumber: string
  /** The contact's number, or the id of a group. */
  contactNumber: string
}

export function usePhones() {
  const { t } = useTranslation()
  const query = useQuery(callQuery(listPhones))
  useErrorToast(query.error, t('Could not load the sandbox phones.'))
  return query
}

export function useChats(phoneNumber: string) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(listChats, { params: { phoneNumber } }))
  useErrorToast(query.error, t('Could not load the chats of this phone.'))
  return query
}

export function useSandboxGroups(phoneNumber: string) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(listGroups, { params: { phoneNumber } }))
  useErrorToast(query.error, t('Could not load the groups of this phone.'))
  return query
}

/** Creates a group; the calling form shows failures. */
export function useCreateGroup(phoneNumber: string) {
  const client = useQueryClient()
  const params = { phoneNumber }
  return useMutation({
    mutationFn: (body: { subject: string; members: string[] }) =>
      request(createGroup, { params, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listGroups, { params }) }),
  })
}

export function useMessages(place: ChatPlace) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(listMessages, { params: place }))
  useErrorToast(query.error, t('Could not load the messages of this chat.'))
  return query
}

/** Reloads the data named by events, and everything after missed events. */
export function useSandboxLive(): void {
  const client = useQueryClient()
  const refresh = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  useRealtimeEvent('sandbox_changed', ({ phoneNumber, contactNumber }) => {
    refresh(keyOf(listPhones))
    refresh(keyOf(listChats, { params: { phoneNumber } }))
    refresh(keyOf(listGroups, { params: { phoneNumber } }))
    if (contactNumber !== null)
      refresh(keyOf(listMessages, { params: { phoneNumber, contactNumber } }))
  })
  // Linking and unlinking change the devices.
  useRealtimeEvent('devices_changed', () => refresh(keyOf(listPhones)))
  useMissedEvents(() => {
    for (const call of [listPhones, listChats, listGroups, listMessages]) refresh(keyOf(call))
  })
}

/** Actions on phones; failures are shown as toasts. */
export function usePhoneActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(listPhones) })
  const failing = (fallback: string) => (error: unknown) =>
    toast({ title: messageOf(error, fallback), tone: 'error' })
  return {
    scan: useMutation({
      mutationFn: (phoneNumber?: string) =>
        request(scanCode, { body: phoneNumber ? { phoneNumber } : {} }),
      onError: failing(t('The code could not be scanned.')),
      onSettled,
    }),
    create: useMutation({
      mutationFn: (phone: { name?: string; phoneNumber?: string }) =>
        request(createPhone, { body: phone }),
      onError: (error) =>
        refusedFields(error, ['name', 'phoneNumber']).complete ||
        failing(t('Could not create the phone.'))(error),
      onSettled,
    }),
    change: useMutation({
      mutationFn: ({ phoneNumber, action }: { phoneNumber: string; action: 'drop' | 'unlink' }) =>
        request(changePhone, { params: { phoneNumber }, body: { action } }),
      onError: failing(t('The phone could not be changed.')),
      onSettled,
    }),
  }
}

/** A change of a contact, as `changeContact` takes it. */
export type ContactChange = Partial<
  Pick<SandboxChat, 'registered' | 'online' | 'hidden' | 'username'> & { revealNumber: true }
>

/**
 * A contact with what was just changed, and what changes it. The list has no chat without
 * messages, so what such a contact was changed to is known here alone.
 */
export function useContactSwitch(place: ChatPlace, known: SandboxChat) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<ContactChange>({})
  const client = useQueryClient()
  const { queryKey } = callQuery(listChats, { params: { phoneNumber: place.phoneNumber } })
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ContactChange) => request(changeContact, { params: place, body }),
    onMutate(change) {
      setChanged({ ...changed, ...change })
      client.setQueryData(queryKey, (chats) =>
        chats?.map((chat) =>
          chat.contactNumber === place.contactNumber ? { ...chat, ...change } : chat,
        ),
      )
    },
    onError(error) {
      setChanged(changed)
      toast({ title: messageOf(error, t('The contact could not be changed.')), tone: 'error' })
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const chat = known.last === null ? { ...known, ...changed } : known
  return { chat, change: mutate, isChanging: isPending }
}
