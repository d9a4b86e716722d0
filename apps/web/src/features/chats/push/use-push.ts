import {
  findPush,
  loadPushKey,
  type PushChoice,
  removePush,
  savePush,
} from '@kirim/contract/chat-push'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { currentAddress, subscribe, unsubscribe } from './push-browser.ts'

const AT_FIRST: PushChoice = {
  mine: true,
  mentions: true,
  unansweredMinutes: null,
  showsText: false,
}

const queryKey = keyOf(findPush)

/** What this browser is told of; null while it is told of nothing. */
export function usePush() {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const choice = useQuery({
    queryKey,
    queryFn: async () => {
      const address = await currentAddress()
      if (!address) return null
      const { choice } = await request(findPush, { body: { endpoint: address.endpoint } })
      return choice
    },
  })
  const reload = () => client.invalidateQueries({ queryKey })

  const turnOn = useSingleMutation({
    mutationFn: async () => {
      const { publicKey } = await request(loadPushKey, {})
      const address = await subscribe(publicKey, i18n.language)
      if (address) await request(savePush, { body: { address, choice: AT_FIRST } })
      return address !== null
    },
    onSettled: reload,
  })
  const change = useSingleMutation({
    mutationFn: async (choice: PushChoice) => {
      const address = await currentAddress()
      if (address) await request(savePush, { body: { address, choice } })
    },
    onMutate: (choice) => client.setQueryData(queryKey, choice),
    onSettled: reload,
  })
  const turnOff = useSingleMutation({
    mutationFn: async () => {
      const address = await currentAddress()
      if (address) await request(removePush, { body: { endpoint: address.endpoint } })
      await unsubscribe()
    },
    onSettled: reload,
  })
  return { choice, turnOn, change, turnOff }
}
