import type { Chat } from '@kirim/contract/chats'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { noteOwnActs } from '../acts/own-acts.ts'
import { applyChat } from '../live/apply-chat.ts'
import { type ChatAct, expected, perform, undoOf } from './chat-act.ts'
import { useActWords } from './use-act-words.ts'

/** Calls that are under way at once while several chats are changed. */
const AT_ONCE = 4

/**
 * Returns a function that does something to chats at once, says so with 'Undo', and takes back what
 * the server refused.
 */
export function useChatActs() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const client = useQueryClient()
  const personId = useUser()._id
  const words = useActWords()

  /** Returns what was refused. */
  const run = async (
    chats: readonly Chat[],
    actOf: (chat: Chat) => ChatAct | null,
  ): Promise<readonly unknown[]> => {
    const failures: unknown[] = []
    const todo = chats.flatMap((chat) => {
      const act = actOf(chat)
      return act ? [{ chat, act }] : []
    })
    noteOwnActs(todo.map(({ chat }) => chat.id))
    for (const { chat, act } of todo) applyChat(client, expected(chat, act), personId)
    const rest = todo.values()
    const work = async () => {
      for (const { chat, act } of rest) {
        try {
          applyChat(client, await perform(chat.id, act), personId)
        } catch (error) {
          failures.push(error)
          applyChat(client, chat, personId)
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, todo.length) }, work))
    return failures
  }

  const sayFailures = (failures: readonly unknown[]) => {
    const count = failures.length
    if (count === 0) return
    toast({
      title:
        count === 1
          ? t('The chat could not be changed.')
          : t('{n} chats could not be changed.', { n: number(count) }),
      description: messageOf(failures[0], ''),
      tone: 'error',
    })
  }

  return async (chats: readonly Chat[], act: ChatAct): Promise<void> => {
    const before = new Map(chats.map((chat) => [chat.id, chat]))
    const undo = async () => {
      await done
      const now = chats.map((chat) => expected(chat, act))
      const failures = await run(now, ({ id }) => {
        const was = before.get(id)
        return was ? undoOf(was, act) : null
      })
      sayFailures(failures)
    }
    const said = toast({
      ...words(chats, act),
      tone: 'success',
      action: { label: t('Undo'), onSelect: () => void undo() },
    })
    const done = run(chats, () => act)
    const failures = await done
    if (failures.length > 0) said.dismiss()
    sayFailures(failures)
  }
}
